public import KMS
public import Linux

/// A simulated graphics card, opened: answers as the kernel does, errno for errno, and misbehaves on
/// request.
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
/// Made so it is a card of its own, opened once; `openAgain` gives further files of the card, and a
/// `FakeMachine` has several cards that come and go. What was seen is asked of the card, through
/// whatever file. Time is looked at only when a call is made: there is no thread and no wake-up. Its
/// pixels are ordinary memory. Confined to one thread, like every `KMSDevice`; no observer may call
/// back into it. Differs from a kernel in that a mode set takes no time of its own: it waits for a
/// pending flip, but not for the vblank from which on its picture is seen.
public final class FakeKMSDevice: KMSDevice {
  /// The card, with its cables.
  public let card: FakeCard
  /// Whether another program has the framebuffers as well.
  public var keepsPictures = false

  let file: FakeFile
  /// Whether nobody but this file, and those opened from it, knows of the card.
  private let isAlone: Bool

  /// Plugs a card in and opens it.
  ///
  /// - Parameters:
  ///   - configuration: what the card is like; at least one output.
  ///   - clock: what vblanks are timed by.
  public convenience init(configuration: FakeDisplayConfiguration, clock: any LoopClock) {
    let mode = configuration.outputs.first?.modes.first
    let what = mode.map { " \($0.timing.hdisplay)x\($0.timing.vdisplay)@\($0.refresh)" } ?? ""
    self.init(
      FakeCard(
        configuration: configuration, path: "simulated display\(what)",
        world: FakeWorld(clock: clock)), isAlone: true)
  }

  /// Opens a card once more.
  ///
  /// - Parameter isPrivileged: whether it may become master without having been it; nil for what
  ///   the card's configuration says.
  init(_ card: FakeCard, isPrivileged: Bool? = nil, isAlone: Bool = false) {
    self.card = card
    self.isAlone = isAlone
    file = card.open(isPrivileged: isPrivileged ?? card.configuration.isPrivileged)
  }

  deinit {
    // Of a card that nobody can ask any more nothing is to be told.
    if !isAlone { card.close(file) }
  }

  /// Another file of the same card, as another program opens it: master only where nobody is.
  ///
  /// - Parameter isPrivileged: whether it may become master without having been it, as root may.
  public func openAgain(isPrivileged: Bool = true) throws(Errno) -> FakeKMSDevice {
    card.settle()
    guard !card.isGone else { throw .notFound }
    return FakeKMSDevice(card, isPrivileged: isPrivileged, isAlone: isAlone)
  }

  /// Closes the file, as its program's end does, by SIGKILL or otherwise.
  ///
  /// A pending flip is waited for and its event lost, the file's pictures go dark, its handles and
  /// the right to set modes are given up; the console comes back with the last file of a card.
  /// Every call fails with EBADF then.
  public func close() { card.close(file) }

  // MARK: - The card

  /// What the card is like.
  public var configuration: FakeDisplayConfiguration { card.configuration }

  /// What vblanks are timed by.
  public var clock: any LoopClock { card.clock }

  /// What goes wrong from now on.
  public var faults: FakeFaults {
    get { card.faults }
    set { card.faults = newValue }
  }

  /// Is shown each picture when it reaches a screen, before the program learns of it.
  public var onScanOut: ((ScannedPicture) -> Void)? {
    get { card.onScanOut }
    set { card.onScanOut = newValue }
  }

  /// Whether buffers are summed up to find those that are written while a screen shows them.
  ///
  /// Costs reading each picture three times: for tests, not for measuring.
  public var checksBuffers: Bool {
    get { card.checksBuffers }
    set { card.checksBuffers = newValue }
  }

  /// Whether what the program reads from its mappings is noise, so that pictures show it: see
  /// `FakeCard.mappingsReadAsNoise`.
  public var mappingsReadAsNoise: Bool {
    get { card.mappingsReadAsNoise }
    set { card.mappingsReadAsNoise = newValue }
  }

  /// Dumb buffers that have a handle.
  public var liveBuffers: Int { card.liveBuffers }

  /// Framebuffers that the program has not removed.
  public var liveFramebuffers: Int { card.liveFramebuffers }

  /// Blobs that the program has not given up.
  public var liveBlobs: Int { card.liveBlobs }

  /// What the last flip or commit said had changed in its picture; nil for all of it.
  public var lastDamage: [DamageRectangle]? { card.lastDamage }

  /// Mappings that have not been taken back.
  public var liveMappings: Int { card.liveMappings }

  /// Page flips granted so far, those that a fault refused among them.
  public var flips: Int { card.flips }

  /// What has been on the screens, oldest first; the last of each screen counts up to now.
  ///
  /// Holds the last `recordLimit` changes of picture.
  public var scanOut: [ScanOutRun] { card.scanOut }

  /// Buffers found to have been written while a screen showed them; see `checksBuffers`.
  public var bufferViolations: [BufferViolation] { card.bufferViolations }

  // MARK: - The file

  /// The card's node; "simulated display", with the size and rate of its first output, for a card
  /// of its own.
  public var path: String { card.path }

  /// The driver's name: "fake" unless the configuration says otherwise.
  public var driverName: String { configuration.driverName }

  /// Always nil: see `nextEventTime`.
  public var eventDescriptor: CInt? { nil }

  /// When the next event is or was there to read, in nanoseconds of the device's clock.
  public var nextEventTime: Int64? {
    card.settle()
    let waiting = file.unread.map(\.time).min()
    let coming = card.crtcs.compactMap { crtc in
      crtc.pending.flatMap { $0.file === file && !$0.isLost ? $0.time : nil }
    }
    return coming.reduce(waiting) { min($0 ?? .max, $1) }
  }

  /// Takes the events of flips that are done.
  public func readEvents() throws(Errno) -> [FlipEvent] {
    card.settle()
    guard !file.isClosed else { throw .badDescriptor }
    // What a script made the card do before its time is not there to read before it.
    let now = card.world.now
    defer { file.unread.removeAll { $0.time <= now } }
    return file.unread.filter { $0.time <= now }.map(\.event)
  }

  /// What each call begins with: ENODEV for a card that is gone, EACCES where only a master may.
  func enter(asMaster: Bool = false) throws(Errno) {
    card.settle()
    guard !file.isClosed else { throw .badDescriptor }
    guard !card.isGone else { throw .noDevice }
    guard !asMaster || card.master.holder === file else { throw .accessDenied }
  }
}
