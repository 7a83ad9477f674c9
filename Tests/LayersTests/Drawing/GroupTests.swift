import Layers
import Pixels
import Testing

@Suite("Layers that fade as one") struct GroupTests {
  /// A channel of half of 255, rounded either way.
  private func isHalf(_ value: UInt32) -> Bool { (127...128).contains(value) }

  @Test("nothing shows through between the layers of a group") func noSeeThrough() throws {
    let scene = Scene(width: 3, height: 1)
    let group = Layer("R", x: 0, y: 0, width: 2, height: 1)
    group.addSublayer(Layer("G", x: 1, y: 0, width: 2, height: 1))
    group.alpha = 0.5
    scene.root.addSublayer(group)
    let row = try #require(Compositor(scene: scene).shot()).words
    #expect(isHalf(row[0] >> 16) && row[0] & 0xffff == 0)
    // Green alone: the red behind it is not seen.
    #expect(isHalf(row[1] >> 8) && row[1] & 0xff_00ff == 0)
    #expect(row[2] == row[1])
  }

  @Test("a group lies on what is behind it") func overBackground() throws {
    let scene = Scene(width: 2, height: 1)
    scene.root.background = .color(Ink.color("B"))
    let group = Layer("R", x: 0, y: 0, width: 1, height: 1)
    group.addSublayer(Layer("R", x: 0, y: 0, width: 1, height: 1))
    group.alpha = 0.5
    scene.root.addSublayer(group)
    let row = try #require(Compositor(scene: scene).shot()).words
    #expect(isHalf(row[0] >> 16) && isHalf(row[0] & 0xff) && row[0] >> 8 & 0xff == 0)
    #expect(row[1] == 0x00_00ff)
  }

  @Test("groups in groups multiply") func nested() throws {
    let scene = Scene(width: 2, height: 1)
    let outer = Layer("R", x: 0, y: 0, width: 2, height: 1)
    let inner = Layer("G", x: 0, y: 0, width: 1, height: 1)
    inner.addSublayer(Layer("B", x: 0, y: 0, width: 1, height: 1))
    outer.addSublayer(inner)
    inner.alpha = 0.5
    outer.alpha = 0.5
    scene.root.addSublayer(outer)
    let row = try #require(Compositor(scene: scene).shot()).words
    // Half of (half blue over red), and half of red.
    #expect((63...65).contains(row[0] >> 16) && row[0] >> 8 & 0xff == 0)
    #expect((63...65).contains(row[0] & 0xff))
    #expect(isHalf(row[1] >> 16) && row[1] & 0xffff == 0)
  }

  @Test("a layer alone in its group fades as it would by itself") func single() throws {
    let scene = Scene(width: 2, height: 1)
    let picture = Layer(picture: "W", x: 0, y: 0)
    picture.alpha = 0.25
    let holder = Layer(frame: Rectangle(x: 1, y: 0, width: 1, height: 1))
    holder.alpha = 0.5
    let held = Layer(picture: "W", x: 0, y: 0)
    held.alpha = 0.5
    holder.addSublayer(held)
    [picture, holder].forEach(scene.root.addSublayer)
    let row = try #require(Compositor(scene: scene).shot()).words
    #expect(row[0] == row[1] && (63...65).contains(row[0] & 0xff))
  }

  @Test("background and content of a faded layer are one") func backgroundAndContent() throws {
    let scene = Scene(width: 2, height: 1)
    let layer = Layer(picture: "G ", format: .argb8888, x: 0, y: 0)
    layer.background = .color(Ink.color("R"))
    layer.alpha = 0.5
    scene.root.addSublayer(layer)
    let row = try #require(Compositor(scene: scene).shot()).words
    #expect(isHalf(row[0] >> 8) && row[0] & 0xff_00ff == 0)
    #expect(isHalf(row[1] >> 16) && row[1] & 0xffff == 0)
  }

  @Test("a change in a group draws its part of the group anew") func partlyChanged() throws {
    let scene = Scene(width: 8, height: 2)
    scene.root.background = .color(Ink.color("W"))
    let group = Layer("R", x: 0, y: 0, width: 8, height: 2)
    let moving = Layer("G", x: 0, y: 0, width: 2, height: 2)
    group.addSublayer(moving)
    group.alpha = 0.3
    scene.root.addSublayer(group)
    let compositor = Compositor(scene: scene)
    _ = compositor.draw(at: 0)
    moving.center.x += 2
    guard case .canvas(let changed) = compositor.draw(at: 1) else {
      Issue.record("nothing was drawn")
      return
    }
    #expect(changed.rectangles == [PixelRectangle(x: 0, y: 0, width: 4, height: 2)])
    let fresh = try #require(Compositor(scene: scene).shot())
    #expect(compositor.withCanvas { Pixmap($0) } == fresh)
  }
}
