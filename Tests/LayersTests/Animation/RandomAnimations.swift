import Layers
import Pixels
import TestSupport
import Testing
import Timing

/// A scene in which things are done at random, and what must hold is checked all the while.
final class RandomAnimations {
  private let stage = AnimationStage()
  private var layers: [Layer] = []
  private var random: RandomSource
  private var asked: [String: Asked] = [:]
  private var told: [String: Told] = [:]
  private var isTurning = false
  private var isClosing = false
  private var hasActed = false

  /// What was asked of an animation: the earliest start, and how long it runs.
  private struct Asked {
    var earliest: Int64
    var length: Int64?
    var isOnTime: Bool
  }

  /// When an animation was told to start and to stop.
  private struct Told {
    var start: Int64?
    var stop: Int64?
  }

  init(seed: Int) {
    random = RandomSource(seed: UInt64(seed))
    layers = [stage.layer]
    for _ in 0..<5 {
      let layer = Layer(frame: Rectangle(x: 1, y: 2, width: 3, height: 4))
      number(6) == 0 ? () : layers[number(layers.count)].addSublayer(layer)
      layers.append(layer)
    }
  }

  /// Does so many things, then lets all come to rest.
  func play(_ count: Int) {
    for _ in 0..<count {
      act()
      pass(upTo: stage.time + Int64(number(3_000_000)))
    }
    isClosing = true
    for id in asked.keys.sorted() where asked[id]?.length == nil {
      stage.scene.removeAnimations(id: id)
    }
    for layer in layers { layer.stopRotating(.whenTurnIsComplete) }
    pass(upTo: stage.time + 1_000_000_000)
    rest()
  }

  private func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  // MARK: - What is done

  private func act() {
    let before = stage.log.count
    let layer = layers[number(layers.count)]
    switch number(14) {
    case 0...6: steadily { animate(depth: 0) }
    case 7:
      stage.scene.removeAnimations(id: asked.keys.sorted().randomElement(using: &random) ?? "")
    case 8: layer.removeAllAnimations()
    case 9: change(layer)
    case 10: stage.scene.withoutAnimation { change(layer) }
    case 11:
      let parent = layers[number(layers.count)]
      if layer !== stage.layer, !isInside(parent, layer) {
        number(3) == 0 ? layer.removeFromSuperlayer() : parent.addSublayer(layer)
      }
    case 12: layer.startRotating(duration: .nanoseconds(1_000_000 + number(5_000_000)))
    default: steadily { layer.stopRotating(number(2) == 0 ? .now : .whenTurnIsComplete) }
    }
    #expect(stage.log.count == before, "nothing is told but by a turn")
  }

  private func isInside(_ layer: Layer, _ other: Layer) -> Bool {
    layer === other || layer.superlayer.map { isInside($0, other) } ?? false
  }

  private func animate(depth: Int) {
    let id = "\(asked.count)"
    let isEndless = number(9) == 0
    let duration = Int64(1_000_000 + number(8_000_000))
    let delay = Int64(number(3) == 0 ? number(4_000_000) : 0)
    let autoreverses = number(3) == 0
    let times = [1, 1, 2, 2.5][number(4)]
    let curves: [Curve] = [.linear, .easeInOut, .easeIn, .spring(damping: 0.4, velocity: 2)]
    asked[id] = Asked(
      earliest: stage.time + delay,
      length: isEndless ? nil : Int64(times * Double(duration * (autoreverses ? 2 : 1))),
      isOnTime: times != 2.5)
    var animation = Animation(
      id: id, delay: .nanoseconds(delay), duration: .nanoseconds(duration),
      curve: curves[number(4)], repeatCount: isEndless ? .forever : .times(times),
      autoreverses: autoreverses, fromCurrentState: number(3) == 0)
    animation.willStart = { [unowned self] _, _ in started(id) }
    animation.didStop = { [unowned self] _, finished, _ in stopped(id, finished) }
    stage.scene.animate(animation) {
      for _ in 0...number(3) {
        change(layers[number(layers.count)])
        if depth < 2, number(5) == 0 { animate(depth: depth + 1) }
      }
    }
  }

  private func change(_ layer: Layer) {
    let value = Double(number(100))
    switch number(5) {
    case 0: layer.alpha = value / 100
    case 1: layer.zPosition = value
    case 2: layer.center = Point(x: value, y: 100 - value)
    case 3: layer.rotation = value / 100
    default: layer.frame = Rectangle(x: 0, y: value, width: value, height: value)
    }
  }

