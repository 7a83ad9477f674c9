public import KMS
public import Linux
import Pixels

/// Calls that no program should make, and whose refusals programs rely on.
extension FakeKMSDevice {
  /// EINVAL for one of DRM's, ENOTTY for another.
  public func unknownRequest(isOfDRM: Bool) throws(Errno) {
    try enter()
    throw isOfDRM ? .invalidArgument : Errno(rawValue: 25)
  }

  /// EINVAL for a question that the kernel does not know.
  public func rawCapability(_ number: UInt64) throws(Errno) -> UInt64 {
    guard let known = DeviceCapability(rawValue: number) else {
      try enter()
      throw .invalidArgument
    }
    return try capability(known)
  }

  /// EINVAL for a number or a value that the kernel does not know.
  public func rawClientCapability(_ number: UInt64, value: UInt64) throws(Errno) {
    try enter()
    guard let known = ClientCapability(rawValue: number), value <= (known == .atomic ? 2 : 1)
    else { throw .invalidArgument }
    try setClientCapability(known, to: value != 0)
  }

  /// EINVAL for the master, EACCES for everybody else.
  public func authenticateNobody() throws(Errno) {
    try enter(asMaster: true)
    throw .invalidArgument
  }

  /// EBUSY while another has it, EACCES for who may not ask.
  public func setMaster(asRoot: Bool, inChild: Bool) throws(Errno) {
    try enter()
    guard asRoot || file.wasMaster && !inChild else { throw .accessDenied }
    try card.master.set(file)
  }

  /// EINVAL for who has it not, EACCES for who may not ask.
  public func dropMaster(asRoot: Bool) throws(Errno) {
    try enter()
    guard asRoot || file.wasMaster else { throw .accessDenied }
    try card.master.drop(file)
  }

  /// The flags are passed over.
  public func createDumbBuffer(
    width: UInt32, height: UInt32, bitsPerPixel: UInt32, flags: UInt32
  ) throws(Errno) -> DumbBufferInfo {
    try createDumbBuffer(width: width, height: height, bitsPerPixel: bitsPerPixel)
  }

  /// ENOENT for a bad handle.
  public func mapOffset(of handle: UInt32) throws(Errno) -> UInt64 {
    try enter()
    guard let buffer = file.buffers[handle] else { throw .notFound }
    return buffer.offset
  }

  /// EINVAL for a bad offset, EACCES for another file's, EINVAL for too much, or a private mapping.
  public func tryMapping(offset: UInt64, byteCount: Int, isPrivate: Bool) throws(Errno) {
    try enter()
    let owners = card.files.filter { $0.buffers.values.contains { $0.offset == offset } }
    let buffers = owners.flatMap(\.buffers.values)
    guard let buffer = buffers.first(where: { $0.offset == offset }) else {
      throw .invalidArgument
    }
    guard owners.contains(where: { $0 === file }) else { throw .accessDenied }
    guard byteCount <= buffer.memory.count, !isPrivate else { throw .invalidArgument }
  }

  /// As ADDFB2, of the format that a depth stands for.
  public func addFramebuffer(
    width: UInt32, height: UInt32, buffer: DumbBufferInfo, depth: UInt32, bitsPerPixel: UInt32
  ) throws(Errno) -> UInt32 {
    try enter()
    let formats: [[UInt32]: UInt32] = [
      [24, 32]: PixelFormat.xrgb8888.fourCC, [32, 32]: PixelFormat.argb8888.fourCC,
      [16, 16]: PixelFormat.rgb565.fourCC, [30, 32]: 0x3033_5258,
    ]
    guard let format = formats[[depth, bitsPerPixel]] else { throw .invalidArgument }
    return try addFramebuffer(
      FramebufferRequest(width: width, height: height, fourCC: format, buffer: buffer))
  }

  /// EBADF for a closed file, EAGAIN for nothing there, 0 where not even one event fits.
  public func read(byteCount: Int) throws(Errno) -> Int {
    card.settle()
    guard !file.isClosed else { throw .badDescriptor }
    let waiting = file.unread.count { $0.time <= card.world.now }
    guard waiting > 0 else { throw .wouldBlock }
    let count = min(waiting, byteCount / 32)
    file.unread.removeFirst(count)
    return count * 32
  }

  /// Never hung up, not even where the card is gone.
  public func poll() -> PollAnswer {
    card.settle()
    return file.unread.contains { $0.time <= card.world.now } ? .readable : []
  }

  /// EOPNOTSUPP where there are none, EINVAL while the CRTC is off.
  public func waitForNoVblank() throws(Errno) { _ = try vblank(crtc: card.crtcs[0].id) }
}
