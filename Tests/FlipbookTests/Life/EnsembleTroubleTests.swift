import KMS
import Pixels
import Testing
import Timing

@testable import Flipbook
@testable import FlipbookTesting

@Suite("Several displays in trouble") struct EnsembleTroubleTests {
  static let size = PixelSize(width: 64, height: 48)
  static let smaller = PixelSize(width: 40, height: 30)

  /// What was seen of a run on several outputs.
  struct Seen {
    var frames: [String: [(index: Int, time: Int64)]] = [:]
    var states: [String] = []
    var log: [String] = []
    var statistics = PlayerStatistics()
    var outcome: Result<Player.Outcome, PlayerError> = .success(.done)

    func indices(_ output: String) -> Set<Int> { Set(frames[output]?.map(\.index) ?? []) }

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

  static func play(
    _ rig: LifeRig, _ arrangement: PlayerConfiguration.Arrangement = .mirror
  ) -> Seen {
    var seen = Seen()
    var configuration = rig.configuration
    if configuration.outputs == .automatic { configuration.outputs = .allConnected }
    configuration.arrangement = arrangement
    let player = Player(configuration: configuration, machine: rig.machine) { seen.log.append($0) }
    player.onOutputEvent = { output, event in
      switch event {
      case .frame(let index, _, let time):
        seen.frames[output, default: []].append((index, time))
      case .display(let state, let name, _): seen.states.append("\(state) \(name)")
      default: break
      }
    }
    do throws(PlayerError) { _ = try player.run() } catch { seen.outcome = .failure(error) }
    seen.statistics = player.statistics
    return seen
  }

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

  static func pair(_ first: Bool = true, _ second: Bool = true) -> FakeDisplayConfiguration {
    card([("HDMI-A-1", size, first), ("HDMI-A-2", smaller, second)])
  }

  func expectNothingLeft(_ card: FakeCard, _ location: SourceLocation = #_sourceLocation) {
    let left = [
      card.liveBuffers, card.liveMappings, card.liveFramebuffers, card.liveBlobs,
      card.bufferViolations.count, card.files.count,
    ]
    #expect(left == [0, 0, 0, 0, 0, 0], sourceLocation: location)
  }

  @Test("have each its own source, whoever comes first", arguments: [true, false])
  func eachInAnyOrder(isOneThere: Bool) throws {
    var rig = try LifeRig()
    let other = try Fixture.frames(3)
    rig.configuration.sources = [rig.fixture.path, other.path]
    rig.configuration.outputs = .named(["HDMI-A-1", "HDMI-A-2"])
    let card = rig.machine.plugIn(Self.pair(false, isOneThere))
    rig.at(1) { $0.card("card0")?.connect("HDMI-A-2", modes: nil) }
    rig.at(2) { $0.card("card0")?.connect("HDMI-A-1", modes: nil) }
    let seen = Self.play(rig, .each)
    #expect(seen.indices("HDMI-A-1") == Set(0..<10))
    #expect(seen.indices("HDMI-A-2") == Set(0..<3))
    expectNothingLeft(card)
  }

  @Test("make do with another mode where theirs is gone") func unknownMode() throws {
    var rig = try LifeRig()
    rig.configuration.mode = try ModeRequest.parse("64x48")
    let card = rig.machine.plugIn(
      Self.card([("HDMI-A-1", Self.size, true), ("HDMI-A-2", Self.size, true)]))
    let other = FakeMode(PixelSize(width: 100, height: 40), refresh: FakeRefreshRate(60))
    for name in ["HDMI-A-1", "HDMI-A-2"] {
      rig.at(2) { $0.card("card0")?.disconnect(name) }
      rig.at(2.5) { $0.card("card0")?.connect(name, modes: [other]) }
    }
    let seen = Self.play(rig)
    for name in ["HDMI-A-1", "HDMI-A-2"] {
      #expect((seen.frames[name]?.last?.time ?? 0) > 6 * LifeRig.second, "\(name) \(seen.log)")
    }
    #expect(seen.wrongFrames().isEmpty)
    expectNothingLeft(card)
  }

  @Test("take turns on one CRTC") func oneCRTC() throws {
    var rig = try LifeRig()
    rig.configuration.outputs = .named(["HDMI-A-1", "HDMI-A-2"])
    let card = rig.machine.plugIn(
      Self.card([("HDMI-A-1", Self.size, true), ("HDMI-A-2", Self.smaller, true)], crtcs: 1))
    card.checksBuffers = true
    rig.at(2) { $0.card("card0")?.disconnect("HDMI-A-1") }
    rig.at(4) { $0.card("card0")?.connect("HDMI-A-1", modes: nil) }
    var most = 0
    for tenth in 1..<58 { rig.at(Double(tenth) / 10) { _ in most = max(most, card.liveBuffers) } }
    let seen = Self.play(rig)
    let times = seen.frames["HDMI-A-2"]?.map(\.time) ?? []
    let start: Int64 = 1_000_000_000
    #expect(times.contains { $0 > start + 3 * LifeRig.second }, "\(seen.log) \(seen.states)")
    #expect(
      (seen.frames["HDMI-A-1"]?.last?.time ?? 0) > start + 5 * LifeRig.second, "\(seen.states)")
    #expect(seen.wrongFrames().isEmpty)
    #expect(most <= 6)
    expectNothingLeft(card)
  }

  @Test("make room for one that fits one CRTC only") func makingRoom() throws {
    let rig = try LifeRig()
    var configuration = Self.card(
      [("HDMI-A-1", Self.size, true), ("HDMI-A-2", Self.smaller, false)], crtcs: 2)
    configuration.outputs[1].possibleCRTCs = 1
    let card = rig.machine.plugIn(configuration)
    card.checksBuffers = true
    rig.at(2) { $0.card("card0")?.connect("HDMI-A-2", modes: nil) }
    var most = 0
    for tenth in 1..<58 { rig.at(Double(tenth) / 10) { _ in most = max(most, card.liveBuffers) } }
    let seen = Self.play(rig)
    let start: Int64 = 1_000_000_000
    for name in ["HDMI-A-1", "HDMI-A-2"] {
      #expect((seen.frames[name]?.last?.time ?? 0) > start + 5 * LifeRig.second, "\(seen.states)")
    }
    #expect(seen.wrongFrames().isEmpty)
    #expect(most <= 6)
    expectNothingLeft(card)
  }
}
