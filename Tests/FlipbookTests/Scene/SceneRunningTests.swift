import Layers
import Linux
import Pixels
import Testing

@testable import Flipbook

@Suite("A scene that runs") struct SceneRunningTests {
  private let fixture: Fixture

  init() throws {
    fixture = try Fixture.frames(4, size: PixelSize(width: 4, height: 2))
    try fixture.write(.red, 4, 4, name: "a.png")
    try fixture.write(.blue, 4, 4, name: "b.png")
  }

  @Test("counts all delays from the first picture")
  func delays() throws {
    let rig = try SceneRig(
      """
      animator now frames "frame-*.png" fps 10 repeat 1
      animator later frames "frame-*.png" fps 10 repeat 1 delay 0.5
      animator never frames "frame-*.png" stopped
      spinner wheel picture "a.png" delay 1
      layer box color red size 2 2
      animate box delay 0.25 duration 1 curve linear fade to 0
      after 2 quit
      """, in: fixture)
    var quitTime: Int64?
    rig.staged.onQuit = { quitTime = rig.host.loop.now }
    rig.host.firstPictureDelay = 30 * millisecond
    rig.start()
    let wheel = try #require(rig.staged.layer(named: "wheel"))
    let box = try #require(rig.staged.layer(named: "box"))
    rig.run(until: 1029 * millisecond)
    #expect(!wheel.isRotating)
    rig.run(until: 1030 * millisecond)
    #expect(wheel.isRotating)
    #expect(box.presentation(at: 280 * millisecond).alpha == 1)
    #expect(box.presentation(at: 780 * millisecond).alpha == 0.5)
    rig.run(until: 3000 * millisecond)
    #expect(quitTime == 2030 * millisecond)
    let starts = rig.host.events.compactMap { event -> String? in
      if case .start(let animation, let time) = event { return "\(animation)@\(time / 1_000_000)" }
      return nil
    }
    #expect(starts == ["now@30", "later@530"])
  }

  @Test("does what is said for what happens, in order")
  func reactions() throws {
    let rig = try SceneRig(
      """
      animator film frames "frame-*.png" fps 10 repeat 1
      layer screen animator film
      layer curtain color red hidden
      spinner wheel picture "a.png" stopped
      animate screen as fading stopped duration 0.5 curve linear fade to 0
      when film starts hide wheel
      when film finishes
        show curtain
        show wheel
        start wheel
        start fading
      when fading finishes stop wheel at end
      when wheel finishes picture wheel "b.png"
      """, in: fixture)
    rig.start()
    let wheel = try #require(rig.staged.layer(named: "wheel"))
    rig.run(until: 399 * millisecond)
    #expect(wheel.isHidden && !wheel.isRotating)
    #expect(rig.staged.layer(named: "curtain")?.isHidden == true)
    rig.run(until: 400 * millisecond)
    #expect(!wheel.isHidden && wheel.isRotating)
    #expect(rig.staged.layer(named: "curtain")?.isHidden == false)
    rig.run(until: 650 * millisecond)
    #expect(rig.staged.layer(named: "screen")?.presentation(at: 650 * millisecond).alpha == 0.5)
    #expect(rig.staged.isRunning("fading"))
    rig.run(until: 1399 * millisecond)
    #expect(!rig.staged.isRunning("fading"))
    #expect(wheel.isRotating)
    #expect(rig.colors((32, 16)) == ["ff0000"])
    rig.run(until: 1400 * millisecond)
    #expect(!wheel.isRotating)
    #expect(rig.colors((32, 16)) == ["0000ff"])
  }

