import Layers
import Pixels
import Testing

@Suite("Pictures that go without the canvas") struct DirectPathTests {
  let scene = Scene(width: 6, height: 4)
  static let full = "RGBWYC\nGBWYCM\nBWYCMR\nWYCMRG"

  /// What a compositor passes on without a canvas; nil where it composes.
  private func direct(
    _ compositor: Compositor
  ) -> (picture: FittedPicture, background: Color)? {
    guard case .direct(let picture, let background) = compositor.draw(at: 0) else { return nil }
    return (picture, background)
  }

  /// Whether a scene goes without the canvas, after seeing that it looks the same either way.
  private func goesDirect() throws -> Bool {
    let composed = try #require(Compositor(scene: scene, allowsDirect: false).shot())
    guard let direct = direct(Compositor(scene: scene)) else { return false }
    #expect(Pixmap(direct.picture, on: direct.background, screen: scene.size) == composed)
    return true
  }

  @Test("one picture as large as the screen, untouched") func fullScreen() throws {
    let layer = Layer(picture: Self.full, x: 0, y: 0)
    scene.root.addSublayer(layer)
    let compositor = Compositor(scene: scene)
    let shown = try #require(direct(compositor))
    guard case .picture(let picture) = layer.content else { return }
    #expect(shown.picture.picture === picture && shown.picture.origin == .zero)
    #expect(compositor.withCanvas { _ in true } == nil)
    guard case .unchanged = compositor.draw(at: 1) else {
      Issue.record("the same picture was passed on twice")
      return
    }
    #expect(try goesDirect())
  }

  @Test("smaller, larger and off-centre pictures on one colour") func placed() throws {
    scene.root.background = .color(Ink.color("B"))
    let layer = Layer(picture: "RG\nGW", x: 3, y: 1)
    scene.root.addSublayer(layer)
    #expect(try goesDirect())
    layer.center = Point(x: 0, y: 0)
    #expect(try goesDirect())
    let large = Layer(picture: Self.full, x: 0, y: 0, width: 6, height: 4)
    scene.root.addSublayer(large)
    large.center = Point(x: 1, y: 5)
    #expect(try !goesDirect(), "two pictures")
    layer.isHidden = true
    #expect(try goesDirect())
    large.frame = Rectangle(x: -1, y: 0, width: 8, height: 4)
    large.contentMode = .center
    #expect(try goesDirect())
  }

  @Test("what is hidden behind it does not count") func covered() throws {
    scene.root.background = .gradient(top: .black, bottom: Ink.color("B"))
    scene.root.addSublayer(Layer("G", x: 1, y: 1, width: 2, height: 2))
    scene.root.addSublayer(Layer(picture: Self.full, x: 0, y: 0))
    #expect(try goesDirect())
  }

  @Test("a colour alone") func colorAlone() throws {
    #expect(try goesDirect())
    scene.root.background = .color(Ink.color("M"))
    #expect(try goesDirect())
    scene.root.addSublayer(Layer("G", x: 0, y: 0, width: 6, height: 4))
    #expect(try goesDirect())
  }

  @Test("nothing else") func composed() throws {
    let layer = Layer(picture: Self.full, x: 0, y: 0)
    scene.root.addSublayer(layer)
    let changes: [(String, (Layer) -> Void)] = [
      ("faded", { $0.alpha = 0.5 }),
      ("turned", { $0.rotation = 0.5 }),
      ("mirrored", { $0.transform = .scale(x: -1, y: 1) }),
      ("scaled", { $0.bounds.size.width = 7 }),
      ("between pixels", { $0.center.x += 0.5 }),
      ("transparent", { $0.content = .picture(Picture("R", format: .argb8888)) }),
      (
        "cut out by its layer",
        {
          $0.bounds.size = Size(width: 4, height: 4)
          $0.contentMode = .center
        }
      ),
      ("covered", { $0.addSublayer(Layer("R", x: 0, y: 0, width: 1, height: 1)) }),
    ]
    for (name, change) in changes {
      let other = Layer(picture: Self.full, x: 0, y: 0)
      scene.root.sublayers.forEach { $0.removeFromSuperlayer() }
      scene.root.addSublayer(other)
      change(other)
      #expect(try !goesDirect(), "\(name)")
    }
  }

  @Test("after it everything is due on the canvas") func back() throws {
    let layer = Layer(picture: Self.full, x: 0, y: 0)
    let overlay = Layer("W", x: 1, y: 1, width: 1, height: 1)
    [layer, overlay].forEach(scene.root.addSublayer)
    let compositor = Compositor(scene: scene)
    #expect(compositor.shot() != nil)
    overlay.isHidden = true
    #expect(direct(compositor) != nil)
    #expect(compositor.withCanvas { _ in true } == nil, "the canvas is given back")
    overlay.isHidden = false
    guard case .canvas(let changed) = compositor.draw(at: 0) else {
      Issue.record("nothing was drawn")
      return
    }
    #expect(changed.rectangles == [PixelRectangle(origin: .zero, size: scene.size)])
    #expect(
      compositor.withCanvas { Pixmap($0).text } == Self.full.replacing("GBWYCM", with: "GWWYCM"))
  }
}
