import FlipbookTesting
import KMS
import Linux
import Pixels
import TestSupport
import Testing

@Suite("A screen")
struct ScreenTests {
  static let small = PixelSize(width: 16, height: 8)

  private func stage(
    _ interface: KMSInterface, _ profile: FakeProfile = .vblank,
    _ change: (inout FakeDisplayConfiguration) -> Void = { _ in }
  ) throws -> Stage {
    var configuration = FakeDisplayConfiguration(size: Self.small, profile: profile)
    change(&configuration)
    return try Stage(configuration, interface)
  }

  @Test(
    "lights with the first picture and flips from then on, one picture a vblank",
    arguments: [KMSInterface].both)
  func flips(interface: KMSInterface) throws {
    let stage = try stage(interface)
    guard case .shown(let presentation) = stage.show(0) else {
      Issue.record("the first picture was not shown by a mode set")
      return
    }
    #expect(presentation.vblank == 0)
    var shown: [Int64] = []
    for index in 1...20 {
      #expect(stage.show(UInt8(index)) == .submitted)
      #expect(stage.screen.isFlipPending)
      shown += stage.nextEvents().map(\.vblank)
    }
    #expect(shown == Array(1...20))
    #expect(stage.screen.hasVblank)
    #expect(stage.device.bufferViolations.isEmpty)
    #expect(stage.device.scanOut.suffix(21).allSatisfy { $0.count == 1 })
    // The console ran in the same mode.
    #expect(stage.screen.statistics.modeSets == 0)
    #expect(stage.screen.statistics.takeOvers == 1)
    #expect(stage.screen.statistics.completedFlips == 20)
    #expect(stage.screen.interface == interface)
  }

  @Test(
    "is on time: what is submitted for a vblank is on screen from just that one on",
    arguments: [KMSInterface].both)
  func onTime(interface: KMSInterface) throws {
    let stage = try stage(interface) { $0.firstSequence = 4_294_967_290 }
    _ = stage.show(0)
    var random = RandomSource(seed: 3)
    var vblank: Int64 = 0
    for _ in 1...200 {
      vblank += Int64.random(in: 1...9, using: &random)
      _ = stage.screen.prepare(stage.picture(UInt8(truncatingIfNeeded: vblank)))
      stage.clock.advance(to: stage.screen.submissionTime(forVblank: vblank))
      #expect(stage.screen.vblank(submittingAt: stage.now) == vblank)
      #expect(stage.screen.show(now: stage.now) == .submitted)
      #expect(stage.nextEvents().map(\.vblank) == [vblank])
    }
  }

  @Test(
    "without vblank keeps a grid of its own", arguments: [FakeProfile.noVblank, .hostCopy],
    [KMSInterface].both)
  func withoutVblank(profile: FakeProfile, interface: KMSInterface) throws {
    let stage = try stage(interface, profile)
    _ = stage.show(0)
    #expect(!stage.screen.hasVblank)
    let start = stage.screen.clock.time(ofVblank: 0)
    for vblank in Int64(1)...100 {
      _ = stage.screen.prepare(stage.picture(1))
      stage.clock.advance(to: stage.screen.submissionTime(forVblank: vblank))
      #expect(stage.screen.vblank(submittingAt: stage.now) == vblank)
      #expect(stage.screen.show(now: stage.now) == .submitted)
      let shown = stage.nextEvents()
      #expect(shown.map(\.vblank) == [vblank])
      #expect(abs(stage.now - start - vblank * 16_666_667) < 1_100_000)
    }
    #expect(stage.screen.period == 1e9 / 60)
  }

  @Test(
    "keeps a picture that comes while a flip is in flight, and shows it next",
    arguments: [KMSInterface].both)
  func keepsPicture(interface: KMSInterface) throws {
    let stage = try stage(interface)
    _ = stage.show(0)
    #expect(stage.show(1) == .submitted)
    #expect(stage.show(2) == .waiting)
    #expect(stage.nextEvents().map(\.vblank) == [1])
    #expect(stage.screen.isFlipPending)
    #expect(stage.nextEvents().map(\.vblank) == [2])
    #expect(!stage.screen.isFlipPending)
    #expect(stage.screen.show(now: stage.now) == .nothing)
  }

