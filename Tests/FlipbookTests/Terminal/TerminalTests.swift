import Controls
import FlipbookTesting
import Layers
import Linux
import Pixels
import Testing
import Timing

@testable import Flipbook

@Suite("A player on a terminal of its own") struct TerminalTests {
  /// What a run with two switches came to.
  private struct Visit {
    var run = Run()
    var awayFrom: Int64 = 0
    var backAt: Int64 = 0
    let device: FakeKMSDevice
    let terminal = FakeTerminal()
    let loop: EventLoop
  }

  @Test("shows nothing while away, and the frame of the time when it is back") func visits() throws
  {
    let fixture = try Fixture.frames(12)
    let visit = try play(fixture.path) { visit, loop in
      // Another program has the display meanwhile, and takes the picture away.
      _ = loop.schedule(at: visit.awayFrom + 300_000_000) {
        #expect(!visit.device.isMaster)
        visit.device.letAnotherTakeMaster(clearsScreen: true)
      }
      _ = loop.schedule(at: visit.backAt - 100_000_000) { visit.device.letAnotherDropMaster() }
    }
    #expect(visit.run.error == nil && visit.run.outcome == .done)
    var start: Int64 = 0
    var seen = (before: 0, after: 0)
    for event in visit.run.events {
      switch event {
      case .start(_, let time): start = time
      case .frame(let index, _, let time):
        #expect(!(visit.awayFrom + 20_000_000..<visit.backAt).contains(time))
        #expect(index == Int((time - start + 1_000_000) / 100_000_000) % 12)
        if time < visit.backAt { seen.before += 1 } else { seen.after += 1 }
      default: break
      }
    }
    #expect(seen.before == 11 && seen.after >= 19)
    #expect(visit.run.statistics.framesDropped == 0)
    #expect(visit.device.liveBuffers == 0 && visit.device.bufferViolations.isEmpty)
    let signals = VirtualTerminal.signals
    #expect(
      visit.terminal.requests == [
        .protect, .switching(.process(signals)), .content(.graphics), .keyboard(.off),
        .discardInput, .release(true), .acknowledge, .keyboard(.unicode), .content(.text),
        .switching(.automatic), .unprotect,
      ])
  }

  @Test("tries again where another program lets go late") func patience() throws {
    let fixture = try Fixture.frames(12)
    let visit = try play(fixture.path) { visit, loop in
      _ = loop.schedule(at: visit.awayFrom + 300_000_000) {
        visit.device.letAnotherTakeMaster(clearsScreen: true)
      }
      _ = loop.schedule(at: visit.backAt + 400_000_000) { visit.device.letAnotherDropMaster() }
    }
    #expect(visit.run.error == nil)
    let back = visit.run.events.compactMap { event in
      if case .frame(_, _, let time) = event, time > visit.backAt { time } else { nil }
    }
    let first = try #require(back.first)
    #expect((visit.backAt + 400_000_000...visit.backAt + 1_000_000_000).contains(first))
  }

  @Test("brings a picture back that never changes") func still() throws {
    let fixture = try Fixture.frames(1)
    var pictures: [Color] = []
    _ = try play(fixture.path) { visit, loop in
      visit.device.onScanOut = { pictures.append($0.color(at: .zero)) }
      _ = loop.schedule(at: visit.awayFrom + 300_000_000) {
        visit.device.letAnotherTakeMaster(clearsScreen: true)
        visit.device.letAnotherDropMaster()
        pictures = []
      }
    }
    #expect(pictures.first == Fixture.color(0))
  }

  @Test("brings a scene back in which nothing moves") func scene() throws {
    var pictures: [Color] = []
    _ = try play(nil, scene: { $0.root.background = .color(Color(red: 9, green: 8, blue: 7)) }) {
      visit, loop in
      visit.device.onScanOut = { pictures.append($0.color(at: .zero)) }
      _ = loop.schedule(at: visit.awayFrom + 300_000_000) {
        visit.device.letAnotherTakeMaster(clearsScreen: true)
        visit.device.letAnotherDropMaster()
        pictures = []
      }
    }
    #expect(pictures.first == Color(red: 9, green: 8, blue: 7))
  }

  /// Plays for four seconds at ten frames a second; another terminal is in front from 1.05 s on, and
  /// ours again from 2.05 s on.
  private func play(
    _ source: String?, scene: ((Scene) -> Void)? = nil,
    _ during: @escaping (Visit, EventLoop) -> Void
  ) throws -> Visit {
    let clock = VirtualClock()
    var configuration = PlayerConfiguration(source: source)
    configuration.pace = .rate(FrameRate(numerator: 10, denominator: 1))
    configuration.timeLimit = 4_000_000_000
    configuration.input = .none
    configuration.atEnd = .hold
    let device = FakeKMSDevice(
      configuration: FakeDisplayConfiguration(size: PixelSize(width: 32, height: 18)),
      clock: clock)
    device.checksBuffers = true
    let loop = try EventLoop(clock: clock)
    var visit = Visit(device: device, loop: loop)
    visit.awayFrom = clock.now + 1_050_000_000
    visit.backAt = clock.now + 2_050_000_000
    var setting = try Performance.Setting(
      configuration, loop: loop, log: { _ in }, startTime: clock.now, cards: SingleCard(device))
    let terminal = visit.terminal
    let conductor = try TerminalConductor(terminal, isLocked: false, loop: loop, log: { _ in })
    setting.terminal = conductor
    terminal.onSignal = { [weak conductor] in conductor?.handle(signal: $0) }
    let performance: Performance
    if let scene {
      let staged = try ScenePerformance(setting, title: "still")
      scene(staged.scene)
      performance = staged
    } else {
      performance = try SequencePerformance(setting)
    }
    var run = Run()
    performance.onEvent = { run.events.append($0) }
    during(visit, loop)
    _ = loop.schedule(at: visit.awayFrom) { terminal.request(2) }
    _ = loop.schedule(at: visit.backAt) { terminal.request(1) }
    do { run.outcome = try performance.run() } catch { run.error = error }
    run.statistics = performance.statistics
    visit.run = run
    return visit
  }
}

@Suite("Keys that switch terminals") struct TerminalKeyTests {
  private let control: UInt32 = 29
  private let alternate: UInt32 = 100
  private let f2: UInt32 = 60

  @Test("Ctrl, Alt and a function key, in any order of the first two") func combination() {
    var keys = TerminalKeys()
    #expect(keys.take(key(alternate)) == nil)
    #expect(keys.take(key(control)) == nil)
    #expect(keys.take(key(f2)) == 2)
    #expect(keys.take(key(f2, isDown: false)) == nil)
    #expect(keys.take(key(68)) == 10)
    #expect(keys.take(key(87)) == 11)
    #expect(keys.take(key(88)) == 12)
    #expect(keys.take(key(57)) == nil)
  }

  @Test("Nothing less, and nothing of keys let go or of a keyboard pulled out") func less() {
    var keys = TerminalKeys()
    _ = keys.take(key(control))
    #expect(keys.take(key(f2)) == nil)
    _ = keys.take(key(alternate))
    _ = keys.take(key(control, isDown: false))
    #expect(keys.take(key(f2)) == nil)
    _ = keys.take(key(control))
    _ = keys.take(.deviceRemoved(id: 1))
    #expect(keys.take(key(f2)) == nil)
  }

  private func key(_ code: UInt32, isDown: Bool = true) -> RawInput {
    .key(device: 1, code: code, isDown: isDown, time: 0)
  }
}
