import Controls
import FlipbookTesting
import KMS
import Layers
import Linux
import Pixels
import Testing
import Timing

@testable import Flipbook

@Suite("A scene across several displays") struct SceneAcrossTests {
  private let large = EnsembleRig.large
  private let small = EnsembleRig.small
  private let whole = PixelSize(width: 104, height: 48)

  /// Pictures that a card's outputs have shown, by their sizes.
  private final class Gallery {
    private(set) var shown: [PixelSize: [(time: Int64, picture: Bitmap.Pixels)]] = [:]

    init(_ card: FakeCard) {
      card.onScanOut = { [unowned self] picture in
        guard !picture.isConsole else { return }
        shown[picture.size, default: []].append((picture.time, Bitmap.Pixels(picture.bitmap())))
      }
    }

    /// When the first picture of all was seen.
    var begin: Int64 { shown.values.compactMap(\.first?.time).min() ?? 0 }

    /// What was up on an output so many seconds after the first picture.
    func picture(_ size: PixelSize, at seconds: Double) -> Bitmap.Pixels? {
      let time = begin + Int64(seconds * 1e9)
      return shown[size]?.last { $0.time <= time }?.picture
    }
  }

  private func stage(_ machine: FakeMachine, seconds: Int64 = 3) throws -> Stage {
    var configuration = PlayerConfiguration()
    configuration.outputs = .allConnected
    configuration.arrangement = .extend
    configuration.timeLimit = seconds * LifeRig.second
    return try Stage(configuration: configuration, machine: machine)
  }

  @Test("is one, each draws its part, and it may lie on the seam") func parts() throws {
    let machine = FakeMachine(clock: VirtualClock(start: 1_000_000_000))
    let card = machine.plugIn(EnsembleRig.pair())
    card.checksBuffers = true
    let gallery = Gallery(card)
    let stage = try stage(machine)
    let bar = Layer(frame: Rectangle(x: 0, y: 20, width: 8, height: 8))
    bar.content = .color(Color(red: 255, green: 0, blue: 0))
    stage.root.addSublayer(bar)
    stage.root.background = .color(Color(red: 0, green: 0, blue: 80))
    #expect(stage.size == whole)
    stage.perform(after: .seconds(1)) { bar.center = Point(x: 64, y: 24) }
    _ = try stage.run()
    let (red, blue): (UInt32, UInt32) = (0xFF0000, 0x50)
    #expect(gallery.picture(large, at: 0.5)?[3, 24] == red)
    let left = try #require(gallery.picture(large, at: 2))
    #expect([left[62, 24], left[59, 24], left[63, 19], left[3, 24]] == [red, blue, blue, blue])
    // The small one stands half-way up: its top is at 9.
    let right = try #require(gallery.picture(small, at: 2))
    #expect([right[2, 15], right[4, 15], right[0, 10]] == [red, blue, blue])
    #expect(card.liveBuffers == 0 && card.liveMappings == 0 && card.bufferViolations.isEmpty)
  }

