public import Linux
public import Pixels

/// One display, driven: three buffers, at most one mode set, then page flips at vblank.
///
/// Goes by atomic commits where the card has them and by the older calls otherwise, which is the
/// same to whoever uses it.
/// Draw with `prepare`, show with `show`, and call `handleEvents` when `eventDescriptor` is
/// readable, `nextEventTime` has come, or `handleWatchdog` at `watchdogDeadline`. Dropping it frees
/// the buffers; call `restore` first. Confined to the thread of the device.
public final class Screen {
  /// What came of asking for a picture to be shown.
  public enum Outcome: Sendable, Hashable {
    /// Nothing was prepared.
    case nothing
    /// A flip is under way; `handleEvents` will tell when it is done.
    case submitted
    /// It is on screen: the first one, or the mode was set with it.
    case shown(Presentation)
    /// It is kept, and shown by `handleEvents` as soon as the kernel has room.
    case waiting
    /// It is kept, and something is the matter with the display.
    case trouble(ScreenTrouble)
  }

  /// The card.
  public let device: any KMSDevice
  /// The output, and why it.
  public let choice: OutputChoice
  /// How pixels lie in the buffers.
  public let format: PixelFormat
  /// Visible pixels, as they are scanned out.
  public var size: PixelSize { choice.size }
  /// Visible pixels, as who looks at pictures upright sees them: the size of a canvas.
  public var uprightSize: PixelSize { choice.uprightSize }
  /// The timing.
  public var mode: DisplayMode { choice.mode }
  /// When vblanks are; numbered from the first picture on.
  public internal(set) var clock: VblankClock
  /// Counts of what was done.
  public internal(set) var statistics = ScreenStatistics()
  /// Whether a picture was shown at all.
  public internal(set) var isLit = false
  /// What is the matter with the display; nil while all is well.
  public internal(set) var trouble: ScreenTrouble?
  /// Which of the kernel's ways is used: `atomic` or `legacy`.
  public var interface: KMSInterface { path.interface }
  /// Why that one, in a sentence.
  public let interfaceReason: String

  let path: any ScanoutPath
  /// Nanoseconds between looks whether a still picture is still on the display; nil for none.
  public var lookInterval: Int64?
  /// Whether anything was changed on the card that is to be put back.
  var isTaken = false
  /// When the display was last known to show our picture.
  var lastLook: Int64 = 0
  var damage = ScreenDamage()
  let time: any LoopClock
  let background: Color
  var machine: FlipMachine
  var buffers: [ScanoutBuffer]

  /// Becomes master of the card and makes buffers; nothing changes on screen yet.
  ///
  /// A screen needs three buffers, and one for its first picture. A player that wants that picture
  /// on screen at once defers the others and calls `completeBuffers` after it.
  ///
  /// - Parameters:
  ///   - device: the card.
  ///   - choice: what to drive, of this card.
  ///   - interface: which of the kernel's ways to use.
  ///   - format: how pixels lie.
  ///   - background: the colour around pictures.
  ///   - time: the clock that the device lives by.
  ///   - earlier: the screen that this one follows: its vblanks are counted on, and what was there
  ///     before it is put back after this one, where it is the same card's.
  ///   - defersBuffers: makes one buffer only.
  /// - Throws: `busy` where another program drives the card, `denied` where the right is missing,
  ///   `bufferFailed` where memory is; the first two may be tried again. `refused` where atomic
  ///   commits were asked for by name and are not to be had.
  public init(
    device: any KMSDevice, choice: OutputChoice, format: PixelFormat, background: Color,
    interface: KMSInterface = .automatic, time: any LoopClock = SystemClock(),
    following earlier: Screen? = nil, defersBuffers: Bool = false
  ) throws(DisplayError) {
    try Self.becomeMaster(of: device)
    self.device = device
    self.choice = choice
    self.format = format
    self.background = background
    self.time = time
    let period = choice.mode.pacingRefresh.period
    machine = FlipMachine(bufferCount: Self.bufferCount, crtc: choice.crtc, period: period)
    clock = VblankClock(
      kind: .hardware, nominalPeriod: period, anchor: time.now, following: earlier?.clock)
    buffers = try Self.makeBuffers(1, after: 0, on: device, choice: choice, format: format)
    let chosen = try ChosenPath.choose(
      on: device, for: choice, wanted: interface, framebuffer: buffers[0].framebuffer)
    path = chosen.path
    interfaceReason = chosen.reason
    if let earlier, earlier.device === device {
      machine.lastUserData = earlier.machine.lastUserData
      path.inherit(from: earlier.path)
    }
    if !defersBuffers { try makeBuffers(upTo: Self.bufferCount) }
  }

