import KMS
import Pixels
import Testing
import Timing

@testable import Flipbook
@testable import FlipbookTesting

/// Players on simulated machines with several outputs, and what was seen on each.
enum EnsembleRig {
  static let large = PixelSize(width: 64, height: 48)
  static let small = PixelSize(width: 40, height: 30)

  /// What was seen of a run on several outputs.
  struct Seen {
    var frames: [String: [(index: Int, time: Int64)]] = [:]
    var states: [String] = []
    var log: [String] = []
    var statistics = PlayerStatistics()
    var outcome: Result<Player.Outcome, PlayerError> = .success(.done)

    /// Why the run failed; nil where it did not.
    var error: PlayerError? {
      if case .failure(let error) = outcome { error } else { nil }
    }

    func indices(_ output: String) -> Set<Int> { Set(frames[output]?.map(\.index) ?? []) }

    /// When the last frame of an output was seen; 0 where none was.
    func end(_ output: String) -> Int64 { frames[output]?.last?.time ?? 0 }

    /// Frames that were not those of their time, on any output.
    func wrongFrames(of count: Int = 10, from: Int64 = 0) -> [String] {
      let first = frames.values.compactMap(\.first?.time).min() ?? 0
      var wrong: [String] = []
      for (output, frames) in frames {
        for frame in frames where frame.time >= from {
          let exact = Double(frame.time - first) / 1e8
          let allowed = [exact - 0.3, exact + 0.3].map { Int($0.rounded(.down)) }
          if !allowed.contains(where: { ($0 % count + count) % count == frame.index }) {
            wrong.append("\(output) frame \(frame.index) at \(exact / 10) s")
          }
        }
      }
      return wrong
    }
  }

  /// Plays on all outputs, or those that are named.
  ///
  /// - Parameter prepare: is given the player before it runs.
  static func play(
    _ rig: LifeRig, _ arrangement: PlayerConfiguration.Arrangement = .mirror,
    _ prepare: (Player) -> Void = { _ in }
  ) -> Seen {
    var seen = Seen()
    var configuration = rig.configuration
    if configuration.outputs == .automatic { configuration.outputs = .allConnected }
    configuration.arrangement = arrangement
    let player = Player(configuration: configuration, machine: rig.machine) { seen.log.append($0) }
    player.onOutputEvent = { output, event in
      switch event {
      case .frame(let index, _, let time), .animationFrame(_, let index, _, let time):
        seen.frames[output, default: []].append((index, time))
      case .display(let state, let name, _): seen.states.append("\(state) \(name)")
      default: break
      }
    }
    prepare(player)
    do throws(PlayerError) { seen.outcome = .success(try player.run()) } catch {
      seen.outcome = .failure(error)
    }
    seen.statistics = player.statistics
    return seen
  }

  /// A card whose outputs have a mode each.
  static func card(
    _ outputs: [(String, PixelSize, Bool)], crtcs: Int? = nil, hertz: [Int] = []
  ) -> FakeDisplayConfiguration {
    var card = FakeDisplayConfiguration(
      outputs: outputs.enumerated().map { index, output in
        FakeOutput(
          name: output.0, type: 11, status: output.2 ? .connected : .disconnected,
          modes: [
            FakeMode(
              output.1, refresh: FakeRefreshRate(hertz.isEmpty ? 60 : hertz[index]),
              isPreferred: true)
          ])
      })
    card.crtcCount = crtcs
    return card
  }

  /// A card with a large and a small output.
  static func pair(
    _ first: Bool = true, _ second: Bool = true, hertz: [Int] = []
  ) -> FakeDisplayConfiguration {
    card([("HDMI-A-1", large, first), ("HDMI-A-2", small, second)], hertz: hertz)
  }

  static func expectNothingLeft(
    _ card: FakeCard, _ location: SourceLocation = #_sourceLocation
  ) {
    let left = [
      card.liveBuffers, card.liveMappings, card.liveFramebuffers, card.liveBlobs,
      card.bufferViolations.count, card.files.count,
    ]
    #expect(left == [0, 0, 0, 0, 0, 0], sourceLocation: location)
  }

  /// Whether an output shows at every time what another shows, a vblank's tolerance apart.
  static func expectMirrored(
    _ seen: Seen, _ location: SourceLocation = #_sourceLocation
  ) {
    let first = seen.frames["HDMI-A-1"] ?? []
    let second = seen.frames["HDMI-A-2"] ?? []
    #expect(!first.isEmpty && !second.isEmpty, sourceLocation: location)
    for frame in second {
      let around = first.filter { abs($0.time - frame.time) < 121_000_000 }.map(\.index)
      #expect(around.contains(frame.index), "\(frame) among \(around)", sourceLocation: location)
    }
  }
}
