import Layers
import Pixels
import Testing

@Suite("What a scene looks like") struct CompositorTests {
  @Test("nothing is black") func nothing() {
    #expect(Scene(width: 3, height: 2).text() == "...\n...")
  }

  @Test("later siblings are in front, and a higher zPosition goes before that") func order() {
    let scene = Scene(width: 4, height: 1)
    let red = Layer("R", x: 0, y: 0, width: 2, height: 1)
    let green = Layer("G", x: 1, y: 0, width: 2, height: 1)
    let blue = Layer("B", x: 2, y: 0, width: 2, height: 1)
    [red, green, blue].forEach(scene.root.addSublayer)
    #expect(scene.text() == "RGBB")
    green.zPosition = 1
    #expect(scene.text() == "RGGB")
    red.zPosition = 1
    #expect(scene.text() == "RGGB")
    red.zPosition = 2
    #expect(scene.text() == "RRGB")
    blue.zPosition = -1
    #expect(scene.text() == "RRGB")
    green.zPosition = -1
    // Of equals the later one is in front.
    #expect(scene.text() == "RRBB")
  }

  @Test("a sublayer's zPosition counts among its siblings alone") func nestedOrder() {
    let scene = Scene(width: 2, height: 1)
    let back = Layer("R", x: 0, y: 0, width: 2, height: 1)
    let inner = Layer("G", x: 0, y: 0, width: 1, height: 1)
    inner.zPosition = 100
    back.addSublayer(inner)
    scene.root.addSublayer(back)
    #expect(scene.text() == "GR")
    scene.root.addSublayer(Layer("B", x: 0, y: 0, width: 1, height: 1))
    #expect(scene.text() == "BR")
  }

  @Test("hidden layers and those of alpha 0 are left out with all that is in them") func hidden() {
    let scene = Scene(width: 3, height: 1)
    let layer = Layer("R", x: 0, y: 0, width: 2, height: 1)
    layer.addSublayer(Layer("G", x: 1, y: 0, width: 2, height: 1))
    scene.root.addSublayer(layer)
    #expect(scene.text() == "RGG")
    layer.isHidden = true
    #expect(scene.text() == "...")
    layer.isHidden = false
    layer.alpha = 0
    #expect(scene.text() == "...")
    layer.alpha = 1
    #expect(scene.text() == "RGG")
  }

  @Test("content is clipped to the bounds, sublayers are not") func clipping() {
    let scene = Scene(width: 6, height: 3)
    let layer = Layer(picture: "RRRR\nGGGG\nBBBB", x: 1, y: 1, width: 2, height: 1)
    layer.contentMode = .topLeft
    layer.addSublayer(Layer("W", x: 1, y: -1, width: 3, height: 1))
    scene.root.addSublayer(layer)
    #expect(scene.text() == "..WWW.\n.RR...\n......")
  }

  @Test("the bounds' origin moves sublayers, not the layer") func boundsOrigin() {
    let scene = Scene(width: 4, height: 2)
    let list = Layer("R", x: 0, y: 0, width: 2, height: 2)
    let row = Layer("G", x: 3, y: 5, width: 1, height: 1)
    list.addSublayer(row)
    scene.root.addSublayer(list)
    #expect(scene.text() == "RR..\nRR..")
    list.bounds.origin = Point(x: 2, y: 4)
    #expect(scene.text() == "RR..\nRG..")
    list.bounds.origin = Point(x: 3, y: 5)
    #expect(scene.text() == "GR..\nRR..")
  }

  @Test(
    "quarter turns are exact",
    arguments: [
      (0.0, "RGB\nWYC"), (0.25, "WR\nYG\nCB"), (0.5, "CYW\nBGR"), (0.75, "BC\nGY\nRW"),
      (-0.25, "BC\nGY\nRW"), (7.25, "WR\nYG\nCB"),
    ])
  func quarterTurns(turns: Double, picture: String) {
    let scene = Scene(width: 7, height: 7)
    let layer = Layer(picture: "RGB\nWYC", x: 0, y: 0)
    // The middle where both 3x2 and 2x3 lie on whole pixels.
    let isUpright = picture.split(separator: "\n").count == 2
    layer.center = isUpright ? Point(x: 3.5, y: 3) : Point(x: 3, y: 3.5)
    layer.rotation = turns
    scene.root.addSublayer(layer)
    let rows = picture.split(separator: "\n").map { "..\($0)" + (isUpright ? ".." : "...") }
    let empty = "......."
    let expected = [empty, empty] + rows + Array(repeating: empty, count: 5 - rows.count)
    #expect(scene.text() == expected.joined(separator: "\n"))
  }