  // MARK: - What is told

  private func started(_ id: String) {
    #expect(isTurning && told[id] == nil, "\(id) starts once, in a turn")
    told[id] = Told(start: stage.time)
    #expect(stage.time >= asked[id]?.earliest ?? 0)
    stage.log.append("start \(id)")
    if !isClosing, number(8) == 0 {
      hasActed = true
      animate(depth: 2)
    }
  }

  private func stopped(_ id: String, _ finished: Bool) {
    let start = told[id]?.start
    #expect(isTurning && told[id]?.stop == nil, "\(id) stops once, in a turn")
    told[id] = Told(start: start, stop: stage.time)
    if finished, let asked = asked[id] {
      #expect(start != nil, "\(id) has started")
      // Turns come when they are due: both are told to the nanosecond.
      if asked.isOnTime { #expect(stage.time - (start ?? 0) == asked.length) }
    }
    stage.log.append("stop \(id)")
    if !isClosing, number(8) == 0 {
      hasActed = true
      change(layers[number(layers.count)])
    }
  }

  // MARK: - What must hold

  /// Lets time pass up to a time, with a turn whenever one is due.
  private func pass(upTo end: Int64) {
    while let next = stage.scene.nextTurn(after: stage.time), next <= end {
      look(until: next)
      stage.time = next
      let foretold = [0, 1, 1_000_000, 7_000_000].map { screen(at: next + $0) }
      hasActed = false
      isTurning = true
      stage.scene.turn(at: next)
      isTurning = false
      if hasActed { continue }
      for (after, screen) in zip([0, 1, 1_000_000, 7_000_000] as [Int64], foretold) {
        #expect(isClose(self.screen(at: next + after), screen, 1e-9))
      }
    }
    look(until: end)
    stage.time = end
  }

  /// Between turns the screen is still where no change was announced, and never leaps.
  private func look(until end: Int64) {
    let now = stage.time
    let still: Int64? =
      switch stage.scene.nextChange(after: now) {
      case .never: end
      case .at(let time): min(time, end)
      case .continuously: nil
      }
    if let still, still > now + 1 {
      for layer in layers where layer.scene != nil && isSeen(layer, at: now) {
        let (one, two) = (layer.presentation(at: now + 1), layer.presentation(at: still - 1))
        #expect(isClose(numbers(one), numbers(two), 0))
      }
    }
    // No leap as something ends or starts: a nanosecond is a millionth of any way.
    if end > now + 2 {
      #expect(isClose(screen(at: end), screen(at: end - 1), 0.1))
      #expect(isClose(screen(at: now + 1), screen(at: now), 0.1))
    }
  }

  /// Something that nobody must see when it happens.
  private func steadily(_ act: () -> Void) {
    let before = screen(at: stage.time)
    act()
    #expect(isClose(screen(at: stage.time), before, 1e-9))
  }

  /// All comes to rest: everything was told once, and the model is what is drawn.
  private func rest() {
    #expect(stage.scene.nextTurn(after: stage.time) == nil)
    #expect(stage.scene.nextChange(after: stage.time) == .never)
    for id in asked.keys { #expect(told[id]?.stop != nil, "\(id) was told to have stopped") }
    for layer in layers {
      let (model, shown) = (layer.model, layer.presentation(at: stage.time))
      #expect(isClose(numbers(model), numbers(shown), 0))
    }
  }

  private func screen(at time: Int64) -> [Double] {
    // Outside of the scene changes are plain ones.
    layers.filter { $0.scene != nil }.flatMap { numbers($0.presentation(at: time)) }
  }

  private func isSeen(_ layer: Layer, at time: Int64) -> Bool {
    layer.presentation(at: time).alpha > 0 && layer.superlayer.map { isSeen($0, at: time) } ?? true
  }

  private func numbers(_ values: LayerValues) -> [Double] {
    [
      values.alpha, values.zPosition, values.center.x, values.center.y, values.bounds.size.width,
      values.rotation - values.rotation.rounded(.down) > 0.999999
        ? 0 : values.rotation - values.rotation.rounded(.down),
    ]
  }

  private func isClose(_ one: [Double], _ two: [Double], _ distance: Double) -> Bool {
    zip(one, two).allSatisfy { abs($0 - $1) <= distance }
  }
}
