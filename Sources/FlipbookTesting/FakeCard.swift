public import KMS
public import Linux
import Pixels

/// A simulated graphics card with its cables, whoever has it open: what goes in and out of it, and
/// what its screens showed.
///
/// Programs talk to it through a `FakeKMSDevice`, a file of it; tests pull its cables, let other
/// programs take it, and ask it what was seen. Confined to one thread.
public final class FakeCard {
  /// What the card was like when it was plugged in.
  public let configuration: FakeDisplayConfiguration
  /// Its device node, "/dev/dri/card0".
  public let path: String
  /// What vblanks are timed by.
  public var clock: any LoopClock { world.clock }
  /// What goes wrong from now on.
  public var faults: FakeFaults
  /// Is shown each picture when it reaches a screen, before the program learns of it.
  public var onScanOut: ((ScannedPicture) -> Void)?
  /// Is told each time that something goes wrong; may ask nothing of the card.
  public var onIncident: ((FakeIncident) -> Void)?
  /// Whether buffers are summed up to find those that are written while a screen shows them.
  ///
  /// Costs reading each picture three times: for tests, not for measuring.
  public var checksBuffers = false
  /// Whether what a program reads from its mappings is noise, so that pictures show it.
  ///
  /// What is written goes to the screen as ever, and what is left as it was stays as it was: only
  /// reading back is punished, which on real hardware takes a hundred times as long as writing. Holds
  /// for formats of 32 bits a pixel, from the first time that a buffer is handed over.
  public var mappingsReadAsNoise = false

  let world: FakeWorld
  let crtcs: [FakeCRTC]
  var connectors: [FakeConnector]
  let planes: [FakePlane]
  let propertyNumbers: [FakeProperty: UInt32]
  var lastNumber: UInt32
  var files: [FakeFile] = []
  var master = FakeMaster()
  /// The file of the other program that tests speak of.
  var other: FakeFile?
  var framebuffers: [UInt32: FakeFramebuffer] = [:]
  var mappings: [UInt: (buffer: FakeBuffer, count: Int)] = [:]
  var blobs: [UInt32: (bytes: [UInt8], owner: FakeFile?)] = [:]
  var settings: [FakeCommit.Setting: UInt64] = [:]
  /// The connector that the kernel's console is on, and its picture; nil for no console.
  var console: FakeFramebuffer?
  /// Whether it was pulled out; files of it that are open live on and are told so.
  public internal(set) var isGone = false
  /// What the last flip or commit said had changed in its picture; nil for all of it.
  public internal(set) var lastDamage: [DamageRectangle]?
  /// When something last went wrong: a fault came about, a cable was moved, or another program or
  /// the console took the screen or left it; nil for never.
  ///
  /// A fault that waits for a call counts from when it met one.
  public internal(set) var lastFaultTime: Int64?
  var flipCount = 0
  var modeSetCount = 0
  var bufferCount = 0
  var record = ScanOutRecord()
  var violations: [BufferViolation] = []

  init(configuration: FakeDisplayConfiguration, path: String, world: FakeWorld) {
    let crtcCount = configuration.crtcCount ?? configuration.outputs.count
    precondition((1...32).contains(crtcCount), "a card has 1 to 32 CRTCs")
    self.configuration = configuration
    self.path = path
    self.world = world
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
    let encoders = numbers(configuration.outputs.count)
    connectors = zip(numbers(configuration.outputs.count), zip(encoders, configuration.outputs))
      .map { FakeConnector(id: $0, encoder: $1.0, output: $1.1) }
    var planes = numbers(crtcCount).enumerated().map { index, id in
      FakePlane(id: id, kind: .primary, possibleCRTCs: 1 << UInt32(index))
    }
    planes += numbers(configuration.overlayCount).map {
      FakePlane(id: $0, kind: .overlay, possibleCRTCs: .max)
    }
    self.planes = planes
    propertyNumbers = Dictionary(
      uniqueKeysWithValues: zip(
        FakeProperty.allCases, numbers(FakeProperty.allCases.count)))
    lastNumber = number
    record.limit = configuration.recordLimit
    world.add(self)
    if configuration.consoleIsLit { showConsoleNow() }
    if configuration.masterIsHeldByAnother { letAnotherTakeMaster() }
  }

  // MARK: - Files

  /// Opens it once more; whoever comes first while nobody is master becomes it.
  func open(isPrivileged: Bool) -> FakeFile {
    let file = FakeFile(isPrivileged: isPrivileged)
    files.append(file)
    master.welcome(file)
    return file
  }

  /// Closes a file, as its program's end does: its pictures go dark, and with the last file the
  /// console comes back.
  func close(_ file: FakeFile) {
    guard !file.isClosed else { return }
    settle()
    file.isClosed = true
    file.unread = []
    for crtc in crtcs where crtc.pending?.file === file { crtc.pending?.file = nil }
    for picture in framebuffers.values.filter({ $0.owner === file }).sorted(by: { $0.id < $1.id }) {
      remove(picture)
    }
    for (id, blob) in blobs where blob.owner === file { giveUpBlob(id) }
    file.buffers = [:]
    master.leave(file)
    files.removeAll { $0 === file }
    if files.isEmpty, !isGone { showConsoleIfAny() }
  }

  // MARK: - What tests ask

  /// How often a display was asked for its modes anew, which holds up a real card's pictures.
  public internal(set) var probes = 0

  /// How many times it is open now, by all programs together.
  public var openFiles: Int { files.count }

  /// Dumb buffers that have a handle in a file.
  public var liveBuffers: Int { files.reduce(0) { $0 + $1.buffers.count } }

  /// Framebuffers that programs have not removed.
  public var liveFramebuffers: Int { framebuffers.values.count { $0.owner != nil } }

  /// Blobs that programs have not given up.
  public var liveBlobs: Int { blobs.values.count { $0.owner != nil } }

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
      let last = crtc.lastVblank(by: world.now)
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

  // MARK: - What is told of it

  /// When there is or was something to take, or the next thing of a script; nil for none to come.
  public var nextChangeTime: Int64? {
    settle()
    return world.firstTold ?? world.nextEntry
  }

  /// What the kernel told of it, and of the other cards of its machine, oldest first.
  public func takeChanges() -> [DeviceChange] {
    settle()
    return world.takeChanges()
  }

  func settle() { world.settle() }

  func newNumber() -> UInt32 {
    lastNumber += 1
    return lastNumber
  }
}
