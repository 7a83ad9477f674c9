public import KMS
public import Linux

/// A simulated graphics card: answers as the kernel does, errno for errno, and misbehaves on request.
///
/// Give it to a program in place of a real card, with a real clock or a virtual one:
///
///     let clock = VirtualClock()
///     let configuration = try FakeDisplayConfiguration.parse("1280x720@59.94")
///     let device = FakeKMSDevice(configuration: configuration, clock: clock)
///     device.checksBuffers = true
///     // … run the program on it, then ask what was seen:
///     #expect(device.bufferViolations.isEmpty && device.liveMappings == 0)
///     #expect(device.scanOut.map(\.count) == [2, 2, 2, 2])
///
/// Time is looked at only when a call is made: there is no thread and no wake-up. Its pixels are
/// ordinary memory. Confined to one thread, like every `KMSDevice`; no observer may call back into
/// it. Differs from a kernel in that a mode set takes no time of its own: it waits for a pending
/// flip, but not for the vblank from which on its picture is seen.
public final class FakeKMSDevice: KMSDevice {
  /// What the card is like.
  public let configuration: FakeDisplayConfiguration
  /// What vblanks are timed by.
  public let clock: any LoopClock
  /// What goes wrong from now on.
  public var faults: FakeFaults
  /// Is shown each picture when it reaches a screen, before the program learns of it.
  public var onScanOut: ((ScannedPicture) -> Void)?
  /// Whether buffers are summed up to find those that are written while a screen shows them.
  ///
  /// Costs reading each picture three times: for tests, not for measuring.
  public var checksBuffers = false

  let crtcs: [FakeCRTC]
  let connectorNumbers: [UInt32]
  let encoderNumbers: [UInt32]
  let planeObjects: [FakePlane]
  let propertyNumbers: [FakeProperty: UInt32]
  var lastNumber: UInt32
  var master: FakeMaster
  var buffers: [UInt32: FakeBuffer] = [:]
  var lastHandle: UInt32 = 0
  var framebuffers: [UInt32: FakeFramebuffer] = [:]
  var mappings: [UInt: (buffer: FakeBuffer, count: Int)] = [:]
  var blobs: [UInt32: (bytes: [UInt8], isOurs: Bool)] = [:]
  var settings: [FakeCommit.Setting: UInt64] = [:]
  // As for a card that was opened with universal planes asked for.
  var listsAllPlanes = true
  var isAtomic = false
  var unread: [(event: FlipEvent, time: Int64)] = []
  var damage: [DamageRectangle]?
  var flipCount = 0
  var bufferCount = 0
  var record = ScanOutRecord()
  var violations: [BufferViolation] = []

  /// Plugs a card in.
  ///
  /// - Parameters:
  ///   - configuration: what the card is like; at least one output.
  ///   - clock: what vblanks are timed by.
  public init(configuration: FakeDisplayConfiguration, clock: any LoopClock) {
    let crtcCount = configuration.crtcCount ?? configuration.outputs.count
    precondition((1...32).contains(crtcCount), "a card has 1 to 32 CRTCs")
    self.configuration = configuration
    self.clock = clock
    faults = configuration.faults
    var number: UInt32 = 31
    func numbers(_ count: Int) -> [UInt32] {
      (0..<count).map { _ in
        number += 1
        return number
      }
    }
    crtcs = numbers(crtcCount).map {
      FakeCRTC(id: $0, firstSequence: configuration.firstSequence)
    }
    encoderNumbers = numbers(configuration.outputs.count)
    connectorNumbers = numbers(configuration.outputs.count)
    var planes = numbers(crtcCount).enumerated().map { index, id in
      FakePlane(id: id, kind: .primary, possibleCRTCs: 1 << UInt32(index))
    }
    planes += numbers(configuration.overlayCount).map {
      FakePlane(id: $0, kind: .overlay, possibleCRTCs: .max)
    }
    planeObjects = planes
    propertyNumbers = Dictionary(
      uniqueKeysWithValues: zip(
        FakeProperty.allCases, numbers(FakeProperty.allCases.count)))
    lastNumber = number
    master = FakeMaster(
      isHeldByAnother: configuration.masterIsHeldByAnother,
      isPrivileged: configuration.isPrivileged)
    record.limit = configuration.recordLimit
    if configuration.consoleIsLit { lightConsole() }
  }

  /// "simulated display", with the size and rate of its first output.
  public var path: String {
    guard let mode = configuration.outputs.first?.modes.first else { return "simulated display" }
    let timing = mode.timing
    return "simulated display \(timing.hdisplay)x\(timing.vdisplay)@\(mode.refresh)"
  }

  /// "fake".
  public var driverName: String { "fake" }

  /// Always nil: see `nextEventTime`.
  public var eventDescriptor: CInt? { nil }

  /// When the next event is or was there to read, in nanoseconds of the device's clock.
  public var nextEventTime: Int64? {
    settle()
    if let waiting = unread.first { return waiting.time }
    return crtcs.compactMap { crtc in
      crtc.pending.flatMap { $0.sendsEvent ? $0.time : nil }
    }.min()
  }

  /// Takes the events of flips that are done.
  public func readEvents() throws(Errno) -> [FlipEvent] {
    settle()
    defer { unread.removeAll(keepingCapacity: true) }
    return unread.map(\.event)
  }

  // MARK: - What tests ask

  /// Dumb buffers that have a handle.
  public var liveBuffers: Int { buffers.count }

  /// Framebuffers that the program has not removed.
  public var liveFramebuffers: Int { framebuffers.values.count { !$0.isConsole } }

  /// Blobs that the program has not given up.
  public var liveBlobs: Int { blobs.values.count { $0.isOurs } }

  /// What the last flip or commit said had changed in its picture; nil for all of it.
  public internal(set) var lastDamage: [DamageRectangle]? {
    get { damage }
    set { damage = newValue }
  }

  /// Mappings that have not been taken back.
  public var liveMappings: Int { mappings.values.reduce(0) { $0 + $1.count } }

  /// Page flips granted so far, those that a fault refused among them.
  public var flips: Int { flipCount }

  /// What has been on the screens, oldest first; the last of each screen counts up to now.
  ///
  /// Holds the last `recordLimit` changes of picture.
  public var scanOut: [ScanOutRun] {
    settle()
    let open = crtcs.compactMap { crtc -> ScanOutRun? in
      guard var run = crtc.run else { return nil }
      let last = crtc.lastVblank(by: clock.now)
      run.count = last >= run.firstVblank ? last - run.firstVblank + 1 : 0
      return run
    }
    return record.runs + open
  }

  /// Buffers found to have been written while a screen showed them; see `checksBuffers`.
  public var bufferViolations: [BufferViolation] {
    settle()
    for crtc in crtcs {
      if let scanned = crtc.scanned { check(scanned, on: crtc, wasQueued: false) }
    }
    return violations
  }
}
