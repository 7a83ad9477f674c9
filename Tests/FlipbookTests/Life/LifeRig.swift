import FlipbookTesting
import KMS
import Pixels
import Testing
import Timing

@testable import Flipbook

/// A player on a simulated machine whose cards and cables come and go, and what was seen of it.
struct LifeRig {
  let clock = VirtualClock(start: 1_000_000_000)
  let machine: FakeMachine
  let fixture: Fixture
  var configuration: PlayerConfiguration

  /// What came of a run.
  struct Run {
    var outcome: Result<Player.Outcome, PlayerError>
    var events: [PlayerEvent]
    var log: [String]
    var statistics: PlayerStatistics

    /// When each frame was seen, and which.
    var frames: [(index: Int, time: Int64)] {
      events.compactMap {
        switch $0 {
        case .frame(let index, _, let time), .animationFrame(_, let index, _, let time):
          (index, time)
        default: nil
        }
      }
    }

    /// The states of the display that were told.
    var states: [String] {
      events.compactMap {
        if case .display(let state, let output, _) = $0 { "\(state) \(output)" } else { nil }
      }
    }
  }

  static let second: Int64 = 1_000_000_000

  init(frames: Int = 10) throws {
    machine = FakeMachine(clock: clock)
    fixture = try Fixture.frames(frames)
    configuration = PlayerConfiguration(source: fixture.path)
    configuration.pace = .rate(try #require(FrameRate(parsing: "10")))
    configuration.timeLimit = 6 * Self.second
  }

  /// A card with displays of 64x48 at 60 Hz, the first connected.
  static func card(_ names: String..., size: PixelSize = PixelSize(width: 64, height: 48))
    -> FakeDisplayConfiguration
  {
    let mode = FakeMode(size, refresh: FakeRefreshRate(60), isPreferred: true)
    return FakeDisplayConfiguration(
      outputs: names.enumerated().map { index, name in
        FakeOutput(
          name: name, type: 11, status: index == 0 ? .connected : .disconnected, modes: [mode])
      })
  }

  /// Has something happen so many seconds after the run begins.
  func at(_ seconds: Double, _ body: @escaping (FakeMachine) -> Void) {
    machine.schedule(at: clock.now + Int64(seconds * 1e9), body)
  }

  func play() -> Run {
    var log: [String] = []
    var events: [PlayerEvent] = []
    let player = Player(configuration: configuration, machine: machine) { log.append($0) }
    player.onEvent = { events.append($0) }
    let outcome: Result<Player.Outcome, PlayerError>
    do throws(PlayerError) { outcome = .success(try player.run()) } catch {
      outcome = .failure(error)
    }
    return Run(outcome: outcome, events: events, log: log, statistics: player.statistics)
  }

  /// Whether every frame that was seen is the one for its time, from the first on.
  func expectRightFrames(
    _ run: Run, of count: Int = 10, _ location: SourceLocation = #_sourceLocation
  ) {
    guard let first = run.frames.first else {
      Issue.record("nothing was seen", sourceLocation: location)
      return
    }
    for frame in run.frames {
      // A vblank's tolerance: a picture comes with the vblank after its time at the latest.
      let elapsed = Double(frame.time - first.time) / 1e9
      let exact = elapsed * 10
      let allowed = Set([exact - 0.2, exact + 0.2].map { Int($0.rounded(.down)) %% count })
      #expect(
        allowed.contains(frame.index), "frame \(frame.index) at \(elapsed) s",
        sourceLocation: location)
    }
  }

  /// The longest time between two pictures, in seconds.
  func longestGap(_ run: Run) -> Double {
    zip(run.frames, run.frames.dropFirst()).map { Double($1.time - $0.time) / 1e9 }.max() ?? 0
  }
}

infix operator %% : MultiplicationPrecedence

/// The remainder that is never negative.
private func %% (value: Int, divisor: Int) -> Int { (value % divisor + divisor) % divisor }
