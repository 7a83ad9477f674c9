import Layers
import Pixels
import Timing

/// A scene on a plain clock, with one layer in it, that writes down what it is told and when.
final class AnimationStage {
  private final class Clock {
    var time: Int64 = 0
  }

  private let clock = Clock()
  let scene: Scene
  let layer = Layer(frame: Rectangle(x: 0, y: 0, width: 10, height: 20))
  /// "start ID@TIME", "stop ID@TIME true": all that was told.
  var log: [String] = []

  init() {
    scene = Scene(size: PixelSize(width: 100, height: 100)) { [clock] in clock.time }
    scene.root.addSublayer(layer)
  }

  /// The present time.
  var time: Int64 {
    get { clock.time }
    set { clock.time = newValue }
  }

  /// Gives an animation callbacks that write down.
  func logged(_ animation: Animation) -> Animation {
    var animation = animation
    animation.willStart = { [unowned self] id, _ in log.append("start \(id ?? "-")@\(time)") }
    animation.didStop = { [unowned self] id, finished, _ in
      log.append("stop \(id ?? "-")@\(time) \(finished)")
    }
    return animation
  }

  /// Animates with callbacks that write down.
  func animate(
    _ id: String, duration: Int64 = 100, delay: Int64 = 0, repeats: RepeatCount = 1,
    autoreverses: Bool = false, fromCurrentState: Bool = false, changes: () -> Void
  ) {
    let animation = Animation(
      id: id, delay: .nanoseconds(delay), duration: .nanoseconds(duration), curve: .linear,
      repeatCount: repeats, autoreverses: autoreverses, fromCurrentState: fromCurrentState)
    scene.animate(logged(animation), changes: changes)
  }

  /// Lets time pass as a loop would: a turn whenever one is due, and one at the end.
  func run(until end: Int64) {
    while let next = scene.nextTurn(after: time), next <= end {
      time = next
      scene.turn(at: time)
    }
    time = end
    scene.turn(at: end)
  }

  /// The layer's alpha on screen, now or at another time.
  func alpha(at time: Int64? = nil) -> Double { layer.presentation(at: time ?? self.time).alpha }
}
