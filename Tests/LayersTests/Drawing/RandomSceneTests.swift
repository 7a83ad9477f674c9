import Layers
import Pixels
import Testing

@Suite("Scenes that change at random") struct RandomSceneTests {
  @Test("what is drawn where it changed is what would be drawn from nothing", arguments: 0..<40)
  func incrementally(seed: Int) throws {
    var random = RandomScene(seed: UInt64(seed))
    let compositor = Compositor(scene: random.scene, allowsDirect: false)
    var before = try #require(compositor.shot())
    for step in 0..<20 {
      for _ in 0..<Int.random(in: 0...2, using: &random.dice) { random.change() }
      let frame = compositor.draw(at: 0)
      let after = try #require(compositor.withCanvas { Pixmap($0) })
      let fresh = try #require(Compositor(scene: random.scene, allowsDirect: false).shot())
      try #require(after == fresh, "step \(step): \(Self.differences(after, fresh))")
      var changed = PixelRegion()
      if case .canvas(let region) = frame { changed = region }
      for place in Self.differences(before, after) {
        let pixel = PixelRectangle(origin: place, size: PixelSize(width: 1, height: 1))
        try #require(
          changed.rectangles.contains { !$0.intersection(pixel).isEmpty },
          "step \(step): \(place) changed outside of \(changed.rectangles)")
      }
      before = after
    }
  }

  @Test("with and without the canvas it looks the same") func directly() throws {
    var directs = 0
    for seed in 0..<60 { directs += try countDirect(seed: 1000 + seed) }
    #expect(directs > 60, "\(directs) pictures went without the canvas")
  }

  /// Counts the pictures that went without the canvas in one sequence of changes.
  private func countDirect(seed: Int) throws -> Int {
    var random = RandomScene(seed: UInt64(seed))
    // One layer and the root are seen, so that many pictures go without the canvas.
    random.layers.dropFirst().forEach { $0.removeFromSuperlayer() }
    random.layers = Array(random.layers.prefix(1))
    let compositor = Compositor(scene: random.scene)
    var shown: Pixmap?
    var directs = 0
    for step in 0..<20 {
      let expected = try #require(Compositor(scene: random.scene, allowsDirect: false).shot())
      switch compositor.draw(at: 0) {
      case .unchanged: break
      case .direct(let picture, let background):
        shown = Pixmap(picture, on: background, screen: random.scene.size)
        directs += 1
        #expect(compositor.withCanvas { _ in true } == nil)
      case .canvas: shown = compositor.withCanvas { Pixmap($0) }
      }
      try #require(shown == expected, "seed \(seed), step \(step)")
      random.change()
    }
    return directs
  }

  @Test("parts of it, each drawn for itself, make up the whole", arguments: 0..<30)
  func inParts(seed: Int) throws {
    var random = RandomScene(seed: UInt64(2000 + seed))
    let size = random.scene.size
    let seam = Int.random(in: 1..<size.width, using: &random.dice)
    let top = Int.random(in: 0..<size.height / 2, using: &random.dice)
    let parts = [
      PixelRectangle(x: 0, y: 0, width: seam, height: size.height),
      PixelRectangle(x: seam, y: top, width: size.width - seam, height: size.height - 2 * top),
    ]
    let compositors = [true, false].flatMap { direct in
      parts.map { Compositor(scene: random.scene, part: $0, allowsDirect: direct) }
    }
    var shown: [Pixmap?] = compositors.map { _ in nil }
    for step in 0..<15 {
      let whole = try #require(Compositor(scene: random.scene, allowsDirect: false).shot())
      for (index, compositor) in compositors.enumerated() {
        switch compositor.draw(at: 0) {
        case .unchanged: break
        case .direct(let picture, let background):
          shown[index] = Pixmap(picture, on: background, screen: compositor.part.size)
        case .canvas: shown[index] = compositor.withCanvas { Pixmap($0) }
        }
        // Of a group of which one layer is seen in the part, that is faded alone: it is rounded less.
        let expected = whole.cut(compositor.part)
        let difference = try #require(shown[index]).difference(from: expected)
        try #require(difference <= 6, "step \(step), \(compositor.part): \(difference)")
      }
      random.change()
    }
  }

  private static func differences(_ first: Pixmap, _ second: Pixmap) -> [PixelPoint] {
    first.words.indices.filter { first.words[$0] != second.words[$0] }.map {
      PixelPoint(x: $0 % first.size.width, y: $0 / first.size.width)
    }
  }
}
