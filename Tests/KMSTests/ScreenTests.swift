import FlipbookTesting
import KMS
import Linux
import Pixels
import Testing

@Suite("A screen")
struct ScreenTests {
  static let small = PixelSize(width: 16, height: 8)

  @Test("lights with the first picture and flips from then on, one picture a vblank")
  func flips() throws {
    let stage = try Stage(FakeDisplayConfiguration(size: Self.small))
    #expect(stage.screen.prepare(stage.picture(0)))
    let first = try stage.screen.show(now: stage.now)
    guard case .shown(let presentation) = first else {
      Issue.record("the first picture was not shown by a mode set: \(first)")
      return
    }
    #expect(presentation.vblank == 0)
    var shown: [Int64] = []
    for index in 1...20 {
      #expect(stage.screen.prepare(stage.picture(UInt8(index))))
      #expect(try stage.screen.show(now: stage.now) == .submitted)
      #expect(stage.screen.isFlipPending)
      shown += try stage.nextEvents().map(\.vblank)
    }
    #expect(shown == Array(1...20))
    #expect(stage.screen.hasVblank)
    #expect(stage.device.bufferViolations.isEmpty)
    let runs = stage.device.scanOut.suffix(21)
    #expect(runs.allSatisfy { $0.count == 1 })
  }
}
