import Frames
import Layers
import Linux
import Pixels
import TestSupport
import Testing
import Timing

@testable import Flipbook

/// Somebody who asks an animator for anything, and keeps account of what it tells.
final class AnimatorUser {
  let animator: FrameAnimator
  private let host: TestHost
  private let count: Int
  /// Whether frames may be bad, or late.
  private let isRough: Bool
  private let frameTime: Double
  private var random: RandomSource

  /// How often it was asked to run: each time with another context.
  private var asked = 0
  /// The context of the run that is under way.
  private var context = 0
  private var runsStarted = 0
  private var runsStopped = 0
  private var isInRun = false
  private var shown: (index: Int, time: Int64)?
  /// The frame that was jumped to and is not told yet.
  private var sought: Int?
  /// Whether anything was asked since the last frame.
  private var isTouched = false
  /// Where it is driven to, if it is.
  private var target: Int?
  private var wraps = true
  private var isEnding = false
  private var depth = 0
  /// What was asked and told last, for whoever has to find out why.
  private var journal: [String] = []

  /// - Parameter gate: what frames wait for, some of which are bad; nil for frames that are ready in
  ///   time.
  init(_ host: TestHost, seed: UInt64, gate: Gate? = nil) {
    var random = RandomSource(seed: seed)
    let count = Int.random(in: 1...12, using: &random)
    if let gate {
      let bad = Set((0..<count).filter { _ in random.once(in: 5) })
      animator = FrameAnimator(
        count: count, makeWorker: { GatedWorker(gate, bad: bad) }, host: host)
    } else {
      animator = FrameAnimator.drawn(count, on: host)
    }
    isRough = gate != nil
    self.host = host
    self.count = count
    self.random = random
    frameTime = Double(self.random.next() % 100_000_000 + 1_000_000)
    choose()
    animator.onStart = { [unowned self] _, context in noteStart(context) }
    animator.onFrame = { [unowned self] _, index, context in noteFrame(index, context) }
    animator.onStop = { [unowned self] _, isFinished, context in noteStop(isFinished, context) }
  }

  private func write(_ text: String) { journal.append("\(host.loop.now) \(text)") }

  /// The end of the journal.
  private var story: Comment { "\(journal.suffix(12).joined(separator: "; "))" }

  // MARK: - Asking

  /// Sets what counts for runs to come.
  private func choose() {
    guard !animator.isAnimating else { return }
    animator.autoreverses = Bool.random(using: &random)
    let steps = animator.autoreverses && count > 1 ? 2 * count - 2 : count
    animator.duration = .nanoseconds(Int64(frameTime) * Int64(steps))
    animator.repeatCount = [.forever, 0.3, 1, 1.5, 3].randomElement(using: &random) ?? .forever
    animator.fill = [.hold, .still, .clear].randomElement(using: &random) ?? .hold
    animator.caching = [.window, .none].randomElement(using: &random) ?? .window
    animator.late = random.pick(.drop, .slow)
    animator.onBadFrame = random.pick(.hold, .skip, .stop)
  }

  /// Asks for something.
  func act() {
    guard !isEnding, depth < 4 else { return }
    depth += 1
    isTouched = true
    defer {
      depth -= 1
      // What was given out may have been told within it.
      isTouched = true
    }
    switch Int.random(in: 0..<24, using: &random) {
    case 0...3: start()
    case 4: stop()
    case 5: stopLater()
    case 6, 7: pause()
    case 8, 9:
      write("resume")
      animator.resume()
    case 10...12:
      write("turn")
      animator.isReversed.toggle()
    case 13, 14: jump()
    case 15:
      let speed = random.pick(0.25, 0.5, 1, 2, 3.7)
      write("speed \(speed)")
      animator.speed = speed
    case 16, 17: drive()
    case 18: choose()
    case 19:
      write("bounds")
      animator.willBeShown(
        size: .init(width: Int.random(in: 1...9, using: &random), height: 4), mode: .aspectFit)
    case 20: animator.isAnimating ? animator.cancelPrecache() : animator.precache()
    default: look()
    }
  }

  private func start() {
    asked += 1
    if !animator.isAnimating {
      wraps = !animator.autoreverses
      target = nil
    }
    write("start")
    animator.start(context: asked)
    #expect(animator.isAnimating && !animator.isPaused)
  }

  private func stop() {
    let stopped = runsStopped
    let wasAnimating = animator.isAnimating
    write("stop")
    animator.stop()
    // Within its callbacks another may have been started and stopped.
    #expect(runsStopped > stopped || !wasAnimating)
  }

