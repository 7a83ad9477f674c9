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
    var random = SeededRandom(seed: seed)
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

  private static func slip(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
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

/// The same numbers for the same seed, in every run: SplitMix64.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
