import Linux

/// One of the kernel's two ways of putting a framebuffer on a CRTC; a screen goes one of them.
///
/// What is done and when is the screen's matter, and the same on both. Confined to the device's
/// thread.
protocol ScanoutPath: AnyObject {
  /// Which way it is.
  var interface: KMSInterface { get }

  /// Shows a first picture without a mode set, where the CRTC runs in our mode already.
  ///
  /// - Returns: whether it is on screen; false where its event has to be waited for.
  func takeOver(_ framebuffer: UInt32, userData: UInt64) throws(Errno) -> Bool

  /// Shows a picture from the next vblank on, and asks for the event.
  ///
  /// - Parameter damage: what of it differs from the picture before; nil for all.
  func flip(
    to framebuffer: UInt32, damage: [DamageRectangle]?, userData: UInt64
  ) throws(Errno)

  /// Sets the mode with a picture, and returns when it is on screen.
  func setMode(_ framebuffer: UInt32) throws(Errno)

  /// Puts back what the CRTC had and showed before.
  func putBack() throws(Errno)

  /// Turns the CRTC off.
  func turnOff() throws(Errno)

  /// What was there before an earlier path of the card is what was there before this one.
  func inherit(from earlier: any ScanoutPath)

  /// Gives up what the kernel keeps for this path; nothing is asked of it afterwards.
  func release()
}