  @Test(
    "draws anew what was not shown, and never into what is or will be",
    arguments: [KMSInterface].both)
  func redraws(interface: KMSInterface) throws {
    let stage = try stage(interface)
    _ = stage.show(0)
    _ = stage.show(1)
    #expect(stage.screen.canPrepare)
    for value in UInt8(2)...9 { #expect(stage.screen.prepare(stage.picture(value))) }
    #expect(stage.screen.isPrepared)
    #expect(!stage.screen.canPrepare)
    _ = stage.nextEvents()
    #expect(stage.device.bufferViolations.isEmpty)
  }

  @Test("sets the mode anew where a driver is busy for no reason", arguments: [KMSInterface].both)
  func spuriousBusy(interface: KMSInterface) throws {
    let stage = try stage(interface) {
      $0.consoleIsLit = false
      $0.faults.busyFlips = [2, 3]
    }
    _ = stage.show(0)
    _ = stage.show(1)
    _ = stage.nextEvents()
    for expected in [Int64(2), 3] {
      stage.clock.advance(to: stage.screen.submissionTime(forVblank: expected))
      guard case .shown(let presentation) = stage.show(UInt8(expected)) else {
        Issue.record("no mode set")
        return
      }
      #expect(presentation.vblank == expected)
      #expect(presentation.timestamp == stage.screen.clock.time(ofVblank: expected))
    }
    #expect(stage.screen.statistics.refusals == [.busy: 2])
    #expect(stage.screen.statistics.modeSets == 3)
  }

  @Test("recovers from an event that never comes", arguments: [KMSInterface].both)
  func lostEvent(interface: KMSInterface) throws {
    let stage = try stage(interface) {
      $0.consoleIsLit = false
      $0.faults.lostEvents = [1]
    }
    _ = stage.show(0)
    _ = stage.show(1)
    #expect(stage.screen.nextEventTime == nil)
    let deadline = try #require(stage.screen.watchdogDeadline)
    #expect(deadline - stage.now == 200_000_000)
    _ = stage.show(2)
    stage.clock.advance(to: deadline)
    // It was on screen from the vblank after it was asked for; the same flip again found out.
    #expect(stage.screen.handleWatchdog(now: stage.now).map(\.vblank) == [1])
    #expect(stage.nextEvents().map(\.vblank) == [13])
    #expect(stage.screen.statistics.lostEvents == 1 && stage.screen.statistics.recoveries == 0)
    #expect(stage.screen.statistics.modeSets == 1)
    #expect(stage.nextEvents().map(\.vblank) == [14], "what waited comes next")
  }

  @Test("waits for a flip that is only late, and for a second", arguments: [KMSInterface].both)
  func veryLateFlip(interface: KMSInterface) throws {
    let stage = try stage(interface) {
      $0.consoleIsLit = false
      $0.faults.lateFlips = [1: 40]
    }
    _ = stage.show(0)
    _ = stage.show(1)
    for _ in 0..<3 {
      stage.clock.advance(to: try #require(stage.screen.watchdogDeadline))
      #expect(stage.screen.handleWatchdog(now: stage.now).isEmpty)
    }
    #expect(stage.nextEvents().map(\.vblank) == [41])
    #expect(stage.screen.statistics.modeSets == 1 && stage.screen.statistics.lostEvents == 0)
  }

  @Test("is not confused by the first event's old time", arguments: [KMSInterface].both)
  func staleTimestamp(interface: KMSInterface) throws {
    let stage = try stage(interface) {
      $0.consoleIsLit = false
      $0.faults.staleFirstTimestamp = true
    }
    _ = stage.show(0)
    var shown: [Presentation] = []
    for value in UInt8(1)...3 {
      _ = stage.show(value)
      shown += stage.nextEvents()
    }
    #expect(shown.map(\.vblank) == [1, 2, 3])
    for one in shown {
      #expect(abs(one.timestamp - stage.screen.clock.time(ofVblank: one.vblank)) < 2000)
    }
  }

  @Test(
    "obeys padded rows, and draws the background around a smaller picture",
    arguments: [KMSInterface].both)
  func padding(interface: KMSInterface) throws {
    var configuration = FakeDisplayConfiguration(size: Self.small)
    configuration.pitchPadding = 256
    let stage = try Stage(configuration, interface, background: Color(red: 1, green: 2, blue: 3))
    var words: [UInt32] = []
    stage.device.onScanOut = { picture in
      guard !picture.isConsole else { return }
      #expect(picture.strideBytes > 64)
      picture.withPixels { bytes in
        words = (0..<8).flatMap { row in
          (0..<16).map { column in
            let place = row * picture.strideBytes + column * 4
            return bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self) & 0xff_ffff
          }
        }
      }
    }
    let size = PixelSize(width: 4, height: 2)
    _ = stage.screen.prepare(stage.picture(9, size: size, origin: PixelPoint(x: 14, y: -1)))
    _ = stage.screen.show(now: stage.now)
    let expected: [UInt32] = (0..<128).map { $0 == 14 || $0 == 15 ? 0x09_0909 : 0x01_0203 }
    #expect(words == expected)
  }
}
