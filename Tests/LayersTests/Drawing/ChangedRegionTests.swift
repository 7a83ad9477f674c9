import Layers
import Pixels
import Testing

@Suite("What is drawn again") struct ChangedRegionTests {
  let scene = Scene(width: 16, height: 8)
  let back = Layer("B", x: 0, y: 0, width: 16, height: 8)
  let red = Layer("R", x: 1, y: 1, width: 3, height: 2)
  let green = Layer("G", x: 3, y: 2, width: 4, height: 4)
  let compositor: Compositor

  init() {
    [back, red, green].forEach(scene.root.addSublayer)
    compositor = Compositor(scene: scene)
    _ = compositor.draw(at: 0)
  }

  /// The rectangles that are drawn next; nil where nothing is, and all where that is not the canvas.
  private func changed() -> PixelRegion? {
    switch compositor.draw(at: 0) {
    case .unchanged: nil
    case .canvas(let changed): changed
    case .direct: PixelRegion(PixelRectangle(origin: .zero, size: scene.size))
    }
  }

  /// The region of some rectangles, which may make fewer of them.
  private func region(_ rectangles: PixelRectangle...) -> PixelRegion {
    rectangles.reduce(into: PixelRegion()) { $0.add($1) }
  }

  @Test("first everything, then nothing") func firstAndStill() {
    let other = Compositor(scene: scene)
    guard case .canvas(let changed) = other.draw(at: 0) else {
      Issue.record("nothing was drawn")
      return
    }
    #expect(changed.rectangles == [PixelRectangle(x: 0, y: 0, width: 16, height: 8)])
    guard case .unchanged = other.draw(at: 1) else {
      Issue.record("a still scene was drawn")
      return
    }
    #expect(self.changed() == nil)
  }

  @Test("where a layer was and where it is") func moved() {
    red.center.x += 8
    #expect(
      changed()
        == region(
          PixelRectangle(x: 1, y: 1, width: 3, height: 2),
          PixelRectangle(x: 9, y: 1, width: 3, height: 2)))
    #expect(changed() == nil)
    red.center.x += 1
    #expect(changed() == region(PixelRectangle(x: 9, y: 1, width: 4, height: 2)))
  }

  @Test("what comes, goes, fades or takes another colour") func looks() {
    let redPlace = PixelRectangle(x: 1, y: 1, width: 3, height: 2)
    red.isHidden = true
    #expect(changed() == region(redPlace))
    red.isHidden = false
    #expect(changed() == region(redPlace))
    red.alpha = 0.5
    #expect(changed() == region(redPlace))
    red.content = .color(Ink.color("W"))
    #expect(changed() == region(redPlace))
    red.removeFromSuperlayer()
    #expect(changed() == region(redPlace))
    scene.root.addSublayer(red)
    #expect(changed() == region(redPlace))
  }

  @Test("of a new order, where the layers meet") func order() {
    red.zPosition = 1
    #expect(changed() == region(PixelRectangle(x: 3, y: 2, width: 1, height: 1)))
    red.zPosition = 0
    #expect(changed() == region(PixelRectangle(x: 3, y: 2, width: 1, height: 1)))
    // Behind a layer that covers it, it is gone from where it was.
    green.zPosition = -1
    #expect(changed() == region(PixelRectangle(x: 3, y: 2, width: 4, height: 4)))
  }

  @Test("of layers off the screen, behind a full one, or without area, nothing") func unseen() {
    let far = Layer("W", x: 20, y: 0, width: 4, height: 4)
    scene.root.addSublayer(far)
    #expect(changed() == nil)
    far.center = Point(x: 16, y: 2)
    #expect(changed() == region(PixelRectangle(x: 14, y: 0, width: 2, height: 4)))
    far.bounds.size.width = 0
    #expect(changed() == region(PixelRectangle(x: 14, y: 0, width: 2, height: 4)))
    let behind = Layer("W", x: 0, y: 0, width: 16, height: 8)
    behind.addSublayer(Layer("Y", x: 0, y: 0, width: 2, height: 2))
    scene.root.insertSublayer(behind, at: 0)
    #expect(changed() == nil)
  }

  @Test("another picture, and no other one, is drawn in its place") func pictures() {
    let picture = Picture("WY\nCM")
    red.content = .picture(picture)
    red.contentMode = .topLeft
    // The colour filled the layer.
    #expect(changed() == region(PixelRectangle(x: 1, y: 1, width: 3, height: 2)))
    red.content = .picture(picture)
    #expect(changed() == nil)
    red.content = .picture(Picture("WY\nCM"))
    #expect(changed() == region(PixelRectangle(x: 1, y: 1, width: 2, height: 2)))
  }

  @Test("a turning layer takes the rectangle around where it was and is") func turning() {
    let spinner = Layer("W", x: 8, y: 2, width: 4, height: 4)
    scene.root.addSublayer(spinner)
    _ = changed()
    spinner.rotation = 0.125
    // A square of 4 on its tip is 5.66 wide.
    #expect(changed() == region(PixelRectangle(x: 6, y: 0, width: 8, height: 8)))
    spinner.rotation = 0.5
    #expect(changed() == region(PixelRectangle(x: 6, y: 0, width: 8, height: 8)))
    spinner.rotation = 0.75
    // Turns of a quarter lie on the same pixels but are drawn in another way.
    #expect(changed() == region(PixelRectangle(x: 8, y: 2, width: 4, height: 4)))
  }

  @Test("a forgotten canvas is drawn whole") func forgotten() {
    compositor.forgetCanvas()
    #expect(compositor.withCanvas { _ in true } == nil)
    #expect(changed() == region(PixelRectangle(x: 0, y: 0, width: 16, height: 8)))
  }

  @Test("pictures live no longer than they are on screen") func lifetimes() {
    weak var picture: Picture?
    do {
      let shown = Picture("W")
      picture = shown
      red.content = .picture(shown)
    }
    _ = compositor.draw(at: 0)
    red.content = .none
    #expect(picture != nil)
    _ = compositor.draw(at: 0)
    #expect(picture == nil)
  }
}
