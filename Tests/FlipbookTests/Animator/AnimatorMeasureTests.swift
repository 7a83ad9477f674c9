import Frames
import Layers
import Linux
import Pixels
import Testing

@testable import Flipbook

@Suite("How large an animator's frames are", .timeLimit(.minutes(1))) struct AnimatorMeasureTests {
  private let host: TestHost
  private let fixture: Fixture

  init() throws {
    host = try TestHost()
    host.screenSize = PixelSize(width: 64, height: 32)
    fixture = try Fixture()
    for frame in 0..<2 { try fixture.write(frame, size: PixelSize(width: 20, height: 20)) }
  }

  private func image(
    _ bounds: (Int, Int)?, _ mode: ContentMode, _ change: (FrameAnimator) -> Void = { _ in }
  ) throws -> ContentImage {
    let animator = FrameAnimator(
      frames: ["frame-0.png", "frame-1.png"], folder: fixture.path, host: host)
    change(animator)
    if let bounds {
      animator.willBeShown(size: PixelSize(width: bounds.0, height: bounds.1), mode: mode)
    }
    animator.start()
    host.settle()
    return try #require(animator.image(at: host.loop.now))
  }

  @Test(
    "made for the layer's box by its content mode",
    arguments: [
      (ContentMode.scaleToFill, 40, 10, 40, 10, 0, 0),
      (.aspectFit, 40, 10, 10, 10, 15, 0),
      (.aspectFill, 40, 10, 40, 10, 0, 0),
      (.center, 10, 30, 10, 20, 0, 5),
      (.scaleToFill, 5, 4, 5, 4, 0, 0),
    ] as [(ContentMode, Int, Int, Int, Int, Int, Int)])
  func fits(
    mode: ContentMode, width: Int, height: Int, frameWidth: Int, frameHeight: Int, x: Int, y: Int
  ) throws {
    let image = try image((width, height), mode)
    #expect(image.picture.bitmap.size == PixelSize(width: frameWidth, height: frameHeight))
    let box = PixelSize(width: width, height: height)
    #expect(image.place == .at(PixelPoint(x: x, y: y), in: box))
  }

  @Test("other modes show frames at their own size", arguments: [ContentMode.top, .bottomRight])
  func natural(mode: ContentMode) throws {
    let image = try image((8, 8), mode)
    #expect(image.picture.bitmap.size == PixelSize(width: 20, height: 20))
    #expect(image.place == .byContentMode)
  }

  @Test("a layer larger than the screen has frames of the screen's size at most") func huge() throws
  {
    let image = try image((640, 640), .scaleToFill)
    #expect(image.picture.bitmap.size == PixelSize(width: 32, height: 32))
    #expect(image.place == .at(.zero, in: PixelSize(width: 32, height: 32)))
    let centred = try self.image((640, 640), .center)
    #expect(centred.picture.bitmap.size == PixelSize(width: 20, height: 20))
    #expect(centred.place == .byContentMode)
  }

  @Test("without a layer a frame is no larger than the screen, and not enlarged") func noLayer()
    throws
  {
    #expect(try image(nil, .center).picture.bitmap.size == PixelSize(width: 20, height: 20))
    host.screenSize = PixelSize(width: 64, height: 10)
    #expect(try image(nil, .center).picture.bitmap.size == PixelSize(width: 10, height: 10))
  }

  @Test("a size that is asked for goes first") func decodeSize() throws {
    let image = try image((40, 40), .scaleToFill) {
      $0.decodeSize = PixelSize(width: 12, height: 100)
    }
    #expect(image.picture.bitmap.size == PixelSize(width: 12, height: 12))
    #expect(image.place == .byContentMode)
    let larger = try self.image((40, 40), .scaleToFill) {
      $0.decodeSize = PixelSize(width: 100, height: 100)
    }
    #expect(larger.picture.bitmap.size == PixelSize(width: 20, height: 20))
  }

  @Test("other bounds count for the next window") func laterBounds() throws {
    let animator = FrameAnimator(
      frames: ["frame-0.png", "frame-1.png"], folder: fixture.path + "/", host: host)
    animator.willBeShown(size: PixelSize(width: 10, height: 10), mode: .scaleToFill)
    animator.start()
    host.settle()
    animator.willBeShown(size: PixelSize(width: 30, height: 30), mode: .scaleToFill)
    host.run(until: 50 * millisecond)
    #expect(animator.index == 1)
    let size = animator.image(at: host.loop.now)?.picture.bitmap.size
    #expect(size == PixelSize(width: 10, height: 10))
    animator.stop()
    animator.start()
    host.settle()
    let next = animator.image(at: host.loop.now)
    #expect(next?.picture.bitmap.size == PixelSize(width: 30, height: 30))
    #expect(next?.place == .at(.zero, in: PixelSize(width: 30, height: 30)))
  }

  @Test("opaque frames come opaque") func opaque() throws {
    #expect(try image((10, 10), .scaleToFill).picture.bitmap.format == .xrgb8888)
  }
}
