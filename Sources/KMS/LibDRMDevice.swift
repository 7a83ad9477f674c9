internal import CDRM
internal import Glibc
public import Linux

/// A card of the real kernel, reached through libdrm.
///
/// Owns the descriptor and closes it when the last reference goes; the kernel then removes what
/// framebuffers were left and gives up mastership. Confined to the loop's thread.
public final class LibDRMDevice: KMSDevice {
  /// The device node.
  public let path: String
  /// The driver's name, as in `DRM_IOCTL_VERSION`; "unknown" where the kernel does not say.
  public let driverName: String

  /// -1 once it is closed.
  private(set) var descriptor: CInt
  /// The file that buffers and framebuffers are made by: the same, but where pictures are kept.
  var bufferDescriptor: CInt
  /// Who opened it, if not this program.
  let broker: (any SeatBroker)?
  /// What properties are, by number; they live as long as the card.
  var propertyShapes: [UInt32: KMSProperty] = [:]

  /// Opens a device node for mode setting.
  ///
  /// The first to open a card that no one drives becomes its master by that.
  ///
  /// - Parameter path: "/dev/dri/card0".
  /// - Returns: the card.
  /// - Throws: what `open(2)` answers, or `notSupported` for what is no DRM device.
  public static func open(path: String) throws(Errno) -> LibDRMDevice {
    // Without O_NONBLOCK a wake-up for nothing would hang in read(2).
    let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Errno.current }
    guard let version = drmGetVersion(descriptor) else {
      Glibc.close(descriptor)
      throw .notSupported
    }
    defer { drmFreeVersion(version) }
    let driver = version.pointee.name.map { String(cString: $0) } ?? "unknown"
    return LibDRMDevice(path: path, driverName: driver, descriptor: descriptor, broker: nil)
  }

  /// Opens a device node through the broker of a seat, which makes its session master and no longer.
  ///
  /// - Parameters:
  ///   - path: "/dev/dri/card0".
  ///   - broker: who opens it, and is told when it is closed.
  /// - Returns: the card.
  /// - Throws: what the broker answers, or `notSupported` for what is no DRM device.
  public static func open(path: String, broker: any SeatBroker) throws(Errno) -> LibDRMDevice {
    let descriptor = try broker.open(path)
    guard let version = drmGetVersion(descriptor) else {
      broker.close(descriptor)
      throw .notSupported
    }
    defer { drmFreeVersion(version) }
    let driver = version.pointee.name.map { String(cString: $0) } ?? "unknown"
    return LibDRMDevice(path: path, driverName: driver, descriptor: descriptor, broker: broker)
  }

  private init(
    path: String, driverName: String, descriptor: CInt, broker: (any SeatBroker)?
  ) {
    self.path = path
    self.broker = broker
    self.driverName = driverName
    self.descriptor = descriptor
    bufferDescriptor = descriptor
    // Primary planes are listed only for one who asks; who is refused does without formats.
    try? setClientCapability(.universalPlanes, to: true)
  }

  deinit { close() }

  /// Closes the file: `close(2)`.
  public func close() {
    guard descriptor >= 0 else { return }
    if keepsPictures { Glibc.close(bufferDescriptor) }
    if let broker { broker.close(descriptor) } else { Glibc.close(descriptor) }
    descriptor = -1
    bufferDescriptor = -1
  }

  /// Turns an answer of libdrm into an error where it is one.
  ///
  /// Some calls answer -errno, others -1 with `errno` set; -1 as -EPERM has `errno` set as well.
  static func check(_ answer: CInt) throws(Errno) {
    guard answer < 0 else { return }
    throw answer == -1 ? Errno.current : Errno(rawValue: -answer)
  }

  // MARK: - Capabilities

  /// Asks for a way of talking to the kernel: `drmSetClientCap`.
  public func setClientCapability(_ capability: ClientCapability, to isOn: Bool) throws(Errno) {
    try Self.check(drmSetClientCap(descriptor, capability.rawValue, isOn ? 1 : 0))
  }

  /// What the card says of itself: `drmGetCap`.
  public func capability(_ capability: DeviceCapability) throws(Errno) -> UInt64 {
    var value: UInt64 = 0
    try Self.check(drmGetCap(descriptor, capability.rawValue, &value))
    return value
  }

  // MARK: - Mastership

  /// Whether this file may set modes: `drmIsMaster`.
  ///
  /// That goes by what the kernel refuses: of a card that is gone, or a file that is closed, it would
  /// say yes.
  public var isMaster: Bool { descriptor >= 0 && drmIsMaster(descriptor) != 0 }

  /// Asks to be the one that sets modes: `drmSetMaster`.
  ///
  /// The broker of a seat has made it that already, or has another session in front.
  public func setMaster() throws(Errno) {
    guard broker == nil else {
      guard isMaster else { throw .accessDenied }
      return
    }
    try Self.check(drmSetMaster(descriptor))
  }

  /// Gives that up: `drmDropMaster`; the broker of a seat does that itself.
  public func dropMaster() throws(Errno) {
    if broker == nil { try Self.check(drmDropMaster(descriptor)) }
  }

  // MARK: - Events

  /// The card's descriptor.
  public var eventDescriptor: CInt? { descriptor }

  /// Always nil: the descriptor tells.
  public var nextEventTime: Int64? { nil }

  /// Takes all events that wait: `read(2)` until EAGAIN.
  public func readEvents() throws(Errno) -> [FlipEvent] {
    var events: [FlipEvent] = []
    while true {
      let answer = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) {
        buffer -> Result<Int, Errno> in
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count >= 0 else { return .failure(Errno.current) }
        events += FlipEvent.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return .success(count)
      }
      switch answer {
      // Never the end of anything: the kernel says 0 when an event does not fit.
      case .success(0): return events
      case .success, .failure(.interrupted): continue
      case .failure(.wouldBlock): return events
      case .failure(let error):
        // What was read is not lost over what could not be; the next call says it again.
        if events.isEmpty { throw error }
        return events
      }
    }
  }
}
