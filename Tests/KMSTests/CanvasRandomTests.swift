import FlipbookTesting
import KMS
import Pixels
import TestSupport
import Testing

@Suite("A screen with a canvas, among random events")
struct CanvasRandomTests {
  private let all = PixelRectangle(origin: .zero, size: Easel.size)

  @Test(
    "whatever happens, what is scanned out is the canvas", arguments: 1...15, [KMSInterface].both)
  func anySequence(seed: Int, interface: KMSInterface) throws {
    var random = RandomSource(seed: UInt64(seed))
    var faults = FakeFaults()
    for flip in 1...60 where Int.random(in: 0..<5, using: &random) == 0 {
      faults.busyFlips.insert(flip)
    }
    for flip in 1...60 where Int.random(in: 0..<12, using: &random) == 0 {
      faults.lateFlips[flip] = Int.random(in: 1...3, using: &random)
    }
    var request = OutputRequest()
    request.format = seed % 3 == 0 ? .rgb565 : .xrgb8888
    let easel = try Easel(interface, request, faults: faults)
    let screen = easel.stage.screen
    var unsaid = PixelRegion(all)
    // What the newest prepared buffer must look like, and what was submitted last.
    var prepared: [UInt8]?
    var submitted: [UInt8] = []
    func show() {
      switch screen.show(now: easel.stage.now) {
      case .submitted, .shown:
        submitted = prepared ?? submitted
        prepared = nil
      case .waiting, .nothing, .trouble: break
      }
    }
    for step in 0..<120 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3:
        let part = PixelRectangle(
          x: Int.random(in: -5..<80, using: &random), y: Int.random(in: -5..<60, using: &random),
          width: Int.random(in: 0...30, using: &random),
          height: Int.random(in: 0...30, using: &random))
        easel.change(part, Color(word: UInt32.random(in: 0...0xffffff, using: &random)))
        unsaid.add(part)
      case 4...5:
        if screen.prepare(canvas: easel.canvas, changed: unsaid) { prepared = easel.expected }
        unsaid.removeAll()
      case 6:
        let value = UInt8.random(in: 0...255, using: &random)
        let picture = easel.stage.picture(value)
        if screen.prepare(picture, background: Color(word: 0x0f0f0f)) {
          prepared = picture.picture.bitmap.withBytes { Array($0) }
        }
      case 7 where screen.isLit && step % 7 == 0:
        try screen.black()
        prepared = nil
        submitted = [UInt8](repeating: 0, count: easel.shown.count)
        if request.format == .xrgb8888 {
          for pixel in 0..<(submitted.count / 4) { submitted[pixel * 4 + 3] = 255 }
        }
      case 8: show()
      default:
        if let time = screen.nextEventTime, screen.isFlipPending {
          easel.stage.clock.advance(to: time)
          let waited = prepared
          let before = screen.isPrepared
          _ = screen.handleEvents(now: time)
          if before, !screen.isPrepared {
            submitted = waited ?? submitted
            prepared = nil
          }
        }
      }
      if !screen.isFlipPending, screen.isLit {
        try #require(firstDifference(easel.shown, submitted) == nil, "step \(step)")
      }
    }
    #expect(screen.isLit)
    #expect(easel.stage.device.bufferViolations.isEmpty)
  }
}
