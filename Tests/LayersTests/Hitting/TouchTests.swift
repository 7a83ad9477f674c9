import Layers
import Pixels
import Testing

@Suite("Fingers on buttons") struct TouchTests {
  let scene = Scene(width: 400, height: 300)
  let button = ButtonLayer(frame: Rectangle(x: 100, y: 100, width: 80, height: 60))
  let middle = Point(x: 140, y: 130)
  let far = Point(x: 300, y: 20)

  init() { scene.root.addSublayer(button) }

  @Test("a touch presses while it is down and toggles when it is lifted") func tap() {
    #expect(scene.touchDown(id: 1, at: middle, time: 0))
    #expect(button.isPressed && !button.isOn)
    #expect(scene.touchMoved(id: 1, to: Point(x: 141, y: 131), time: 1))
    #expect(button.isPressed)
    #expect(scene.touchUp(id: 1, time: 2))
    #expect(!button.isPressed && button.isOn)
    scene.touchDown(id: 1, at: middle, time: 3)
    scene.touchUp(id: 1, at: middle, time: 4)
    #expect(!button.isOn)
  }

  @Test("touches beside it are the screen's") func beside() {
    #expect(!scene.touchDown(id: 1, at: far, time: 0))
    #expect(!scene.touchMoved(id: 1, to: middle, time: 1))
    #expect(!scene.touchUp(id: 1, at: middle, time: 2))
    #expect(!button.isPressed && !button.isOn)
  }

  @Test("a finger that strays releases it, comes back, and counts where it is lifted")
  func straying() {
    scene.touchDown(id: 1, at: middle, time: 0)
    // Fingers roll: half a fingertip beside it still counts.
    scene.touchMoved(id: 1, to: Point(x: 201, y: 130), time: 1)
    #expect(button.isPressed)
    scene.touchMoved(id: 1, to: Point(x: 203, y: 130), time: 2)
    #expect(!button.isPressed)
    scene.touchMoved(id: 1, to: middle, time: 3)
    #expect(button.isPressed)
    scene.touchMoved(id: 1, to: far, time: 4)
    #expect(scene.touchUp(id: 1, time: 5), "it belongs to the button all the time")
    #expect(!button.isOn)
    scene.touchDown(id: 1, at: middle, time: 6)
    scene.touchUp(id: 1, at: far, time: 7)
    #expect(!button.isOn)
  }

  @Test("the first of several fingers has it") func severalFingers() {
    scene.touchDown(id: 1, at: middle, time: 0)
    #expect(scene.touchDown(id: 2, at: middle, time: 1))
    #expect(scene.touchUp(id: 2, at: middle, time: 2))
    #expect(button.isPressed && !button.isOn)
    scene.touchUp(id: 1, at: middle, time: 3)
    #expect(button.isOn)
    // Each button has its own finger.
    let other = ButtonLayer(frame: Rectangle(x: 0, y: 200, width: 80, height: 60))
    scene.root.addSublayer(other)
    scene.touchDown(id: 1, at: middle, time: 4)
    scene.touchDown(id: 2, at: Point(x: 10, y: 210), time: 5)
    #expect(button.isPressed && other.isPressed)
    scene.touchUp(id: 2, time: 6)
    scene.touchUp(id: 1, time: 7)
    #expect(other.isOn && !button.isOn)
  }

  @Test("a cancelled finger does nothing, and neither does one whose lift was lost")
  func cancelled() {
    scene.touchDown(id: 1, at: middle, time: 0)
    #expect(scene.touchCancelled(id: 1))
    #expect(!button.isPressed && !scene.touchUp(id: 1, time: 1) && !button.isOn)
    scene.touchDown(id: 1, at: middle, time: 2)
    #expect(!scene.touchDown(id: 1, at: far, time: 3))
    #expect(!button.isPressed && !button.isOn)
    scene.touchDown(id: 1, at: middle, time: 4)
    scene.cancelTouches()
    #expect(!button.isPressed && !scene.touchUp(id: 1, time: 5) && !button.isOn)
  }

