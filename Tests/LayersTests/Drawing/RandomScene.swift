import Layers
import Pixels
import TestSupport

extension RandomSource {
  /// One of some things.
  mutating func pick<Element>(_ things: [Element]) -> Element {
    things[Int.random(in: 0..<things.count, using: &self)]
  }

  /// A number in a range, so many times as large; whole more often than not.
  mutating func length(_ range: ClosedRange<Double>, times scale: Double = 1) -> Double {
    let value = Double.random(in: range, using: &self) * scale
    return Bool.random(using: &self) || Bool.random(using: &self) ? value.rounded() : value
  }
}

/// A scene of many layers that changes at random.
struct RandomScene {
  /// Large enough that a change is not everywhere at once.
  let scene = Scene(width: 120, height: 90)
  var layers: [Layer] = []
  var dice: RandomSource
  let pictures = [
    Picture("RGBW\nYCMR\nGBWY"), Picture("R G\n B \nW M", format: .argb8888), Picture("WY"),
    Picture(
      Array(
        repeating: Array(repeating: "RGBWYCMR", count: 15).joined(), count: 90
      ).joined(separator: "\n")),
  ]

  init(seed: UInt64) {
    dice = RandomSource(seed: seed)
    for _ in 0..<7 {
      let layer = Layer()
      layers.append(layer)
      place(layer)
      for _ in 0..<6 { change(layer) }
    }
  }

  /// Puts a layer somewhere into the tree.
  private mutating func place(_ layer: Layer) {
    layer.removeFromSuperlayer()
    let inside = descendants(of: layer)
    let parents =
      [scene.root, scene.root]
      + layers.filter { other in
        !inside.contains { $0 === other }
      }
    let parent = dice.pick(parents)
    parent.insertSublayer(layer, at: Int.random(in: 0...3, using: &dice))
  }

  private func descendants(of layer: Layer) -> [Layer] {
    [layer] + layer.sublayers.flatMap(descendants)
  }

  /// Changes something anywhere.
  mutating func change() { change(dice.pick(layers + [scene.root])) }

  private mutating func change(_ layer: Layer) {
    let isRoot = layer === scene.root
    switch Int.random(in: 0..<12, using: &dice) {
    case 0 where !isRoot: place(layer)
    case 1 where !isRoot:
      layer.frame = Rectangle(
        x: dice.length(-4...20, times: 5), y: dice.length(-4...14, times: 5),
        width: dice.length(0...14, times: 5), height: dice.length(0...12, times: 5))
    case 2 where !isRoot:
      layer.center = Point(x: dice.length(-2...24, times: 5), y: dice.length(-2...18, times: 5))
    case 3 where !isRoot: layer.rotation = dice.pick([0, 0.25, 0.5, 0.75, 0.1, 0.37, 1.25])
    case 4 where !isRoot:
      layer.transform = dice.pick([
        .identity, .scale(2), .scale(x: 0.5, y: 1), .scale(x: -1, y: 1), .scale(0.3),
        .translation(x: 0.5, y: 0.25), .scale(x: 0, y: 1),
        AffineTransform(a: 1, b: 0.5, c: 0, d: 1, tx: 0, ty: 0),
      ])
    case 5: layer.alpha = dice.pick([1, 1, 1, 0.5, 0.25, 0, 0.999])
    case 6: layer.isHidden = dice.pick([false, false, false, true])
    case 7: layer.zPosition = dice.pick([0, 0, 1, -1, 0.5])
    case 8:
      layer.background = dice.pick([
        .none, .color(Ink.color("C")), .color(.black),
        .gradient(top: Ink.color("R"), bottom: Ink.color("B")),
      ])
    case 9, 10:
      layer.content = dice.pick(
        [.none, .color(Ink.color("G"))] + pictures.map { Content.picture($0) })
    default:
      layer.contentMode = dice.pick(ContentMode.allCases)
      layer.bounds.origin = Point(x: dice.length(-2...2), y: dice.length(-2...2))
    }
  }
}
