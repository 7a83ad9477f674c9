import Layers
import Pixels
import Testing
import Timing

@Suite("An animation") struct AnimateTests {
  @Test("shows the old value until its delay is over, then runs to the new") func course() {
    let stage = AnimationStage()
    stage.animate("fade", duration: 100, delay: 50) { stage.layer.alpha = 0 }
    #expect(stage.layer.alpha == 0)
    let seen = [0, 49, 50, 75, 100, 125, 150, 1000].map { stage.alpha(at: $0) }
    #expect(seen == [1, 1, 1, 0.75, 0.5, 0.25, 0, 0])
    #expect(stage.log.isEmpty && stage.scene.nextTurn(after: 0) == 50)
    stage.run(until: 1000)
    #expect(stage.log == ["start fade@50", "stop fade@150 true"])
    #expect(stage.scene.nextTurn(after: 1000) == nil && stage.alpha() == 0)
    #expect(stage.scene.nextChange(after: 1000) == .never)
  }

  @Test("has UIView's settings where it is not told others") func defaults() {
    let stage = AnimationStage()
    stage.scene.animate { stage.layer.alpha = 0 }
    #expect(stage.alpha(at: 100_000_000) == 0.5)
    #expect(abs(stage.alpha(at: 50_000_000) - 0.870838) < 1e-6)
    #expect(stage.scene.nextTurn(after: 0) == 0)
    stage.scene.turn(at: 0)
    #expect(stage.scene.nextTurn(after: 1) == 200_000_000)
  }

  @Test("calls back with its context, never before it returns") func context() {
    let stage = AnimationStage()
    var told: [String] = []
    stage.scene.animate(
      id: "a", context: 7, duration: .zero,
      willStart: { id, context in told.append("start \(id ?? "") \(context as? Int ?? 0)") },
      didStop: { id, finished, context in
        told.append("stop \(id ?? "") \(finished) \(context as? Int ?? 0)")
      }, changes: { stage.layer.alpha = 0.5 })
    #expect(told.isEmpty && stage.alpha() == 0.5)
    #expect(stage.scene.nextTurn(after: 3) == 3)
    stage.scene.turn(at: 3)
    #expect(told == ["start a 7", "stop a true 7"])
    stage.scene.turn(at: 4)
    #expect(told.count == 2)
  }

  @Test("without duration applies its changes at once, over what runs") func immediate() {
    let stage = AnimationStage()
    stage.animate("slow") { stage.layer.alpha = 0 }
    stage.run(until: 40)
    stage.animate("set", duration: 0) { stage.layer.alpha = 0.9 }
    #expect(stage.alpha() == 0.9)
    #expect(stage.log == ["start slow@0"])
    stage.run(until: 41)
    #expect(
      stage.log == ["start slow@0", "stop slow@40 false", "start set@40", "stop set@40 true"])
  }

  @Test("without duration but with a delay changes in one step") func step() {
    let stage = AnimationStage()
    stage.animate("step", duration: 0, delay: 10, autoreverses: true) { stage.layer.alpha = 0 }
    #expect(stage.alpha(at: 9) == 1 && stage.alpha(at: 10) == 0)
    #expect(stage.scene.nextChange(after: 0) == .at(10))
    stage.run(until: 20)
    #expect(stage.log == ["start step@10", "stop step@10 true"])
    #expect(stage.layer.alpha == 0)
  }

  @Test("that changes nothing runs its time and calls back") func empty() {
    let stage = AnimationStage()
    stage.animate("same", duration: 30, delay: 5) { stage.layer.alpha = 1 }
    #expect(stage.scene.nextChange(after: 10) == .never)
    stage.run(until: 100)
    #expect(stage.log == ["start same@5", "stop same@35 true"])
  }

  @Test(
    "ends where it is on screen, and the model with it",
    arguments: [
      (RepeatCount.times(1), false, 0.0, 100 as Int64), (.times(2.5), false, 0.5, 250),
      (.times(1), true, 1, 200), (.times(3), true, 1, 600), (.times(0.25), true, 0.5, 50),
      (.times(1.5), true, 0, 300), (.times(1.75), true, 0.5, 350),
    ])
  func ends(repeats: RepeatCount, autoreverses: Bool, rest: Double, end: Int64) {
    let stage = AnimationStage()
    stage.animate("a", repeats: repeats, autoreverses: autoreverses) { stage.layer.alpha = 0 }
    #expect(stage.layer.alpha == 0)
    #expect(abs(stage.alpha(at: end) - stage.alpha(at: end - 1)) < 0.011)
    stage.run(until: end)
    #expect(stage.log == ["start a@0", "stop a@\(end) true"])
    #expect(stage.alpha() == rest && stage.layer.alpha == rest)
  }

  @Test("started in the past begins part-way") func past() {
    let stage = AnimationStage()
    stage.time = 1000
    stage.scene.animate(
      stage.logged(Animation(id: "a", start: 950, duration: .nanoseconds(100), curve: .linear))
    ) { stage.layer.alpha = 0 }
    #expect(stage.alpha() == 0.5)
    stage.run(until: 2000)
    #expect(stage.log == ["start a@1000", "stop a@1050 true"])
  }

  @Test("is stopped by a plain set of its property, which counts") func plainSet() {
    let stage = AnimationStage()
    stage.animate("both") {
      stage.layer.alpha = 0
      stage.layer.zPosition = 10
    }
    stage.animate("next") { stage.layer.alpha = 1 }
    stage.run(until: 50)
    stage.layer.alpha = 0.25
    #expect(stage.alpha() == 0.25 && stage.layer.presentation(at: 50).zPosition == 5)
    stage.run(until: 300)
    #expect(stage.log == ["start both@0", "stop next@50 false", "stop both@100 false"])
    #expect(stage.alpha() == 0.25 && stage.layer.zPosition == 10)
  }

  @Test("can be switched off for a stretch of changes") func without() {
    let stage = AnimationStage()
    stage.animate("outer") {
      stage.layer.zPosition = 4
      stage.scene.withoutAnimation {
        #expect(!stage.scene.animationsAreEnabled)
        stage.layer.alpha = 0.5
        stage.animate("inner", duration: 50, delay: 20) { stage.layer.rotation = 0.5 }
      }
      stage.layer.contentMode = .top
    }
    let seen = stage.layer.presentation(at: 0)
    #expect(seen.alpha == 0.5 && seen.rotation == 0.5 && seen.zPosition == 0)
    stage.run(until: 100)
    #expect(
      stage.log == ["start inner@0", "stop inner@0 true", "start outer@0", "stop outer@100 true"])
  }

  @Test("of a layer outside of the scene is a plain change") func outside() {
    let stage = AnimationStage()
    let other = Layer()
    stage.animate("a") { other.alpha = 0 }
    #expect(other.presentation(at: 0).alpha == 0)
    stage.run(until: 100)
    #expect(stage.log == ["start a@0", "stop a@100 true"])
  }

  @Test("what starts at the end of all time stays there when times are moved") func endOfTime() {
    let stage = AnimationStage()
    stage.animate("late", delay: .max) { stage.layer.alpha = 0 }
    stage.scene.animate(stage.logged(Animation(id: "later", start: .max, duration: .seconds(1)))) {
      stage.layer.center = .zero
    }
    stage.scene.shift(by: 1000)
    stage.run(until: 5000)
    #expect(stage.log.isEmpty && stage.alpha() == 1)
  }
}