  @Test("a button that is disabled, hidden or taken away meanwhile is not toggled") func gone() {
    let changes: [(ButtonLayer) -> Void] = [
      { $0.isEnabled = false }, { $0.isHidden = true }, { $0.removeFromSuperlayer() },
      { $0.superlayer?.alpha = 0 }, { $0.center.x += 200 },
    ]
    for change in changes {
      let scene = Scene(width: 400, height: 300)
      let button = ButtonLayer(frame: Rectangle(x: 100, y: 100, width: 80, height: 60))
      scene.root.addSublayer(button)
      scene.touchDown(id: 1, at: middle, time: 0)
      #expect(button.isPressed)
      change(button)
      #expect(scene.touchUp(id: 1, time: 1))
      #expect(!button.isOn && !button.isPressed)
    }
  }

  @Test("a disabled button keeps touches from what is behind it") func disabled() {
    let behind = ButtonLayer(frame: Rectangle(x: 100, y: 100, width: 80, height: 60))
    scene.root.insertSublayer(behind, at: 0)
    button.isEnabled = false
    #expect(scene.touchDown(id: 1, at: middle, time: 0))
    scene.touchUp(id: 1, time: 1)
    #expect(!button.isOn && !behind.isOn && !button.isPressed)
    button.isHidden = true
    scene.touchDown(id: 1, at: middle, time: 2)
    scene.touchUp(id: 1, time: 3)
    #expect(behind.isOn)
  }

  @Test("plain layers let touches through, unless they are hittable") func plainLayers() {
    let cover = Layer("R", x: 0, y: 0, width: 400, height: 300)
    scene.root.addSublayer(cover)
    #expect(scene.touchTarget(at: middle, time: 0) === button)
    cover.isHittable = true
    #expect(scene.touchTarget(at: middle, time: 0) === cover)
    #expect(scene.touchDown(id: 1, at: middle, time: 0))
    #expect(scene.touchUp(id: 1, time: 1))
    #expect(!button.isOn)
  }

  @Test("a turned, scaled button is met where it is drawn") func turned() {
    button.bounds = Rectangle(x: 50, y: 60, width: 100, height: 50)
    button.center = Point(x: 200, y: 150)
    button.rotation = 0.25
    button.transform = .scale(2)
    // 100 wide and 200 high now.
    for (x, y, isMet) in [
      (200.0, 55.0, true), (200, 245, true), (151, 150, true), (249, 150, true), (149, 150, false),
      (251, 150, false), (260, 150, false), (200, 45, false),
    ] {
      #expect((scene.touchTarget(at: Point(x: x, y: y), time: 0) === button) == isMet, "\(x), \(y)")
    }
    button.transform = .scale(x: 0, y: 2)
    #expect(scene.touchTarget(at: Point(x: 200, y: 150), time: 0) == nil)
  }

  @Test("small buttons are as large as a fingertip to the touch, but never cover others")
  func small() {
    button.frame = Rectangle(x: 100, y: 100, width: 10, height: 60)
    #expect(scene.touchTarget(at: Point(x: 84, y: 130), time: 0) === button)
    #expect(scene.touchTarget(at: Point(x: 82, y: 130), time: 0) == nil)
    #expect(scene.touchTarget(at: Point(x: 105, y: 99), time: 0) == nil, "high enough already")
    let neighbour = ButtonLayer(frame: Rectangle(x: 116, y: 100, width: 10, height: 60))
    scene.root.addSublayer(neighbour)
    #expect(scene.touchTarget(at: Point(x: 109, y: 130), time: 0) === button)
    #expect(scene.touchTarget(at: Point(x: 112, y: 130), time: 0) === button)
    #expect(scene.touchTarget(at: Point(x: 114, y: 130), time: 0) === neighbour)
  }

  @Test("every change of its look is noted") func noted() {
    var notes = 0
    scene.onChange = { notes += 1 }
    scene.touchDown(id: 1, at: middle, time: 0)
    #expect(notes == 1)
    scene.touchMoved(id: 1, to: Point(x: 139, y: 130), time: 1)
    #expect(notes == 1)
    scene.touchMoved(id: 1, to: far, time: 2)
    #expect(notes == 2)
    scene.touchUp(id: 1, time: 3)
    #expect(notes == 2)
  }
}