  @Test("a superlayer's turn and size carry its sublayers along") func multiplied() {
    let scene = Scene(width: 6, height: 6)
    let outer = Layer("R", x: 1, y: 1, width: 2, height: 2)
    outer.center = Point(x: 3, y: 3)
    outer.transform = .scale(2)
    outer.rotation = 0.25
    let inner = Layer("G", x: 0, y: 0, width: 1, height: 1)
    outer.addSublayer(inner)
    scene.root.addSublayer(outer)
    // Top left of the outer one, which a quarter turn takes to the top right.
    #expect(scene.text() == "......\n.RRGG.\n.RRGG.\n.RRRR.\n.RRRR.\n......")
    inner.rotation = 0.25
    inner.transform = .scale(x: 1, y: 0.5)
    // Turned first, then half as high; the outer quarter turn makes that half as wide.
    inner.center = Point(x: 0.5, y: 0.75)
    #expect(
      scene.text()
        == "......\n.RGRR.\n.RGRR.\n.RRRR.\n.RRRR.\n......".replacing("RGRR", with: "RRGR"))
  }

  @Test("flat and endless layers are not drawn") func degenerate() {
    let scene = Scene(width: 2, height: 1)
    let layer = Layer("R", x: 0, y: 0, width: 2, height: 1)
    layer.addSublayer(Layer("G", x: 0, y: 0, width: 2, height: 1))
    scene.root.addSublayer(layer)
    for transform in [
      AffineTransform.scale(x: 0, y: 1), .scale(0), .scale(.infinity),
      .translation(x: .nan, y: 0), .translation(x: 1e300, y: 0),
    ] {
      layer.transform = transform
      #expect(scene.text() == "..", "\(transform)")
    }
    // However far an edge reaches, the screen holds a part.
    layer.transform = .scale(1e9)
    #expect(scene.text() == "GG")
  }

  @Test("the background shows behind a picture with transparent parts, and around it") func backs()
  {
    let scene = Scene(width: 4, height: 1)
    let layer = Layer(picture: "R G", format: .argb8888, x: 0, y: 0, width: 4, height: 1)
    layer.contentMode = .left
    layer.background = .color(Ink.color("B"))
    scene.root.addSublayer(layer)
    #expect(scene.text() == "RBGB")
  }

  @Test("a gradient passes from its top to its bottom") func gradient() throws {
    let scene = Scene(width: 1, height: 5)
    let layer = Layer(frame: Rectangle(x: 0, y: 0, width: 1, height: 5))
    layer.background = .gradient(top: .black, bottom: Ink.color("R"))
    scene.root.addSublayer(layer)
    let column = try #require(Compositor(scene: scene).shot()).words.map { $0 >> 16 }
    #expect(column == column.sorted() && Set(column).count == 5)
    layer.rotation = 0.5
    let turned = try #require(Compositor(scene: scene).shot()).words.map { $0 >> 16 }
    #expect(zip(turned, column.reversed()).allSatisfy { $0 + 1 >= $1 && $1 + 1 >= $0 })
  }

  @Test("a picture on half a pixel is mixed to the halves") func fractions() throws {
    let scene = Scene(width: 4, height: 1)
    let layer = Layer(picture: "WW", x: 0.5, y: 0, width: 2, height: 1)
    scene.root.addSublayer(layer)
    let row = try #require(Compositor(scene: scene, allowsDirect: false).shot()).words
    #expect(row[1] == 0xff_ffff && row[3] == 0)
    for index in [0, 2] { #expect((127...128).contains(row[index] & 0xff), "\(row)") }
  }
}
