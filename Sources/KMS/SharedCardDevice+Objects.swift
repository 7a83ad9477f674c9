public import Linux
public import Pixels

/// Objects, properties and buffers are the card's: their numbers are one file's.
extension SharedCardDevice {

  /// Asks for a way of talking to the kernel; the other screens of the card have it too.
  public func setClientCapability(
    _ capability: ClientCapability, to isOn: Bool
  ) throws(Errno) {
    try open().setClientCapability(capability, to: isOn)
  }

  /// What the card says of itself.
  public func capability(_ capability: DeviceCapability) throws(Errno) -> UInt64 {
    try open().capability(capability)
  }

  /// The card's objects.
  public func resources() throws(Errno) -> KMSResources { try open().resources() }

  /// Describes a connector.
  public func connector(_ id: UInt32, probing: Bool) throws(Errno) -> Connector {
    try open().connector(id, probing: probing)
  }

  /// Describes an encoder.
  public func encoder(_ id: UInt32) throws(Errno) -> Encoder { try open().encoder(id) }

  /// Describes a CRTC.
  public func crtc(_ id: UInt32) throws(Errno) -> CRTCState { try open().crtc(id) }

  /// The planes' numbers.
  public func planes() throws(Errno) -> [UInt32] { try open().planes() }

  /// Describes a plane.
  public func plane(_ id: UInt32) throws(Errno) -> Plane { try open().plane(id) }

  /// Takes a plane's picture away.
  public func turnOffPlane(_ id: UInt32) throws(Errno) { try open().turnOffPlane(id) }

  // MARK: - Properties

  /// The properties of an object and their values.
  public func properties(
    of object: UInt32, kind: KMSObjectKind
  ) throws(Errno) -> [KMSProperty] {
    try open().properties(of: object, kind: kind)
  }

  /// Sets one property at once.
  public func setProperty(
    _ property: UInt32, of object: UInt32, kind: KMSObjectKind, to value: UInt64
  ) throws(Errno) {
    try open().setProperty(property, of: object, kind: kind, to: value)
  }

  /// The bytes of a blob.
  public func blob(_ id: UInt32) throws(Errno) -> [UInt8] { try open().blob(id) }

  /// Makes a blob.
  public func createBlob(_ bytes: [UInt8]) throws(Errno) -> UInt32 {
    try open().createBlob(bytes)
  }

  /// Gives a blob up, also after `close`: it is the card's, and would stay as long as that is open.
  public func destroyBlob(_ id: UInt32) throws(Errno) { try card.device.destroyBlob(id) }

  // MARK: - Buffers

  /// Makes a buffer for scan-out.
  public func createDumbBuffer(
    width: UInt32, height: UInt32, bitsPerPixel: UInt32
  ) throws(Errno) -> DumbBufferInfo {
    try open().createDumbBuffer(width: width, height: height, bitsPerPixel: bitsPerPixel)
  }

  /// Maps a buffer for writing.
  public func mapDumbBuffer(
    _ buffer: DumbBufferInfo
  ) throws(Errno) -> UnsafeMutableRawBufferPointer {
    try open().mapDumbBuffer(buffer)
  }

  /// Takes a mapping back, also after `close`: it is this program's memory.
  public func unmapDumbBuffer(_ mapping: UnsafeMutableRawBufferPointer) {
    card.device.unmapDumbBuffer(mapping)
  }

  /// Gives up a buffer's handle, also after `close`: it is the card's.
  public func destroyDumbBuffer(handle: UInt32) throws(Errno) {
    try card.device.destroyDumbBuffer(handle: handle)
  }

  /// Makes a framebuffer of a buffer.
  public func addFramebuffer(
    size: PixelSize, format: PixelFormat, buffer: DumbBufferInfo
  ) throws(Errno) -> UInt32 {
    try open().addFramebuffer(size: size, format: format, buffer: buffer)
  }

  /// Removes a framebuffer, also after `close`: it is the card's.
  public func removeFramebuffer(_ id: UInt32) throws(Errno) {
    try card.device.removeFramebuffer(id)
  }

  /// Lets a framebuffer go that stays on screen.
  public func closeFramebuffer(_ id: UInt32) throws(Errno) { try open().closeFramebuffer(id) }

  /// Says that a framebuffer on screen was written to.
  public func markDirty(_ id: UInt32, rectangles: [DamageRectangle]) throws(Errno) {
    try open().markDirty(id, rectangles: rectangles)
  }
}
