import Pixels
import TestSupport
import Testing

@testable import Flipbook

@Suite("A scene file with slips of the keyboard") struct SceneFuzzTests {
  private static let good = """
    scene 1
    # A little of everything.
    background #102030 to #000000
    picture logo "logo.png"
    animator intro frames "intro/frame_%04d.png" duration 2 repeat 1.5 autoreverse
      still logo cache none late slow start-at 3
    animator loop frames "a.png" "b.png" fps 10 stopped main
    layer film animator intro frame 0 0 100% 100%-40 fit cover alpha 50% z -1
    layer box in film color #fff to #000 center 50%+1 25% width 20% rotation 45 scale 2 0.5 hidden
    spinner wheel picture "w.png" duration 0.8 reverse delay 1
    button go picture "up.png" pressed "down \\"x\\".png" on logo toggles loop key space
    animate box as arrival move to 50% 25% fade to 1 scale to 2 turn by -90
      delay 1 duration 2.5 curve bezier(0.4, 0, 0.2, 1) repeat forever autoreverse from-current
    animate film at 0% fade to 0 at 50% move by 1 1 at 100% fade to 1 curve spring(0.5, 2)
    after 3 stop wheel at end
    when wheel stops picture wheel logo start arrival hide box
    when intro finishes quit

    """

  /// Where a slip puts something: what editors, keyboards and bad media leave in files.
  private static let slips: [[UInt8]] = [
    [], [0], [0xFF], [0xC3], Array("\"".utf8), Array("\\".utf8), Array("#".utf8), Array("\r".utf8),
    Array("\n".utf8), Array(" ".utf8), Array("\t".utf8), Array("(".utf8), Array(")".utf8),
    Array("%".utf8), Array("-".utf8), Array(".".utf8), Array("99999999999999999999".utf8),
    Array("1e999".utf8), Array("é".utf8), Array("\u{FEFF}".utf8), Array("in wheel ".utf8),
    Array("to ".utf8), Array("at ".utf8),
  ]

  @Test("is good, or is answered with sentences; never anything else", arguments: 0..<8)
  func slips(seed: UInt64) {
    var random = RandomSource(seed: seed)
    let good = Array(Self.good.utf8)
    #expect(throws: Never.self) { try SceneFile.parse(good, name: "f") }
    var wrong = 0
    for _ in 0..<80 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &random) { Self.slip(&bytes, &random) }
      do {
        _ = try SceneFile.parse(bytes, name: "f")
      } catch {
        wrong += 1
        #expect((1...21).contains(error.sentences.count))
        #expect(
          error.sentences.allSatisfy {
            $0.hasPrefix("f:") && $0.hasSuffix(".") || $0.hasSuffix("?")
          })
        #expect(error.sentences.allSatisfy { $0.count < 600 && !$0.contains("\n") })
        let lines = error.list.map { $0.line ?? 0 }
        #expect(lines == lines.sorted())
      }
    }
    #expect(wrong > 20)
  }

  private static let playable = """
    background #102030 to #000000
    picture logo "a.png"
    animator intro frames "frame-*.png" duration 2 repeat 1.5 autoreverse still logo start-at 1
    animator loop frames "a.png" "b.png" fps 10 delay 0 main
    layer film animator intro frame 0 0 100% 100% fit cover alpha 1 z 1
    layer box in film color #fff to #000 center 50% 25% width 20% rotation 45 scale 2 1
    layer sharp picture logo at 0 0 size 10 20 scale 1
    spinner wheel picture "b.png" height 50% duration 1 delay 0
    button go picture "a.png" on logo toggles loop size 10 10 rotation 0
    animate box as arrival move to 50% 25% fade to 1 scale to 2 turn by 90 size to 50% 10
      delay 0 duration 0.01 curve bezier(0.4, 0, 0.2, 1) repeat 1 autoreverse from-current
    animate film duration 0.02 at 0% fade to 0 at 50% move by 1 1 at 100% fade to 1
    animate film duration 0.01 scale to 1 2 curve spring(0.5, 2)
    after 0.01 stop wheel at end start arrival toggle loop reverse intro
    when wheel stops picture wheel logo start arrival hide box
    when arrival stops start wheel show box
    """

  /// Numbers at the ends of what is taken, and beyond.
  private static let numbers = [
    "0", "1", "-1", "0.001", "0.01", "100", "-100", "1000", "86400", "100000", "-100000", "1000000",
    "0%", "100%", "10000%", "-10000%", "50%-99999", "forever",
  ]

  @Test("and odd numbers plays all the same", arguments: 0..<6)
  func oddNumbers(seed: UInt64) throws {
    let fixture = try Fixture.frames(3, size: PixelSize(width: 4, height: 2))
    try fixture.write(.red, 4, 4, name: "a.png")
    try fixture.write(.blue, 3, 5, name: "b.png")
    var random = RandomSource(seed: seed)
    var played = 0
    for _ in 0..<40 {
      var words = Self.playable.split(separator: " ", omittingEmptySubsequences: false)
      let places = words.indices.filter { words[$0].contains(where: \.isNumber) }
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        guard let place = places.randomElement(using: &random),
          let number = Self.numbers.randomElement(using: &random)
        else { continue }
        words[place] = Substring(number)
      }
      let text = words.joined(separator: " ")
      do {
        let rig = try SceneRig(text, in: fixture, screen: PixelSize(width: 16, height: 8))
        rig.start()
        for step in 1...6 {
          rig.run(until: Int64(step) * 7 * millisecond)
          _ = rig.colors((0, 0))
        }
        played += 1
      } catch is SceneFileErrors {
        continue
      }
    }
    #expect(played > 8)
  }

  private static func slip(_ bytes: inout [UInt8], _ random: inout RandomSource) {
    let start = Int.random(in: 0...bytes.count, using: &random)
    let length = min(bytes.count - start, [0, 0, 1, 1, 2, 40].randomElement(using: &random) ?? 0)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes.removeSubrange(start...)
    case 1:
      let part = bytes[start..<(start + length)]
      bytes.insert(contentsOf: part, at: Int.random(in: 0...bytes.count, using: &random))
    default:
      let slip = slips.randomElement(using: &random) ?? []
      bytes.replaceSubrange(start..<(start + length), with: slip)
    }
  }
}