  /// One on screen, one on its way there, one to draw into.
  static let bufferCount = 3

  /// Makes the buffers that were deferred; nothing where none was.
  ///
  /// With two a screen still shows every picture, but has none to draw into while a flip is in
  /// flight.
  ///
  /// - Returns: why there are only two; nil where there are three.
  /// - Throws: `bufferFailed` where there is memory for one only.
  public func completeBuffers() throws(DisplayError) -> DisplayError? {
    do {
      try makeBuffers(upTo: Self.bufferCount)
      return nil
    } catch {
      guard buffers.count > 1 else { throw error }
      return error
    }
  }

  private func makeBuffers(upTo count: Int) throws(DisplayError) {
    while buffers.count < count {
      buffers += try Self.makeBuffers(
        1, after: buffers.count, on: device, choice: choice, format: format)
    }
  }

  private static func makeBuffers(
    _ count: Int, after present: Int, on device: any KMSDevice, choice: OutputChoice,
    format: PixelFormat
  ) throws(DisplayError) -> [ScanoutBuffer] {
    var buffers: [ScanoutBuffer] = []
    for number in present + 1...present + count {
      buffers.append(
        ScanoutBuffer(
          try DumbBuffer(
            device: device, size: choice.size, format: format,
            name: "Screen buffer \(number) of \(bufferCount)")))
    }
    return buffers
  }

  static func becomeMaster(of device: any KMSDevice) throws(DisplayError) {
    guard !device.isMaster else { return }
    do { try device.setMaster() } catch .busy {
      throw DisplayError(
        .busy,
        "\(device.path) is driven by \(CardUsers.look(at: device.path).driver). A desktop, a "
          + "splash screen or another player: end it, or run from a text console of its own.",
        errno: .busy)
    } catch .accessDenied {
      throw DisplayError(
        .denied,
        "Not allowed to drive \(device.path), which was opened first by "
          + "\(CardUsers.look(at: device.path).driver). End it, or run as root.",
        errno: .accessDenied)
    } catch {
      throw DisplayError(
        error == .noDevice ? .lost : .refused,
        "\(device.path) does not let itself be driven: \(error).", errno: error)
    }
  }

  // MARK: - Time

  /// Nanoseconds of one refresh, as observed.
  public var period: Double { clock.period }

  /// Whether flips wait for a vblank; known from the first picture on.
  public var hasVblank: Bool { clock.kind == .hardware }

  /// When to submit a picture so that it is on screen from a vblank on, in nanoseconds.
  ///
  /// With vblank: a quarter of a refresh after the vblank before it, so that it cannot come one
  /// too early. Without: at that time itself, since it is shown at once.
  public func submissionTime(forVblank vblank: Int64) -> Int64 {
    hasVblank
      ? clock.time(ofVblank: vblank - 1) + Int64(clock.period / 4)
      : clock.time(ofVblank: vblank)
  }

  /// The vblank that a picture submitted at a time will be on screen from.
  public func vblank(submittingAt time: Int64) -> Int64 {
    let next = clock.vblank(after: time)
    return hasVblank ? next : next - 1
  }

  // MARK: - Waiting

  /// A descriptor that becomes readable when a flip is done; nil for a simulated device.
  public var eventDescriptor: CInt? { device.eventDescriptor }

  /// When a device without a descriptor has its next event; nil for none.
  public var nextEventTime: Int64? { device.nextEventTime }

  /// When `handleEvents` is to be called to try again what was refused; nil for never.
  public var retryTime: Int64? {
    if case .backingOff(let until) = machine.condition { until } else { nil }
  }

  /// When `handleWatchdog` is to be called; nil while no flip is in flight.
  public var watchdogDeadline: Int64? { machine.watchdogDeadline }

  /// Whether a flip is in flight; the next picture may be prepared, not shown.
  public var isFlipPending: Bool { machine.isFlipPending }

  // MARK: - Drawing

  /// Whether a picture is prepared that was not submitted.
  public var isPrepared: Bool { machine.buffers.contains(.drawn) }

  /// Whether a buffer is free, so that preparing loses no picture prepared before.
  public var canPrepare: Bool {
    machine.buffers.prefix(buffers.count).contains(.free) && !isPrepared
  }
}
