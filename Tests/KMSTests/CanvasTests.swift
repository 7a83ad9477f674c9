import FlipbookTesting
import KMS
import Linux
import Pixels
import Testing

@Suite("A screen with a canvas")
struct CanvasTests {
  private let all = PixelRectangle(origin: .zero, size: Easel.size)

  @Test(
    "shows the canvas, dithered where the screen has 16 bits", arguments: PixelFormat.screens,
    [KMSInterface].both)
  func shows(format: PixelFormat, interface: KMSInterface) throws {
    var request = OutputRequest()
    request.format = .fixed(format)
    let easel = try Easel(interface, request)
    easel.canvas.gradient(all, from: Color(red: 9, green: 30, blue: 77), to: .black)
    for step in 0..<6 {
      let part = PixelRectangle(x: step * 9 + 1, y: step * 5 + 3, width: 7, height: 9)
      easel.change(part, Color(red: 13, green: 200, blue: UInt8(step * 31)))
      #expect(easel.prepare(step == 0 ? all : part))
      easel.show()
      #expect(firstDifference(easel.shown, easel.expected) == nil, "step \(step)")
    }
    #expect(easel.stage.device.bufferViolations.isEmpty)
  }

  @Test("copies only what changed since that buffer was written", arguments: [KMSInterface].both)
  func copiesOnlyChanges(interface: KMSInterface) throws {
    let easel = try Easel(interface)
    let nothing = PixelRectangle(x: 0, y: 0, width: 0, height: 0)
    for changed in [all, nothing] {
      #expect(easel.prepare(changed))
      easel.show()
    }
    // What is not told is not copied; what is told comes to each buffer, once each.
    easel.change(PixelRectangle(x: 0, y: 0, width: 1, height: 1), Color(word: 1))
    let told = PixelRectangle(x: 70, y: 50, width: 4, height: 4)
    for turn in 0..<6 {
      easel.change(told, Color(word: UInt32(turn) + 2))
      #expect(easel.prepare(turn == 0 ? told : nothing))
      easel.show()
      let word = easel.shown.withUnsafeBytes { bytes in
        bytes.loadUnaligned(fromByteOffset: (50 * 80 + 70) * 4, as: UInt32.self)
      }
      #expect(easel.shown[0] == 0)
      // The two buffers that take turns are brought up to date once each, and not again.
      #expect(word == 0xff00_0000 | UInt32(turn % 2) + 2, "turn \(turn)")
    }
  }

  @Test("after a picture and after black, all of the canvas is due", arguments: [KMSInterface].both)
  func afterPictures(interface: KMSInterface) throws {
    let easel = try Easel(interface)
    let screen = easel.stage.screen
    easel.change(all, Color(word: 0x123456))
    #expect(easel.prepare(all))
    easel.show()
    for turn in 0..<4 {
      let small = easel.stage.picture(
        UInt8(0x40 + turn), size: PixelSize(width: 20, height: 10),
        origin: PixelPoint(x: 30, y: 30))
      let color = Color(word: turn % 2 == 0 ? 0xff0000 : 0x00ff00)
      #expect(screen.prepare(small, background: color))
      easel.show()
      var expected = Bitmap(size: Easel.size, format: .xrgb8888)
      expected.fill(all, color)
      expected.draw(small.picture.bitmap, at: small.origin)
      #expect(firstDifference(easel.shown, expected.withBytes { Array($0) }) == nil)
      if turn == 2 { try screen.black() }
      let part = PixelRectangle(x: turn * 3, y: 2, width: 5, height: 5)
      easel.change(part, Color(word: UInt32(turn)))
      #expect(easel.prepare(part))
      easel.show()
      #expect(firstDifference(easel.shown, easel.expected) == nil, "turn \(turn)")
    }
  }

  @Test(
    "notes changes while no buffer is free, and brings them later", arguments: [KMSInterface].both)
  func noFreeBuffer(interface: KMSInterface) throws {
    let easel = try Easel(interface)
    let device = FakeKMSDevice(
      configuration: FakeDisplayConfiguration(size: Easel.size), clock: easel.stage.clock)
    device.checksBuffers = true
    let choice = try OutputChoice.choose(
      from: try CardSnapshot(of: device, probing: true), for: OutputRequest())
    let screen = try Screen(
      device: device, choice: choice, format: .xrgb8888, background: .black,
      interface: interface, time: easel.stage.clock, defersBuffers: true)
    var shown: [UInt8] = []
    device.onScanOut = { picture in shown = picture.withPixels { Array($0) } }
    let first = screen.prepare(canvas: easel.canvas, changed: PixelRegion(all))
    #expect(first)
    _ = screen.show(now: easel.stage.now)
    let part = PixelRectangle(x: 3, y: 4, width: 9, height: 2)
    easel.change(part, Color(word: 0x00aa00))
    // Its one buffer is on screen.
    let second = screen.prepare(canvas: easel.canvas, changed: PixelRegion(part))
    #expect(!second)
    #expect(try screen.completeBuffers() == nil)
    for _ in 0..<3 {
      let isPrepared = screen.prepare(canvas: easel.canvas, changed: PixelRegion())
      #expect(isPrepared)
      _ = screen.show(now: easel.stage.now)
      while let time = screen.nextEventTime, screen.isFlipPending {
        easel.stage.clock.advance(to: time)
        _ = screen.handleEvents(now: time)
      }
      #expect(firstDifference(shown, easel.expected) == nil)
    }
    #expect(device.bufferViolations.isEmpty)
    screen.restore()
  }
}

extension PixelFormat {
  fileprivate static let screens: [PixelFormat] = [.xrgb8888, .rgb565]
}
