import Flipbook
import FlipbookTesting
import Glibc
import Layers
import Pixels
import Testing
import Timing

@Suite("Leaving a stage") struct StageLeavingTests {
  /// Who captures the stage for good.
  enum Holder: CaseIterable {
    case nobody, onStop, onEvent, key, late, animation, rotation, precaching
  }

  private struct Witness {
    weak var stage: Stage?
    weak var scene: Scene?
    weak var animator: FrameAnimator?
    weak var layer: Layer?
    weak var device: FakeKMSDevice?
  }

  private func run(_ holder: Holder) throws -> Witness {
    let rig = try StageRig(seconds: 1)
    let stage = rig.stage
    let animator = rig.animator(3)
    let layer = Layer(frame: Rectangle(x: 0, y: 0, width: 4, height: 4))
    stage.root.addSublayer(layer)
    stage.root.content = .moving(animator)
    animator.start()
    switch holder {
    case .nobody: break
    case .onStop: animator.onStop = { _, _, _ in stage.quit() }
    case .onEvent: stage.onEvent = { _ in _ = stage.now }
    case .key: try stage.on("space") { stage.quit() }
    case .late: stage.perform(after: .seconds(3600)) { stage.quit() }
    case .animation:
      stage.scene.animate(duration: .seconds(3600), didStop: { _, _, _ in stage.quit() }) {
        layer.alpha = 0
      }
    case .rotation:
      layer.startRotating(duration: .seconds(3600))
      stage.perform(after: .milliseconds(500)) {
        layer.stopRotating(.whenTurnIsComplete) { _ in stage.quit() }
      }
    case .precaching: animator.precache { _, _ in _ = stage.now }
    }
    _ = try stage.run()
    #expect(rig.device.bufferViolations.isEmpty && rig.device.liveBuffers == 0)
    return Witness(
      stage: stage, scene: stage.scene, animator: animator, layer: layer, device: rig.device)
  }

  @Test(
    "everything is freed after the run, whatever its callbacks captured", arguments: Holder.allCases
  )
  func freed(holder: Holder) throws {
    let witness = try run(holder)
    #expect(witness.stage == nil && witness.scene == nil && witness.device == nil)
    #expect(witness.animator == nil && witness.layer == nil)
  }

  @Test("who was told of a start is told of the stop, with the run not finished") func paired()
    throws
  {
    let rig = try StageRig(seconds: 1)
    let stage = rig.stage
    var told: [String] = []
    stage.onEvent = { event in
      if case .stop(_, let finished, _) = event { told.append("event \(finished)") }
    }
    let animator = rig.animator(3)
    animator.onStop = { _, finished, context in told.append("stop \(finished) \(context ?? "")") }
    stage.root.content = .moving(animator)
    animator.start(context: "film")
    let layer = Layer(frame: Rectangle(x: 0, y: 0, width: 4, height: 4))
    stage.root.addSublayer(layer)
    stage.scene.animate(
      duration: .seconds(3600), didStop: { _, finished, _ in told.append("moved \(finished)") }
    ) { layer.alpha = 0 }
    layer.startRotating()
    layer.stopRotating(.whenTurnIsComplete) { finished in told.append("turned \(finished)") }
    stage.perform(after: .milliseconds(500)) { stage.quit() }
    _ = try stage.run()
    #expect(told == ["turned true", "event false", "stop false film", "moved false"])
    #expect(animator.index == 0 && !animator.isAnimating)
  }

  @Test("layers go from a stage that is over to the next, at rest") func nextStage() throws {
    let film = Layer(frame: Rectangle(x: 0, y: 0, width: 32, height: 18))
    film.content = .color(StageRig.color(1))
    do {
      let rig = try StageRig(seconds: 1)
      rig.stage.root.addSublayer(film)
      rig.stage.scene.animate(duration: .seconds(1), repeatCount: .forever) { film.alpha = 0 }
      film.startRotating()
      _ = try rig.stage.run()
    }
    #expect(film.scene == nil && !film.isRotating)
    film.alpha = 1
    let rig = try StageRig(seconds: 2)
    rig.stage.root.addSublayer(film)
    _ = try rig.stage.run()
    #expect(rig.colors == [StageRig.color(1)])
  }

  @Test("a stage that is told to quit before its run shows nothing") func quitBefore() throws {
    let rig = try StageRig(seconds: 1)
    rig.stage.quit()
    let outcome = try rig.stage.run()
    #expect(outcome == .done && rig.seen.isEmpty && rig.device.liveBuffers == 0)
  }

  @Test("signals are taken as before once a stage is gone that was never run") func signals() throws
  {
    var interrupt = sigset_t()
    sigaddset(&interrupt, SIGINT)
    var before = sigset_t()
    pthread_sigmask(SIG_UNBLOCK, &interrupt, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    func isBlocked() -> Bool {
      var mask = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      return sigismember(&mask, SIGINT) == 1
    }
    do {
      let rig = try StageRig()
      #expect(isBlocked() && rig.seen.isEmpty)
    }
    #expect(!isBlocked())
    var configuration = PlayerConfiguration()
    configuration.display = .fake("nonsense")
    #expect(throws: PlayerError.self) { try Stage(configuration: configuration) }
    #expect(!isBlocked())
  }
}
