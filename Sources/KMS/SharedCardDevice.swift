public import Linux

/// A card that several screens share, as the screen of one CRTC sees it.
///
/// Made by `SharedCard`. Every call goes to the card; after `close`, every call throws `noDevice`, but
/// that what was made can be given up while the card is open.
/// Dropping it closes it. Confined to the thread of the device.
public final class SharedCardDevice: KMSDevice {
  /// The CRTC whose events it gives.
  public let crtc: UInt32
  /// What it is a part of.
  public let card: SharedCard

  let number: Int

  init(card: SharedCard, crtc: UInt32, number: Int) {
    self.card = card
    self.crtc = crtc
    self.number = number
  }

  deinit { close() }

  func open() throws(Errno) -> any KMSDevice {
    guard card.isOpen(self) else { throw .noDevice }
    return card.device
  }

  /// The card's device node.
  public var path: String { card.device.path }

  /// The driver's name.
  public var driverName: String { card.device.driverName }

  /// Lets go of this part; the card is closed with the last one.
  public func close() { card.close(self) }

  /// Whether the card's framebuffers stay when this program ends.
  public var keepsPictures: Bool { card.device.keepsPictures }

  // MARK: - Events

  /// Readable when events of any screen of the card wait to be read from the kernel.
  public var eventDescriptor: CInt? { card.isOpen(self) ? card.device.eventDescriptor : nil }

  /// When to read: there may be an event of ours, or one of another screen's.
  ///
  /// Of a real card too, for an event that another screen has read: a time that has passed.
  public var nextEventTime: Int64? { card.isOpen(self) ? card.nextEventTime(self) : nil }

  /// Takes the events of our CRTC that wait; those of others are kept for them.
  public func readEvents() throws(Errno) -> [FlipEvent] {
    _ = try open()
    return try card.readEvents(self)
  }

  // MARK: - Mastership

  /// Whether the card's file may set modes, and this screen has not asked to drop that.
  public var isMaster: Bool { card.isOpen(self) && card.isMaster(self) }

  /// Asks the kernel, unless another screen of the card has the right for it already.
  public func setMaster() throws(Errno) {
    _ = try open()
    try card.setMaster(self)
  }

  /// Gives the right up; the card does when its last screen has.
  public func dropMaster() throws(Errno) {
    _ = try open()
    try card.dropMaster(self)
  }

  // MARK: - Showing

  /// Sets properties together, by the card.
  public func commit(
    _ changes: [PropertyChange], flags: AtomicFlags, userData: UInt64
  ) throws(Errno) {
    let device = try open()
    guard flags.contains(.event) else {
      return try device.commit(changes, flags: flags, userData: userData)
    }
    try card.flip(self, userData) { marked throws(Errno) in
      try device.commit(changes, flags: flags, userData: marked)
    }
  }

  /// Shows a framebuffer from the next vblank on, by the card.
  public func pageFlip(crtc: UInt32, framebuffer: UInt32, userData: UInt64) throws(Errno) {
    let device = try open()
    try card.flip(self, userData) { marked throws(Errno) in
      try device.pageFlip(crtc: crtc, framebuffer: framebuffer, userData: marked)
    }
  }

  /// Lights a CRTC, by the card.
  public func setCRTC(
    _ id: UInt32, framebuffer: UInt32, x: UInt32, y: UInt32, connectors: [UInt32],
    mode: DisplayMode?
  ) throws(Errno) {
    try open().setCRTC(
      id, framebuffer: framebuffer, x: x, y: y, connectors: connectors, mode: mode)
  }

  /// The present vblank, by the card.
  public func vblank(crtc: UInt32) throws(Errno) -> VblankSample { try open().vblank(crtc: crtc) }

  /// The strengths of colours, by the card.
  public func gamma(crtc: UInt32) throws(Errno) -> GammaRamp { try open().gamma(crtc: crtc) }

  /// Gives strengths of colours, by the card.
  public func setGamma(_ ramp: GammaRamp, crtc: UInt32) throws(Errno) {
    try open().setGamma(ramp, crtc: crtc)
  }
}