  @Test("of a file looks as on one display that is as large", arguments: FakeProfile.allCases)
  func likeOne(profile: FakeProfile) throws {
    var rigs: [LifeRig] = []
    var galleries: [Gallery] = []
    for outputs in [
      [("HDMI-A-1", large, true), ("HDMI-A-2", small, true)], [("HDMI-A-1", whole, true)],
    ] {
      var rig = try LifeRig()
      let text = """
        scene 1
        background #102030 to #a06040
        animator film frames "frame-*.png" fps 10
        layer screen animator film frame 20 4 70 40 rotation 20
        layer over picture "frame-7.png" center 60 24 alpha 0.5
        """
      try rig.fixture.write(Array("\(text)\n".utf8), name: "test.scene")
      rig.configuration = PlayerConfiguration(source: rig.fixture.file("test.scene"))
      rig.configuration.timeLimit = 2 * LifeRig.second
      var configuration = EnsembleRig.card(outputs)
      configuration.profile = profile
      galleries.append(Gallery(rig.machine.plugIn(configuration)))
      let seen = EnsembleRig.play(rig, .extend)
      #expect(
        seen.error == nil && seen.log.isEmpty, "\(seen.error.map { "\($0)" } ?? "") \(seen.log)")
      rigs.append(rig)
    }
    for tenth in 1..<20 {
      let seconds = Double(tenth) / 10 + 0.05
      let one = try #require(galleries[1].picture(whole, at: seconds))
      #expect(
        galleries[0].picture(large, at: seconds)
          == one.cut(PixelRectangle(origin: .zero, size: large)), "\(seconds)")
      #expect(
        galleries[0].picture(small, at: seconds)
          == one.cut(PixelRectangle(origin: PixelPoint(x: 64, y: 9), size: small)), "\(seconds)")
    }
  }

  @Test("is touched on each display where its part lies") func touch() throws {
    var rig = try LifeRig()
    let text = """
      scene 1
      animator film frames "frame-*.png" fps 10 stopped
      layer screen animator film
      button go toggles film frame 84 20 16 16
      """
    try rig.fixture.write(Array("\(text)\n".utf8), name: "test.scene")
    rig.configuration = PlayerConfiguration(source: rig.fixture.file("test.scene"))
    rig.configuration.outputs = .allConnected
    rig.configuration.arrangement = .extend
    rig.configuration.timeLimit = 4 * LifeRig.second
    rig.configuration.bindings = ["tap=none"]
    rig.machine.plugIn(EnsembleRig.pair())
    let player = Player(configuration: rig.configuration, machine: rig.machine)
    var starts: [Int64] = []
    player.onEvent = { if case .start(_, let time) = $0 { starts.append(time) } }
    // The button's place on the first display has nothing; on the second it is 64 to the left, 9 up.
    for (seconds, output, x, y) in [(1.0, 0, 25.0, 15.0), (2.0, 1, 25.0, 15.0), (3.0, 1, 4.0, 4.0)]
    {
      rig.at(seconds) { _ in player.touch(output: output, x: x, y: y) }
    }
    _ = try player.run()
    #expect(starts.count == 1 && starts[0] / 1_000_000 == 3000, "\(starts)")
  }

  @Test("goes on where the first display is gone, and ends") func leaderGone() throws {
    var rig = try LifeRig()
    let text = """
      scene 1
      animator film frames "frame-*.png" fps 10
      layer screen animator film
      after 5 quit
      """
    try rig.fixture.write(Array("\(text)\n".utf8), name: "test.scene")
    rig.configuration = PlayerConfiguration(source: rig.fixture.file("test.scene"))
    rig.configuration.outputs = .named(["HDMI-A-1", "HDMI-A-2"])
    rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    let other = rig.machine.plugIn(LifeRig.card("HDMI-A-2", size: small), as: "card1")
    rig.at(2) { $0.remove("card0") }
    let seen = EnsembleRig.play(rig, .extend)
    #expect(seen.error == nil)
    #expect(seen.end("HDMI-A-2") - 1_000_000_000 > 4_800_000_000, "\(seen.log)")
    #expect(seen.wrongFrames().isEmpty)
    #expect(rig.clock.now < 6_300_000_000)
    EnsembleRig.expectNothingLeft(other)
  }
}

extension Bitmap {
  /// A copy of its pixels, without what is not seen of them.
  struct Pixels: Equatable {
    let size: PixelSize
    let words: [UInt32]

    init(_ bitmap: borrowing Bitmap) {
      size = bitmap.size
      let (size, stride) = (bitmap.size, bitmap.strideBytes)
      words = bitmap.withBytes { bytes in
        (0..<size.width * size.height).map { index in
          let place = index / size.width * stride + index % size.width * 4
          return bytes.load(fromByteOffset: place, as: UInt32.self) & 0xFFFFFF
        }
      }
    }

    private init(size: PixelSize, words: [UInt32]) {
      self.size = size
      self.words = words
    }

    subscript(x: Int, y: Int) -> UInt32 { words[y * size.width + x] }

    func cut(_ part: PixelRectangle) -> Pixels {
      Pixels(
        size: part.size,
        words: (0..<part.size.height).flatMap { y in
          (0..<part.size.width).map { self[part.origin.x + $0, part.origin.y + y] }
        })
    }
  }
}

extension Player {
  /// Does what a finger would that taps on the display of an output, in its own pixels.
  func touch(output: Int, x: Double, y: Double) {
    guard let performance else { return }
    _ = performance.loop.schedule(at: performance.loop.now) { [weak performance] in
      guard let performance else { return }
      let touched = performance.members[output]
      let time = performance.loop.now
      let raws: [RawInput] = [
        .touchDown(device: 9, slot: 0, at: TouchPoint(x: x, y: y), time: time),
        .touchFrame(device: 9, time: time), .touchUp(device: 9, slot: 0, time: time),
        .touchFrame(device: 9, time: time),
      ]
      for raw in raws { performance.takeForAll(raw, touched: touched) }
    }
  }
}
