import Flipbook
import FlipbookTesting
import Layers
import Pixels
import Testing
import Timing

/// Whatever numbers come in, a stage runs to its end.
@Suite("Odd numbers on a stage") struct StageNumberTests {
  private static let numbers: [Double] = [
    .nan, .infinity, -.infinity, 1e300, -1e19, .leastNonzeroMagnitude, -0.0,
  ]

  private static let changes: [@Sendable (Layer, Double) -> Void] = [
    { $0.rotation = $1 }, { $0.alpha = $1 }, { $0.zPosition = $1 },
    { $0.center = Point(x: $1, y: 3) },
    { $0.bounds = Rectangle(x: $1, y: 0, width: 4, height: $1) },
    { $0.frame = Rectangle(x: 0, y: $1, width: $1, height: 4) },
    { $0.transform = .scale($1) }, { $0.transform = .translation(x: $1, y: $1) },
    { $0.transform = .rotation(turns: $1) },
    { $0.transform = AffineTransform(a: 1, b: $1, c: 0, d: 1, tx: 0, ty: 0) },
  ]

  @Test("in properties of layers, set and animated", arguments: changes.indices)
  func layers(change: Int) throws {
    for number in Self.numbers {
      for isAnimated in [false, true] {
        let rig = try StageRig(seconds: 0.1)
        let stage = rig.stage
        let box = ButtonLayer(frame: Rectangle(x: 4, y: 4, width: 8, height: 8))
        let inner = Layer(frame: Rectangle(x: 0, y: 0, width: 4, height: 4))
        inner.content = .moving(rig.animator(2))
        box.addSublayer(inner)
        stage.root.addSublayer(box)
        if isAnimated {
          stage.scene.animate(
            duration: .milliseconds(60), curve: .cubicBezier(x1: number, y1: number, x2: 0, y2: 1),
            repeatCount: .times(number), autoreverses: true
          ) { Self.changes[change](box, number) }
        } else {
          Self.changes[change](box, number)
        }
        box.startRotating()
        stage.perform(after: .milliseconds(50)) {
          stage.tap(at: Point(x: 8, y: 8))
          stage.tap(at: Point(x: number, y: 8))
          _ = box.frame
          box.stopRotating(.now)
        }
        _ = try stage.run()
        #expect(!rig.seen.isEmpty && rig.device.bufferViolations.isEmpty)
      }
    }
  }

  @Test("in what animators are asked", arguments: numbers) func animators(number: Double) throws {
    let rig = try StageRig(seconds: 0.1)
    let stage = rig.stage
    for place in 0..<3 {
      let animator = rig.animator(3, seconds: 0.03)
      let layer = Layer(frame: Rectangle(x: Double(place) * 8, y: 0, width: 8, height: 8))
      layer.content = .moving(animator)
      stage.root.addSublayer(layer)
      switch place {
      case 0: animator.repeatCount = .times(number)
      case 1: stage.perform(after: .milliseconds(20)) { animator.play(to: .fraction(number)) }
      default: stage.perform(after: .milliseconds(20)) { animator.speed = min(number, 2) }
      }
      animator.start()
    }
    _ = try stage.run()
    #expect(!rig.seen.isEmpty)
  }

  private static let lengths: [Duration] = [
    .seconds(Int64.max), .seconds(Int64.min), .nanoseconds(Int64.max), .seconds(9_000_000_000),
    .seconds(4_000_000_000),
  ]

  @Test("in times, as long as they come", arguments: lengths) func times(length: Duration) throws {
    let rig = try StageRig(seconds: 0.2)
    let (stage, scene) = (rig.stage, rig.stage.scene)
    let animator = rig.animator(3, seconds: 0.1)
    stage.root.content = .moving(animator)
    let boxes = (0..<5).map { _ in Layer(frame: Rectangle(x: 4, y: 4, width: 8, height: 8)) }
    for box in boxes { stage.root.addSublayer(box) }
    func ask() {
      scene.animate(delay: length, duration: .seconds(1)) { boxes[0].alpha = 0 }
      scene.animate(duration: length) { boxes[1].contentMode = .aspectFit }
      scene.animate(start: length.nanoseconds, duration: length) { boxes[2].alpha = 0 }
      if length > .zero { boxes[3].startRotating(duration: length) }
      boxes[3].stopRotating(.whenTurnIsComplete)
      stage.perform(after: length) {}
      animator.start()
      animator.stop(at: .frame(2), within: length)
      animator.pause()
    }
    ask()
    stage.perform(after: .milliseconds(50)) { ask() }
    stage.perform(after: .milliseconds(100)) {
      animator.start()
      animator.stop(at: .fade(length))
    }
    _ = try stage.run()
    #expect(!rig.seen.isEmpty)
  }
}
