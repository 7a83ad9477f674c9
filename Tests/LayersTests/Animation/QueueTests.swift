import Layers
import Pixels
import Testing
import Timing

@Suite("Animations of one property") struct QueueTests {
  @Test("take turns in the order of commit") func queue() {
    let stage = AnimationStage()
    stage.animate("a", duration: 100) { stage.layer.alpha = 0 }
    stage.animate("b", duration: 50) { stage.layer.alpha = 0.5 }
    stage.animate("c", duration: 100, delay: 200) { stage.layer.alpha = 1 }
    stage.animate("other", duration: 10) { stage.layer.zPosition = 1 }
    let seen = [0, 50, 100, 125, 150, 199, 200, 250, 300].map { stage.alpha(at: $0) }
    #expect(seen == [1, 0.5, 0, 0.25, 0.5, 0.5, 0.5, 0.75, 1])
    stage.run(until: 1000)
    #expect(
      stage.log == [
        "start a@0", "start other@0", "stop other@10 true", "stop a@100 true", "start b@100",
        "stop b@150 true", "start c@200", "stop c@300 true",
      ])
  }

  @Test("make a later one wait as a whole") func whole() {
    let stage = AnimationStage()
    stage.animate("a", duration: 100) { stage.layer.alpha = 0 }
    stage.animate("b", duration: 100) {
      stage.layer.alpha = 1
      stage.layer.zPosition = 10
    }
    stage.animate("c", duration: 10) { stage.layer.zPosition = 0 }
    #expect(stage.layer.presentation(at: 100).zPosition == 0)
    #expect(stage.layer.presentation(at: 150).zPosition == 5)
    stage.run(until: 1000)
    #expect(
      stage.log == [
        "start a@0", "stop a@100 true", "start b@100", "stop b@200 true", "start c@200",
        "stop c@210 true",
      ])
  }

  @Test("wait for one without end until it is removed, and go on from the screen") func endless() {
    let stage = AnimationStage()
    stage.animate("pulse", repeats: .forever, autoreverses: true) { stage.layer.alpha = 0 }
    stage.animate("next", duration: 100) { stage.layer.alpha = 1 }
    stage.run(until: 1_000_040)
    #expect(stage.alpha() == 0.6 && stage.scene.nextTurn(after: stage.time) == nil)
    stage.scene.removeAnimations(id: "pulse")
    #expect(stage.alpha() == 0.6 && stage.alpha(at: stage.time + 50) == 0.8)
    stage.run(until: 2_000_000)
    #expect(
      stage.log == [
        "start pulse@0", "stop pulse@1000040 false", "start next@1000040", "stop next@1000140 true",
      ])
  }

  @Test("from the current state take over from the screen") func takeover() {
    let stage = AnimationStage()
    stage.animate("a", duration: 100) { stage.layer.alpha = 0 }
    stage.animate("waiting", duration: 100) { stage.layer.alpha = 0.9 }
    stage.run(until: 40)
    stage.animate("b", duration: 80, fromCurrentState: true) { stage.layer.alpha = 1 }
    #expect(stage.alpha() == 0.6 && stage.alpha(at: 80) == 0.8 && stage.alpha(at: 120) == 1)
    stage.run(until: 1000)
    #expect(
      stage.log == [
        "start a@0", "stop a@40 false", "stop waiting@40 false", "start b@40", "stop b@120 true",
      ])
  }

  @Test("from the current state after a delay let the old one run until then") func lateTakeover() {
    let stage = AnimationStage()
    stage.animate("a", duration: 100) { stage.layer.alpha = 0 }
    stage.animate("b", duration: 100, delay: 50, fromCurrentState: true) { stage.layer.alpha = 1 }
    stage.animate("c", duration: 100) { stage.layer.alpha = 0 }
    let seen = [0, 25, 50, 100, 150, 200, 250].map { stage.alpha(at: $0) }
    #expect(seen == [1, 0.75, 0.5, 0.75, 1, 0.5, 0])
    stage.run(until: 1000)
    #expect(
      stage.log == [
        "start a@0", "stop a@50 false", "start b@50", "stop b@150 true", "start c@150",
        "stop c@250 true",
      ])
  }

  @Test("wait for what takes over, not for what that displaces") func foresight() {
    let stage = AnimationStage()
    stage.animate("a", repeats: .forever) { stage.layer.alpha = 0 }
    stage.animate("b", duration: 10, delay: 50, fromCurrentState: true) { stage.layer.alpha = 1 }
    stage.animate("c", duration: 100) { stage.layer.alpha = 0 }
    #expect([50, 60, 110, 160].map { stage.alpha(at: $0) } == [0.5, 1, 0.5, 0])
    stage.run(until: 1000)
    #expect(
      stage.log == [
        "start a@0", "stop a@50 false", "start b@50", "stop b@60 true", "start c@60",
        "stop c@160 true",
      ])
  }

  @Test("from the current state after its end go on from there") func takeoverAfterEnd() {
    let stage = AnimationStage()
    stage.animate("a", duration: 100) { stage.layer.alpha = 0 }
    stage.animate("b", duration: 100, delay: 100, fromCurrentState: true) { stage.layer.alpha = 1 }
    #expect(stage.alpha(at: 100) == 0 && stage.alpha(at: 150) == 0.5)
    stage.run(until: 1000)
    #expect(
      stage.log == ["start a@0", "stop a@100 true", "start b@100", "stop b@200 true"])
  }

  @Test("taken over in part runs on with the rest, and has not finished") func partly() {
    let stage = AnimationStage()
    stage.animate("a", duration: 100) {
      stage.layer.alpha = 0
      stage.layer.zPosition = 10
    }
    stage.run(until: 50)
    stage.animate("b", duration: 20, fromCurrentState: true) { stage.layer.alpha = 1 }
    #expect(stage.layer.presentation(at: 75).zPosition == 7.5 && stage.alpha(at: 60) == 0.75)
    stage.run(until: 1000)
    #expect(
      stage.log == ["start a@0", "start b@50", "stop b@70 true", "stop a@100 false"])
  }

  @Test("removed jump to the model and tell so at the next turn") func removal() {
    let stage = AnimationStage()
    stage.animate("a", duration: 100) { stage.layer.alpha = 0 }
    stage.animate("b", duration: 100, delay: 10) { stage.layer.zPosition = 5 }
    stage.run(until: 5)
    stage.scene.removeAnimations(id: "a")
    stage.scene.removeAnimations(id: "b")
    stage.scene.removeAnimations(id: "nobody")
    #expect(stage.alpha() == 0 && stage.layer.presentation(at: 5).zPosition == 5)
    #expect(stage.log == ["start a@0"] && stage.scene.nextTurn(after: 5) == 5)
    stage.run(until: 1000)
    #expect(stage.log == ["start a@0", "stop a@5 false", "stop b@5 false"])
  }

  @Test("of a layer are removed together, those of others run on") func layerRemoval() {
    let stage = AnimationStage()
    let other = Layer()
    stage.scene.root.addSublayer(other)
    stage.animate("both", duration: 100) {
      stage.layer.alpha = 0
      other.alpha = 0
    }
    stage.animate("own", duration: 100) { stage.layer.zPosition = 1 }
    stage.run(until: 50)
    stage.layer.removeAllAnimations()
    #expect(stage.alpha() == 0 && other.presentation(at: 50).alpha == 0.5)
    stage.run(until: 200)
    #expect(
      stage.log == [
        "start both@0", "start own@0", "stop own@50 false", "stop both@100 false",
      ])
  }

  @Test("end with the layer's place in the scene") func leaving() {
    let stage = AnimationStage()
    let child = Layer()
    stage.layer.addSublayer(child)
    stage.animate("a", duration: 100) { child.alpha = 0 }
    stage.run(until: 50)
    let group = Layer()
    stage.scene.root.addSublayer(group)
    group.addSublayer(stage.layer)
    #expect(child.presentation(at: 60).alpha == 0.4)
    stage.layer.removeFromSuperlayer()
    #expect(child.presentation(at: 60).alpha == 0)
    #expect(stage.log == ["start a@0"])
    stage.run(until: 70)
    #expect(stage.log == ["start a@0", "stop a@50 false"])
    #expect(stage.scene.nextChange(after: 70) == .never)
  }

  @Test("are told in order though the turn is late") func lateTurn() {
    let stage = AnimationStage()
    stage.animate("a", duration: 100) { stage.layer.alpha = 0 }
    stage.animate("b", duration: 100) { stage.layer.alpha = 1 }
    stage.animate("c", duration: 150) { stage.layer.zPosition = 1 }
    stage.time = 175
    stage.scene.turn(at: 175)
    #expect(
      stage.log == [
        "start a@175", "start c@175", "stop a@175 true", "start b@175", "stop c@175 true",
      ])
    // What waited was not late for it.
    #expect(stage.alpha() == 0.75)
  }

  @Test("may be asked for by what is told, and are told a turn later") func reentrancy() {
    let stage = AnimationStage()
    var turns = 0
    func again() {
      turns += 1
      stage.scene.animate(
        duration: .zero, didStop: { _, _, _ in again() }, changes: { stage.layer.alpha = 0.5 })
      stage.scene.turn(at: stage.time)
    }
    stage.scene.animate(duration: .zero, didStop: { _, _, _ in again() }, changes: {})
    for turn in 1...5 {
      #expect(stage.scene.nextTurn(after: 0) == 0)
      stage.scene.turn(at: 0)
      #expect(turns == turn)
    }
  }

  @Test("may be removed by what is told of another") func removalFromCallback() {
    let stage = AnimationStage()
    stage.scene.animate(
      id: "a", duration: .nanoseconds(100),
      willStart: { [unowned stage] _, _ in
        stage.scene.removeAnimations(id: "b")
        stage.layer.removeFromSuperlayer()
      }, changes: { stage.layer.zPosition = 4 })
    stage.animate("b", duration: 100) { stage.layer.alpha = 0 }
    stage.run(until: 500)
    #expect(stage.log == ["start b@0", "stop b@0 false"])
  }
}