  private func stopLater() {
    let moment: FrameAnimator.StopMoment =
      [
        .cycleEnd, .frame(Int.random(in: 0..<count, using: &random)),
        .fade(.nanoseconds(Int64.random(in: 0...300_000_000, using: &random))),
      ].randomElement(using: &random) ?? .now
    let limit = Bool.random(using: &random) ? Duration.milliseconds(200) : nil
    write("stop at \(moment) within \(limit.map { "\($0)" } ?? "-")")
    animator.stop(at: moment, within: limit)
  }

  private func pause() {
    let ahead = host.loop.now + vblankAhead
    let runs = runsStopped
    let isDrawn = animator.isAnimating && !isFading
    let given = animator.seen(at: ahead)
    write("pause")
    animator.pause()
    // What was given out for a vblank to come is what stays.
    if isDrawn, !isRough, given != nil, animator.isPaused, depth == 1, runs == runsStopped,
      animator.nextChange(after: host.loop.now) == nil
    {
      #expect(animator.seen(at: ahead) == given, story)
    }
  }

  /// How far ahead a display asks: no frame lies between.
  private var vblankAhead: Int64 {
    Int64.random(in: 0...Int64(frameTime / animator.speed), using: &random)
  }

  private var isFading: Bool { animator.image(at: host.loop.now).map { $0.alpha < 1 } ?? false }

  private func jump() {
    let frame = Int.random(in: 0..<count, using: &random)
    // A run that ends part-way has no frames beyond.
    if isPartial { animator.stop() }
    if isInRun { sought = frame == shown?.index ? nil : frame }
    write("index \(frame)")
    animator.index = frame
    #expect(animator.index == frame)
  }

  private var isPartial: Bool {
    animator.repeatCount == 0.3 || animator.repeatCount == 1.5
  }

  private func drive() {
    let frame = Int.random(in: 0..<count, using: &random)
    asked += 1
    if !animator.isAnimating { wraps = false }
    write("play to \(frame)")
    animator.play(to: .frame(frame), context: asked)
    target = frame
    #expect(animator.isAnimating)
  }

  private func look() {
    write("look")
    let now = host.loop.now
    if isInRun, let shown, animator.isAnimating, sought == nil {
      #expect(animator.index == shown.index)
    }
    _ = animator.image(at: now + vblankAhead)
    _ = animator.nextChange(after: now)
    _ = animator.isReady
  }

  /// Stops it for good.
  func end() {
    isEnding = true
    animator.cancelPrecache()
    animator.stop()
  }

  /// Checks that all is told.
  func check() {
    #expect(!isInRun && !animator.isAnimating)
    #expect(runsStarted == animator.runCount && runsStopped == animator.runCount)
  }

  // MARK: - What is told

  private func noteStart(_ context: Any?) {
    #expect(!isInRun, "a start within a run")
    #expect(animator.isAnimating)
    write("told start")
    isInRun = true
    runsStarted += 1
    shown = nil
    isTouched = false
    let given = context as? Int ?? 0
    #expect(given > self.context, story)
    self.context = given
    actSometimes()
  }

  private func noteFrame(_ index: Int, _ context: Any?) {
    let now = host.loop.now
    write("told \(index)")
    #expect(isInRun, "a frame outside a run")
    #expect(context as? Int == self.context, story)
    #expect(animator.isAnimating)
    if let shown, !isRough {
      let distance = abs(index - shown.index)
      let isNeighbour = distance == 1 || (wraps && target == nil && distance == count - 1)
      #expect(sought.map { $0 == index } ?? isNeighbour, story)
      if !isTouched, sought == nil {
        let due = frameTime / animator.speed
        #expect(abs(Double(now - shown.time) - due) <= 2, story)
      }
    }
    #expect(animator.index == index)
    // From its first frame on, and from one that was jumped to, time passes once it can be seen.
    shown = (index, shown == nil || sought != nil ? host.seenFrom(now) : now)
    sought = nil
    isTouched = false
    actSometimes()
  }

  private func noteStop(_ isFinished: Bool, _ context: Any?) {
    #expect(isInRun, "a stop outside a run")
    #expect(!animator.isAnimating)
    #expect(context as? Int == self.context, story)
    write(isFinished ? "told finished" : "told stopped")
    isInRun = false
    runsStopped += 1
    if isFinished {
      #expect(target != nil || animator.repeatCount != .forever)
      if let target, !isRough { #expect(shown?.index == target, story) }
    }
    target = nil
    sought = nil
    actSometimes()
  }

  private func actSometimes() {
    if Int.random(in: 0..<6, using: &random) == 0 { act() }
  }
}
