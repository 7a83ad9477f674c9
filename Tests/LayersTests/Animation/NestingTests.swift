import Layers
import Pixels
import Testing
import Timing

@Suite("Blocks of animations") struct NestingTests {
  @Test("start when the outermost is left, each with its own time") func commit() {
    let stage = AnimationStage()
    stage.animate("outer", duration: 100) {
      stage.animate("inner", duration: 50) { stage.layer.zPosition = 1 }
      stage.time = 30
      #expect(stage.layer.presentation(at: 30).zPosition == 0)
      #expect(stage.scene.nextTurn(after: 30) == nil && stage.scene.nextChange(after: 30) == .never)
      stage.layer.alpha = 0
      stage.scene.turn(at: 30)
      #expect(stage.log.isEmpty)
    }
    #expect(stage.layer.presentation(at: 55).zPosition == 0.5 && stage.alpha(at: 80) == 0.5)
    stage.run(until: 1000)
    #expect(
      stage.log == [
        "start inner@30", "start outer@30", "stop inner@80 true", "stop outer@130 true",
      ])
  }

  @Test("inherit what they leave open, callbacks apart") func inheritance() {
    let stage = AnimationStage()
    var told: [String] = []
    let outer = Animation(
      id: "id", context: "context", delay: .nanoseconds(10), duration: .nanoseconds(100),
      curve: .linear, repeatCount: 2, autoreverses: true,
      willStart: { _, _ in told.append("outer") })
    stage.scene.animate(outer) {
      stage.scene.animate(didStop: { id, finished, context in
        told.append("\(id ?? "") \(finished) \(context as? String ?? "")")
      }) {
        stage.scene.animate(curve: .easeIn, autoreverses: false) { stage.layer.alpha = 0 }
        stage.layer.zPosition = 1
      }
    }
    #expect(stage.alpha(at: 60) == 1 - Curve.easeIn.value(at: 0.5))
    #expect(stage.alpha(at: 160) == 1 - Curve.easeIn.value(at: 0.5))
    #expect(stage.layer.presentation(at: 160).zPosition == 0.5)
    stage.run(until: 409)
    #expect(told == ["outer"])
    stage.run(until: 410)
    #expect(told == ["outer", "id true context"])
    #expect(stage.layer.zPosition == 0 && stage.layer.alpha == 0)
  }

  @Test("one after another take turns, one in another replaces") func sameProperty() {
    let stage = AnimationStage()
    stage.animate("outer", duration: 100) {
      stage.layer.alpha = 0.5
      stage.animate("first", duration: 10) { stage.layer.alpha = 0 }
      stage.animate("second", duration: 10) {
        stage.layer.alpha = 0.3
        stage.layer.alpha = 1
      }
    }
    #expect(stage.layer.alpha == 1)
    let seen = [0, 5, 10, 15, 20, 50].map { stage.alpha(at: $0) }
    #expect(seen == [1, 0.5, 0, 0.5, 1, 1])
    stage.run(until: 1000)
    #expect(
      stage.log == [
        "start first@0", "start outer@0", "stop first@10 true", "start second@10",
        "stop second@20 true", "stop outer@100 true",
      ])
  }

  @Test("set a property after an inner one wait for that") func outerAfterInner() {
    let stage = AnimationStage()
    stage.animate("outer", duration: 100) {
      stage.animate("inner", duration: 10) { stage.layer.alpha = 0 }
      stage.layer.alpha = 1
    }
    #expect(stage.layer.alpha == 1 && stage.alpha(at: 60) == 0.5)
    stage.run(until: 1000)
    #expect(
      stage.log == ["start inner@0", "stop inner@10 true", "start outer@10", "stop outer@110 true"])
  }

  @Test("that lose all they set before they are left never start") func lost() {
    let stage = AnimationStage()
    stage.animate("a", duration: 100) {
      stage.layer.alpha = 0
      stage.scene.withoutAnimation { stage.layer.alpha = 0.5 }
    }
    stage.animate("b", duration: 100) {
      stage.layer.zPosition = 1
      stage.layer.removeFromSuperlayer()
    }
    stage.run(until: 1000)
    #expect(stage.log == ["stop a@0 false", "stop b@0 false"])
    #expect(stage.layer.alpha == 0.5 && stage.layer.zPosition == 1)
  }

  @Test("that change a frame move and size it together") func frame() {
    let stage = AnimationStage()
    stage.animate("move", duration: 100) {
      stage.layer.frame = Rectangle(x: 50, y: 40, width: 30, height: 20)
    }
    #expect(
      stage.layer.presentation(at: 50).frame == Rectangle(x: 25, y: 20, width: 20, height: 20))
    #expect(stage.layer.frame == Rectangle(x: 50, y: 40, width: 30, height: 20))
  }

  @Test("leave nothing behind with their scene") func memory() {
    weak var scene: Scene?
    weak var layer: Layer?
    do {
      let stage = AnimationStage()
      scene = stage.scene
      layer = stage.layer
      stage.animate("a", repeats: .forever) { stage.layer.alpha = 0 }
      stage.animate("b") { stage.layer.alpha = 1 }
      stage.layer.startRotating()
      stage.run(until: 10)
    }
    #expect(scene == nil && layer == nil)
  }
}
