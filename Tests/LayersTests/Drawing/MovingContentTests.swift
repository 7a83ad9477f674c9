import Layers
import Pixels
import Testing

/// Moving content that a test moves by hand.
final class HandMadeContent: MovingContent {
  var shown: ContentImage?
  var isReady = true
  var isAnimating = false
  var measures: [String] = []

  init(_ shown: ContentImage? = nil) { self.shown = shown }

  func image(at time: Int64) -> ContentImage? { shown }
  func nextChange(after time: Int64) -> Int64? { nil }
  func willBeShown(size: PixelSize, mode: ContentMode) {
    measures.append("\(size) \(mode.rawValue)")
  }
  func start() { isAnimating = true }
  func stop() { isAnimating = false }
}

@Suite("Moving content in layers") struct MovingContentTests {
  let scene = Scene(width: 5, height: 3)
  let content = HandMadeContent()
  let layer = Layer(frame: Rectangle(x: 1, y: 1, width: 3, height: 2))

  init() {
    layer.content = .moving(content)
    scene.root.addSublayer(layer)
  }

  @Test("its picture lies as the content mode says, or where it was made for") func places() {
    #expect(scene.text() == ".....\n.....\n.....")
    content.shown = ContentImage(Picture("R"))
    #expect(scene.text() == ".....\n.RRR.\n.RRR.")
    layer.contentMode = .bottomRight
    #expect(scene.text() == ".....\n.....\n...R.")
    let box = PixelSize(width: 3, height: 2)
    content.shown = ContentImage(Picture("RG"), place: .at(PixelPoint(x: 1, y: 1), in: box))
    #expect(scene.text() == ".....\n.....\n..RG.")
    // A box of half the layer's size is shown twice as large.
    layer.bounds.size = Size(width: 2, height: 2)
    layer.center = Point(x: 2, y: 2)
    let half = PixelSize(width: 1, height: 1)
    content.shown = ContentImage(Picture("B"), place: .at(.zero, in: half))
    #expect(scene.text() == ".....\n.BB..\n.BB..")
    // Made for more than is there: what hangs over is cut off.
    content.shown = ContentImage(
      Picture("RGB"), place: .at(PixelPoint(x: -1, y: 0), in: PixelSize(width: 2, height: 2)))
    #expect(scene.text() == ".....\n.GB..\n.....")
  }

  @Test("its alpha is that of the image and the layer") func alpha() throws {
    content.shown = ContentImage(Picture("W"), alpha: 0.5)
    layer.alpha = 0.5
    let shot = try #require(Compositor(scene: scene).shot())
    #expect((63...65).contains(shot[1, 1] & 0xff))
    content.shown?.alpha = 0
    #expect(scene.text() == ".....\n.....\n.....")
  }

  @Test("it is told once what it is shown in, and again when that changes") func measures() {
    let compositor = Compositor(scene: scene)
    _ = compositor.isReady(at: 0)
    _ = compositor.draw(at: 0)
    _ = compositor.draw(at: 1)
    #expect(content.measures == ["3x2 scaleToFill"])
    layer.bounds.size.width = 4.4
    _ = compositor.draw(at: 2)
    layer.contentMode = .aspectFit
    _ = compositor.draw(at: 3)
    layer.isHidden = true
    _ = compositor.draw(at: 4)
    layer.isHidden = false
    _ = compositor.draw(at: 5)
    #expect(
      content.measures == [
        "3x2 scaleToFill", "4x2 scaleToFill", "4x2 aspectFit", "4x2 aspectFit",
      ])
    // Two layers of different sizes do not take turns.
    let second = Layer(frame: Rectangle(x: 0, y: 0, width: 1, height: 1))
    second.content = .moving(content)
    scene.root.addSublayer(second)
    for time in 6..<9 { _ = compositor.draw(at: Int64(time)) }
    #expect(content.measures.count == 5 && content.measures.last == "1x1 scaleToFill")
  }

  @Test("a first picture waits for what is seen and not ready") func ready() {
    let compositor = Compositor(scene: scene)
    content.isReady = false
    #expect(!compositor.isReady(at: 0))
    layer.isHidden = true
    #expect(compositor.isReady(at: 0))
    layer.isHidden = false
    layer.center.x = 100
    #expect(compositor.isReady(at: 0))
    layer.center.x = 2
    #expect(!compositor.isReady(at: 0))
    content.isReady = true
    #expect(compositor.isReady(at: 0))
  }

  @Test("content that makes no layer of the scene visible is not asked") func unseen() {
    layer.alpha = 0
    let compositor = Compositor(scene: scene)
    _ = compositor.draw(at: 0)
    #expect(content.measures.isEmpty)
  }
}