  @Test("starts, stops and turns round at the touch of a button")
  func buttons() throws {
    let rig = try SceneRig(
      """
      animator film frames "frame-*.png" fps 10 stopped
      layer screen animator film
      spinner wheel picture "a.png" stopped
      animate wheel as blink stopped duration 1 repeat forever fade to 0
      button all toggles film toggles wheel toggles blink at 0 0
      button back picture "a.png" on "b.png" at 100%-4 0
      when back tapped reverse film
      when all tapped once hide screen
      """, in: fixture)
    rig.start()
    let all = try #require(rig.staged.buttons.first?.button)
    let back = try #require(rig.staged.buttons.last?.button)
    #expect(all.frame == Rectangle(x: 0, y: 0, width: 5, height: 5))
    all.press()
    rig.run(until: 150 * millisecond)
    #expect(all.isOn)
    for name in ["film", "wheel", "blink"] { #expect(rig.staged.isRunning(name), "\(name)") }
    #expect(rig.staged.animator(named: "film")?.index == 1)
    #expect(rig.staged.layer(named: "screen")?.isHidden == true)
    back.press()
    rig.run(until: 260 * millisecond)
    #expect(rig.staged.animator(named: "film")?.index == 0)
    #expect(rig.staged.animator(named: "film")?.isReversed == true)
    rig.staged.layer(named: "screen")?.isHidden = false
    all.press()
    rig.run(until: 300 * millisecond)
    #expect(!all.isOn)
    for name in ["film", "wheel", "blink"] { #expect(!rig.staged.isRunning(name), "\(name)") }
    #expect(rig.staged.layer(named: "screen")?.isHidden == false)
  }

  @Test("shows its still picture while it does not play")
  func still() throws {
    let rig = try SceneRig(
      """
      animator film frames "frame-*.png" fps 10 repeat 1 delay 1 still "b.png"
      layer screen animator film fit stretch
      """, in: fixture)
    rig.start()
    #expect(rig.colors((32, 16)) == ["0000ff"])
    rig.run(until: 1050 * millisecond)
    #expect(rig.colors((32, 16)) == ["010000"])
    rig.run(until: 2000 * millisecond)
    #expect(rig.colors((32, 16)) == ["0000ff"])
  }

  @Test("runs through keyframes, each going on from the one before")
  func keyframes() throws {
    let rig = try SceneRig(
      """
      layer a picture "a.png" at 0 0
      animate a duration 1
        at 0% move to 2 2
        at 50% move by 10 0 turn by 90
        at 50% picture "b.png"
        at 100% move by 0 10 turn by 90
      """, in: fixture)
    rig.start()
    let layer = try #require(rig.staged.layer(named: "a"))
    func values(_ milliseconds: Int64) -> [Double] {
      let values = layer.presentation(at: milliseconds * millisecond)
      return [values.center.x, values.center.y, values.rotation]
    }
    #expect(values(250) == [7, 2, 0.125])
    #expect(values(500) == [12, 2, 0.25])
    #expect(values(750) == [12, 7, 0.375])
    #expect(values(1000) == [12, 12, 0.5])
    rig.run(until: 499 * millisecond)
    #expect(rig.colors((11, 2)) == ["ff0000"])
    rig.run(until: 1000 * millisecond)
    #expect(rig.colors((12, 12)) == ["0000ff"])
  }

  @Test("does not run in circles without end, and bears the largest numbers")
  func circles() throws {
    let rig = try SceneRig(
      """
      spinner a picture "a.png"
      layer b color red
      animate b as nothing duration 0 fade to 1
      animate b delay 86400 duration 86400 repeat 1000000 autoreverse
        move to 10000%-100000 -10000% scale to 100 turn by 1000000 size to 10000% 100000
      animate b turn by -1000000 repeat forever curve bezier(0, 10, 1, -10) scale to -100
      when a starts stop a
      when a stops start a
      when nothing finishes start nothing
      when nothing starts stop nothing
      animator film frames "frame-*.png" duration 86400 repeat 1000000
      when film starts toggle film
      when film stops toggle film
      """, in: fixture)
    rig.start()
    // Each goes on all the time, and time goes on as well.
    rig.run(until: 100 * millisecond)
    #expect(rig.host.events.count <= 420)
    #expect(rig.host.events.count >= 50)
    #expect(rig.host.complaints == [])
    _ = rig.colors((0, 0))
    rig.run(until: 101 * millisecond)
  }
}
