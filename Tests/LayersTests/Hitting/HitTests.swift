import Layers
import Pixels
import TestSupport
import Testing

@Suite("Which layer is met") struct HitTests {
  @Test("the layer met at a pixel's middle is the one whose colour it has", arguments: 0..<200)
  func agreesWithDrawing(seed: Int) throws {
    var dice = RandomSource(seed: UInt64(seed))
    let scene = Scene(width: 24, height: 18)
    scene.root.background = .color(.black)
    var layers: [(layer: Layer, letter: Character)] = [(scene.root, ".")]
    for letter in "RGBWYCM" {
      let layer = Layer(
        letter, x: dice.length(-4...16).rounded(), y: dice.length(-4...12).rounded(),
        width: dice.length(1...14).rounded(), height: dice.length(1...12).rounded())
      layer.rotation = dice.pick([0, 0, 0.25, 0.5, 0.1, 0.8])
      layer.transform = dice.pick([
        .identity, .identity, .scale(2), .scale(x: -1, y: 0.5), .scale(x: 0, y: 1),
        AffineTransform(a: 1, b: 0.5, c: 0, d: 1, tx: 0, ty: 0),
      ])
      layer.zPosition = dice.pick([0, 0, 0, 1, -1])
      layer.isHidden = dice.pick([false, false, false, true])
      layer.alpha = dice.pick([1, 1, 1, 1, 0.005])
      layer.bounds.origin = dice.pick([.zero, Point(x: 3, y: -2)])
      dice.pick(layers).layer.addSublayer(layer)
      layers.append((layer, letter))
    }
    let shot = try #require(Compositor(scene: scene, allowsDirect: false).shot())
    for y in 0..<18 {
      for x in 0..<24 {
        let letter = Ink.letter(shot[x, y])
        // Pixels at slanted edges, and behind a trace of a layer, are mixtures.
        guard letter != "?" else { continue }
        let point = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
        let met = try #require(scene.layer(at: point, time: 0))
        #expect(
          layers.first { $0.layer === met }?.letter == letter, "\(x), \(y):\n\(shot.text)")
      }
    }
  }

  @Test("nothing is met off the root and its layers") func outside() {
    let scene = Scene(width: 4, height: 4)
    #expect(scene.layer(at: Point(x: 4, y: 2), time: 0) == nil)
    #expect(scene.layer(at: Point(x: -0.001, y: 2), time: 0) == nil)
    #expect(scene.layer(at: Point(x: 3.999, y: 0), time: 0) === scene.root)
    scene.root.isHidden = true
    #expect(scene.layer(at: Point(x: 1, y: 1), time: 0) == nil)
  }

  @Test("sublayers are met outside of their superlayers") func overhang() {
    let scene = Scene(width: 20, height: 20)
    let outer = Layer("R", x: 0, y: 0, width: 4, height: 4)
    let inner = Layer("G", x: 8, y: 8, width: 4, height: 4)
    outer.addSublayer(inner)
    scene.root.addSublayer(outer)
    #expect(scene.layer(at: Point(x: 9, y: 9), time: 0) === inner)
    #expect(scene.layer(at: Point(x: 6, y: 6), time: 0) === scene.root)
    outer.rotation = 0.5
    outer.center = Point(x: 16, y: 16)
    #expect(scene.layer(at: Point(x: 9, y: 9), time: 0) === inner)
    outer.alpha = 0.009
    #expect(scene.layer(at: Point(x: 9, y: 9), time: 0) === scene.root)
  }

  @Test("places are converted between layers and the screen") func conversion() throws {
    let scene = Scene(width: 100, height: 100)
    let outer = Layer("R", x: 40, y: 40, width: 20, height: 20)
    outer.rotation = 0.25
    let inner = Layer("G", x: 0, y: 0, width: 10, height: 10)
    inner.transform = .scale(2)
    let other = Layer("B", x: 10, y: 20, width: 10, height: 10)
    outer.addSublayer(inner)
    [outer, other].forEach(scene.root.addSublayer)
    // The top left corner lies at -5, -5 in the outer one; a quarter turn takes it to the right.
    #expect(inner.convert(.zero, to: outer, at: 0) == Point(x: -5, y: -5))
    #expect(inner.convert(.zero, to: nil, at: 0) == Point(x: 65, y: 35))
    #expect(inner.convert(.zero, to: other, at: 0) == Point(x: 55, y: 15))
    #expect(inner.convert(Point(x: 65, y: 35), from: nil, at: 0) == .zero)
    #expect(other.convert(.zero, from: inner, at: 0) == Point(x: 55, y: 15))
    inner.transform = .scale(x: 0, y: 1)
    #expect(inner.convert(.zero, from: nil, at: 0) == nil)
  }
}
