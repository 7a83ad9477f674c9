import FlipbookTesting
import Layers
import Linux
import Pixels
import Testing
import Timing

@testable import Flipbook

@Suite("Animators on a stage") struct StageAnimatorTests {
  private let second: Int64 = 1_000_000_000

  @Test(
    "one that cannot be shown does not keep the others from the screen", arguments: [true, false])
  func oneIsBad(isStarted: Bool) throws {
    let rig = try StageRig(seconds: 1)
    let good = rig.animator(3, seconds: 0.3)
    good.repeatCount = 1
    let bad = FrameAnimator(frames: ["none.png", "neither.png"], folder: "/nowhere", on: rig.stage)
    let (behind, box) = (
      Layer(frame: Rectangle(x: 8, y: 0, width: 24, height: 18)),
      Layer(frame: Rectangle(x: 0, y: 0, width: 4, height: 4))
    )
    behind.content = .moving(good)
    box.content = .moving(bad)
    for layer in [behind, box] { rig.stage.root.addSublayer(layer) }
    good.start()
    if isStarted { bad.start() }
    // Where it stays dark, it shall not do so for ever.
    let loop = rig.stage.performance.loop
    loop.schedule(at: loop.now + 20 * second) { rig.stage.quit() }
    _ = try rig.stage.run()
    #expect(rig.colors == (0..<3).map(StageRig.color))
    #expect(rig.log.contains { $0.contains("none.png") })
  }

  @Test("what is asked for in the first callbacks is done, counted from the first picture")
  func firstCallbacks() throws {
    let rig = try StageRig(seconds: 1)
    let stage = rig.stage
    let animator = rig.animator(3, seconds: 0.3)
    var told: [Int64] = []
    animator.onStart = { _, _ in
      for delay in [500, 0] {
        stage.perform(after: .milliseconds(delay)) { told.append(stage.now - 1_000_000_000) }
      }
    }
    animator.onFrame = { animator, _, _ in
      animator.onFrame = nil
      stage.perform(after: .milliseconds(250)) { told.append(stage.now - 1_000_000_000) }
    }
    stage.root.content = .moving(animator)
    animator.start()
    _ = try stage.run()
    #expect(told == [0, 250_000_000, 500_000_000])
  }

  @Test("one that is faster than the display shows no frame before its time, also where it turns")
  func turnsBeforeAVblank() throws {
    let card = FakeDisplayConfiguration(
      size: PixelSize(width: 32, height: 18), refresh: FakeRefreshRate(49_985, per: 1000))
    let rig = try StageRig(card, seconds: 20)
    let animator = rig.animator(6, seconds: 1.0 / 6)
    animator.autoreverses = true
    rig.stage.root.content = .moving(animator)
    animator.start()
    _ = try rig.stage.run()
    #expect(rig.seen.count > 700)
    // Ten frame times there and back; each is chosen for a moment in the first half of its refresh.
    let places = [0, 1, 2, 3, 4, 5, 4, 3, 2, 1]
    for seen in rig.seen {
      let time = Double(seen.time) / 1e9
      let steps = Int(time * 60 - 0.01)...Int((time + 0.010_003) * 60)
      #expect(
        steps.contains { seen.colors.first == StageRig.color(places[$0 % 10]) },
        "at \(time) s, steps \(steps)")
    }
  }

  @Test("nothing of a run that faded away comes back, until it is asked for")
  func fadedAway() throws {
    let rig = try StageRig(seconds: 2)
    let stage = rig.stage
    let animator = rig.animator(3, seconds: 0.3)
    stage.root.content = .moving(animator)
    animator.start()
    stage.perform(after: .milliseconds(150)) { animator.stop(at: .fade(.milliseconds(100))) }
    stage.perform(after: .seconds(1)) { animator.index = 2 }
    _ = try stage.run()
    // Dark from the first vblank after its end on, a quarter of a second after the first picture.
    let dark = rig.seen.filter { $0.vblank >= 15 && $0.vblank < 60 }
    #expect(!dark.isEmpty && dark.allSatisfy { $0.colors == [.black] })
    #expect(rig.seen.last?.colors == [StageRig.color(2)])
  }

  @Test("a frame is told to be on the screen only where a layer is seen that shows it")
  func unseen() throws {
    let rig = try StageRig(seconds: 1)
    let (hidden, shown) = (rig.animator(4, seconds: 0.4), rig.animator(4, seconds: 0.4))
    for (animator, place) in [(hidden, 0.0), (shown, 16.0)] {
      let layer = Layer(frame: Rectangle(x: place, y: 0, width: 8, height: 8))
      layer.content = .moving(animator)
      layer.isHidden = animator === hidden
      rig.stage.root.addSublayer(layer)
      animator.start()
    }
    var told: [String: Int] = [:]
    rig.stage.onEvent = { event in
      if case .animationFrame(let id, _, _, _) = event { told[id, default: 0] += 1 }
    }
    _ = try rig.stage.run()
    #expect(told == [shown.id: 10] && rig.stage.statistics.framesShown == 10)
  }

  @Test("an animator in the place of one that is gone is told of like any other")
  func oneAfterAnother() throws {
    let rig = try StageRig(seconds: 1)
    let stage = rig.stage
    var told = 0
    stage.onEvent = { if case .animationFrame = $0 { told += 1 } }
    for step in 0..<8 {
      stage.perform(after: .milliseconds(step * 100)) {
        stage.root.content = .none
        stage.root.content = .moving(rig.animator(1))
      }
    }
    _ = try stage.run()
    #expect(told == 8 && stage.statistics.decodedFrames == 8)
  }
}
