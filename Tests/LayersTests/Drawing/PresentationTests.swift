import Layers
import Pixels
import Testing
import Timing

@Suite("Layers on their way") struct PresentationTests {
  let scene = Scene(width: 12, height: 4)
  let second: Int64 = 1_000_000_000

  @Test("what is drawn and met is where it is at the time, not where it will be") func moving() {
    let layer = ButtonLayer(frame: Rectangle(x: 0, y: 1, width: 2, height: 2))
    layer.content = .color(Ink.color("R"))
    scene.root.addSublayer(layer)
    scene.animate(duration: .seconds(1), curve: .linear) { layer.center.x += 8 }
    scene.turn(at: 0)
    let compositor = Compositor(scene: scene)
    #expect(
      compositor.shot(at: 0)?.text == "............\nRR..........\nRR..........\n............")
    let middle = second / 2
    #expect(
      compositor.shot(at: middle)?.text
        == "............\n....RR......\n....RR......\n............")
    let point = Point(x: 5, y: 2)
    #expect(scene.layer(at: point, time: 0) === scene.root)
    #expect(scene.layer(at: point, time: middle) === layer)
    #expect(scene.layer(at: point, time: second) === scene.root)
    #expect(layer.convert(.zero, to: nil, at: middle) == Point(x: 4, y: 1))
    // A finger is on it while it comes by.
    scene.touchDown(id: 1, at: point, time: middle)
    scene.touchUp(id: 1, time: middle)
    #expect(layer.isOn)
    #expect(
      compositor.shot(at: second)?.text
        == "............\n........RR..\n........RR..\n............")
  }

  @Test("a step draws where it was and is, and nothing where it stands still") func steps() {
    let wide = Scene(width: 200, height: 40)
    let layer = Layer("R", x: 0, y: 0, width: 40, height: 40)
    wide.root.addSublayer(layer)
    wide.root.addSublayer(Layer("G", x: 180, y: 0, width: 20, height: 40))
    wide.animate(delay: .seconds(1), duration: .seconds(1), curve: .linear) {
      layer.center.x += 100
    }
    wide.turn(at: 0)
    let compositor = Compositor(scene: wide)
    _ = compositor.draw(at: 0)
    guard case .unchanged = compositor.draw(at: second / 2) else {
      Issue.record("it was drawn while it waited")
      return
    }
    guard case .canvas(let changed) = compositor.draw(at: second + second / 10) else {
      Issue.record("its first step was not drawn")
      return
    }
    #expect(changed.rectangles == [PixelRectangle(x: 0, y: 0, width: 50, height: 40)])
  }

  @Test("a turning layer is met where its corners are") func turning() {
    let square = Scene(width: 40, height: 40)
    let layer = Layer("R", x: 10, y: 10, width: 20, height: 20)
    square.root.addSublayer(layer)
    layer.startRotating(duration: .seconds(1))
    let tip = Point(x: 20, y: 7)
    #expect(square.layer(at: tip, time: 0) === square.root)
    #expect(square.layer(at: tip, time: second / 8) === layer)
    #expect(square.layer(at: tip, time: second / 4) === square.root)
    #expect(square.layer(at: Point(x: 11, y: 11), time: second / 8) === square.root)
  }
}
