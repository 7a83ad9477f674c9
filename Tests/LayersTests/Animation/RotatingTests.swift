import Layers
import Pixels
import Testing
import Timing

@Suite("A turning layer") struct RotatingTests {
  private func angle(_ stage: AnimationStage, at time: Int64? = nil) -> Double {
    stage.layer.presentation(at: time ?? stage.time).rotation
  }

  @Test("turns evenly for ever, about its own rotation") func turning() {
    let stage = AnimationStage()
    stage.layer.rotation = 0.5
    stage.time = 7
    stage.layer.startRotating(duration: .nanoseconds(100))
    #expect(stage.layer.isRotating && stage.layer.rotation == 0.5)
    #expect([7, 32, 57, 106, 107].map { angle(stage, at: $0) } == [0.5, 0.75, 1, 1.49, 0.5])
    // An hour and more, at 0.1 s a turn, to the nanosecond.
    let fast = AnimationStage()
    fast.layer.startRotating(duration: .milliseconds(100), clockwise: false)
    #expect(angle(fast, at: 36_000_000_000_000_000 + 25_000_000) == -0.25)
    #expect(stage.scene.nextChange(after: 50) == .continuously)
    #expect(stage.scene.nextTurn(after: 50) == nil)
  }

  @Test("started again, and with another picture, turns on undisturbed") func again() {
    let stage = AnimationStage()
    stage.layer.startRotating(duration: .nanoseconds(100))
    stage.time = 30
    stage.layer.startRotating(duration: .nanoseconds(7), clockwise: false)
    stage.layer.content = .picture(TestPicture.one)
    stage.animate("fade") { stage.layer.alpha = 0 }
    stage.layer.removeAllAnimations()
    stage.scene.removeAllAnimations()
    #expect(angle(stage, at: 130) == 0.3 && angle(stage, at: 155) == 0.55)
  }

  @Test("turns on when the scene's clock is set forward") func shifting() {
    let stage = AnimationStage()
    stage.layer.startRotating(duration: .nanoseconds(100))
    stage.scene.shift(by: 1000)
    #expect(angle(stage, at: 1025) == 0.25)
  }

  @Test("adds to an animation of its rotation") func sum() {
    let stage = AnimationStage()
    stage.layer.startRotating(duration: .nanoseconds(100))
    stage.animate("a", duration: 100) { stage.layer.rotation = 1 }
    #expect(angle(stage, at: 25) == 0.5 && angle(stage, at: 100) == 1)
  }

  @Test("stopped at once stays as it stands, and turns on from there") func stopNow() {
    let stage = AnimationStage()
    var told: [Bool] = []
    stage.layer.startRotating(duration: .nanoseconds(100))
    stage.time = 230
    stage.layer.stopRotating { told.append($0) }
    #expect(!stage.layer.isRotating && told.isEmpty)
    #expect(angle(stage) == 0.3 && angle(stage, at: 500) == 0.3 && stage.layer.rotation == 0.3)
    stage.run(until: 300)
    #expect(told == [true] && stage.scene.nextChange(after: 300) == .never)
    stage.layer.startRotating(duration: .nanoseconds(1000))
    #expect(angle(stage) == 0.3 && angle(stage, at: 500) == 0.5)
    stage.layer.stopRotating(.whenTurnIsComplete)
    stage.run(until: 2000)
    #expect(angle(stage) == 0 && stage.layer.rotation == 0)
    stage.layer.rotation = 0.25
    stage.layer.startRotating(duration: .nanoseconds(100), clockwise: false)
    #expect(angle(stage) == 0.25 && angle(stage, at: 2050) == -0.25)
  }

  @Test("stopped when its turn is complete ends upright") func stopUpright() {
    let stage = AnimationStage()
    var told: [String] = []
    stage.layer.startRotating(duration: .nanoseconds(100))
    stage.time = 230
    stage.layer.stopRotating(.whenTurnIsComplete) { told.append("\($0)@\(stage.time)") }
    #expect(stage.layer.isRotating && stage.scene.nextTurn(after: 230) == 300)
    #expect(
      angle(stage, at: 299) == 0.99 && angle(stage, at: 300) == 0 && angle(stage, at: 350) == 0)
    #expect(stage.scene.nextChange(after: 299) == .continuously)
    #expect(stage.scene.nextChange(after: 300) == .never)
    stage.run(until: 400)
    #expect(told == ["true@300"] && !stage.layer.isRotating && stage.layer.rotation == 0)
    #expect(stage.scene.nextTurn(after: 400) == nil)
  }

  @Test("upright already, stops there") func stopUprightNow() {
    let stage = AnimationStage()
    stage.layer.startRotating(duration: .nanoseconds(100))
    stage.time = 300
    stage.layer.stopRotating(.whenTurnIsComplete)
    #expect(!stage.layer.isRotating && angle(stage, at: 350) == 0)
  }

  @Test("takes a stop back when it is started again") func withdrawn() {
    let stage = AnimationStage()
    var told: [Bool] = []
    stage.layer.startRotating(duration: .nanoseconds(100))
    stage.time = 30
    stage.layer.stopRotating(.whenTurnIsComplete) { told.append($0) }
    stage.time = 60
    stage.layer.startRotating(duration: .nanoseconds(50))
    stage.run(until: 150)
    #expect(told == [false] && stage.layer.isRotating && angle(stage) == 0.5)
  }

  @Test("at rest is told so when it is asked to stop") func resting() {
    let stage = AnimationStage()
    var told: [Bool] = []
    stage.layer.stopRotating(.whenTurnIsComplete) { told.append($0) }
    #expect(told.isEmpty)
    stage.run(until: 0)
    #expect(told == [true])
  }

  @Test("starts with its place in a scene, and stops with it") func scenes() {
    let stage = AnimationStage()
    let (group, spinner) = (Layer(), Layer())
    group.addSublayer(spinner)
    spinner.startRotating(duration: .nanoseconds(100))
    #expect(spinner.isRotating && spinner.presentation(at: 50).rotation == 0)
    stage.time = 10
    stage.scene.root.addSublayer(group)
    #expect(spinner.presentation(at: 60).rotation == 0.5)
    var told: [Bool] = []
    stage.time = 60
    spinner.stopRotating(.whenTurnIsComplete) { told.append($0) }
    stage.time = 80
    group.removeFromSuperlayer()
    #expect(!spinner.isRotating && spinner.presentation(at: 80).rotation == 0)
    stage.run(until: 90)
    #expect(told == [false] && stage.scene.nextTurn(after: 90) == nil)
  }

  @Test("stopped while its rotation is animated does not leap") func stopWhileAnimated() {
    let stage = AnimationStage()
    stage.layer.startRotating(duration: .nanoseconds(100))
    stage.animate("a", duration: 100) { stage.layer.rotation = 1 }
    stage.animate("b", duration: 100) { stage.layer.rotation = 0 }
    stage.run(until: 50)
    #expect(angle(stage) == 1)
    stage.layer.stopRotating()
    #expect([50, 75, 100, 150, 200].map { angle(stage, at: $0) } == [1, 1.25, 1.5, 1, 0.5])
    stage.run(until: 300)
    #expect(stage.layer.rotation == 0.5)
  }
}
