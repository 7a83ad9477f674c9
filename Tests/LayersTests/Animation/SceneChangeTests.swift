import Layers
import Pixels
import Testing
import Timing

@Suite("When a scene next changes") struct SceneChangeTests {
  @Test("is never, and costs nobody a question, while nothing moves") func idle() {
    let stage = AnimationStage()
    for _ in 0..<100 { stage.layer.addSublayer(Layer()) }
    let moving = Flicker(every: 10)
    stage.layer.content = .moving(moving)
    stage.layer.content = .none
    for time in 0..<100 as Range<Int64> {
      stage.scene.turn(at: time)
      #expect(stage.scene.nextTurn(after: time) == nil)
      #expect(stage.scene.nextChange(after: time) == .never)
    }
    #expect(moving.asked == 0)
  }

  @Test("follows animations from their start to their end") func animations() {
    let stage = AnimationStage()
    stage.animate("a", duration: 100, delay: 20) { stage.layer.alpha = 0.5 }
    #expect(stage.scene.nextChange(after: 0) == .at(20))
    #expect(stage.scene.nextChange(after: 20) == .continuously)
    #expect(stage.scene.nextChange(after: 119) == .continuously)
    #expect(stage.scene.nextChange(after: 120) == .never)
    stage.animate("b", duration: 100) { stage.layer.alpha = 1 }
    #expect(stage.scene.nextChange(after: 120) == .continuously)
    #expect(stage.scene.nextChange(after: 220) == .never)
  }

  @Test("follows contents that can be seen") func contents() {
    let stage = AnimationStage()
    let (layer, group) = (Layer(), Layer())
    layer.content = .moving(Flicker(every: 10))
    group.addSublayer(layer)
    #expect(stage.scene.nextChange(after: 12) == .never)
    stage.layer.addSublayer(group)
    #expect(stage.scene.nextChange(after: 12) == .at(20))
    group.isHidden = true
    #expect(stage.scene.nextChange(after: 12) == .never)
    group.isHidden = false
    layer.alpha = 0
    #expect(stage.scene.nextChange(after: 12) == .never)
    layer.alpha = 0.1
    #expect(stage.scene.nextChange(after: 12) == .at(20))
    stage.animate("a", delay: 15) { stage.layer.zPosition = 1 }
    #expect(stage.scene.nextChange(after: 12) == .at(15))
    group.removeFromSuperlayer()
    stage.scene.removeAllAnimations()
    #expect(stage.scene.nextChange(after: 12) == .never)
  }

  @Test("follows contents that an animation brings") func animatedContents() throws {
    let stage = AnimationStage()
    let content = Content.moving(Flicker(every: 10))
    stage.scene.animateKeyframes(
      [try Keyframes(.content([.none, content, .none]))], of: stage.layer,
      Animation(duration: .nanoseconds(90)))
    #expect(stage.scene.nextChange(after: 0) == .at(30))
    #expect(stage.scene.nextChange(after: 30) == .at(40))
    #expect(stage.scene.nextChange(after: 50) == .at(60))
    #expect(stage.scene.nextChange(after: 60) == .at(90))
    stage.run(until: 100)
    #expect(stage.scene.nextChange(after: 100) == .never)
  }

  @Test("leaves out what moves unseen, but for what shows it") func hidden() {
    let stage = AnimationStage()
    stage.layer.isHidden = true
    stage.layer.startRotating()
    stage.animate("turn", repeats: .forever) { stage.layer.zPosition = 1 }
    #expect(stage.scene.nextChange(after: 10) == .never)
    stage.animate("show", duration: 50, delay: 50) { stage.layer.isHidden = false }
    #expect(stage.scene.nextChange(after: 10) == .at(50))
    #expect(stage.scene.nextChange(after: 50) == .continuously)
  }

  @Test("is told of at once, and when a turn is due earlier") func notes() {
    let stage = AnimationStage()
    var notes = 0
    stage.scene.onChange = { notes += 1 }
    func note(_ act: () -> Void) -> Bool {
      let before = notes
      act()
      return notes > before
    }
    #expect(note { stage.animate("a", repeats: .forever) { stage.layer.alpha = 0 } })
    #expect(note { stage.animate("b") {} })
    #expect(note { stage.scene.removeAnimations(id: "b") })
    #expect(note { stage.layer.removeAllAnimations() })
    #expect(note { stage.layer.startRotating() })
    #expect(!note { stage.layer.startRotating() })
    #expect(note { stage.layer.stopRotating(.whenTurnIsComplete) })
    #expect(note { stage.layer.startRotating() })
    #expect(note { stage.layer.addSublayer(Layer()) })
    #expect(note { stage.layer.removeFromSuperlayer() })
    #expect(!note { stage.layer.alpha = 0.3 })
  }
}

/// Content that changes at every so many nanoseconds and counts how often it was asked when.
private final class Flicker: MovingContent {
  private let period: Int64
  private(set) var asked = 0
  var isAnimating = true
  let isReady = true

  init(every period: Int64) { self.period = period }

  func image(at time: Int64) -> ContentImage? { nil }

  func nextChange(after time: Int64) -> Int64? {
    asked += 1
    return isAnimating ? (time / period + 1) * period : nil
  }

  func willBeShown(size: PixelSize, mode: ContentMode) {}

  func start() { isAnimating = true }

  func stop() { isAnimating = false }
}
