import FlipbookTesting
import Frames
import Glibc
import Layers
import Linux
import Pixels
import Timing

@testable import Flipbook

/// A place to play in without a display, on the virtual clock.
final class TestHost: AnimatorHost {
  let clock = VirtualClock(start: 0)
  let loop: EventLoop
  let memory: AnimatorMemory
  var screenSize = PixelSize(width: 64, height: 32)
  var events: [PlayerEvent] = []
  var complaints: [String] = []
  /// How often it was said that something else is to be drawn.
  var changes = 0
  /// Nanoseconds from one vblank to the next; nil without vblanks.
  var period: Int64?
  /// When the first picture is on the screen, counted from when it is there.
  var firstPictureDelay: Int64 = 0
  private var animators: [() -> (any StagedAnimator)?] = []

  init(budget: Int = 1 << 20, workers: Int = 1) throws {
    loop = try EventLoop(clock: clock)
    memory = try AnimatorMemory(loop: loop, budget: budget)
    memory.workers = workers
    holdTimeForDecoders()
  }

  /// Lets time stand still while a frame is decoded.
  func holdTimeForDecoders() {
    loop.holdsTime = { [unowned self] in
      animators.contains { $0()?.isBusy == true } || memory.isUnsettled
    }
  }

  func seenFrom(_ time: Int64) -> Int64 {
    guard let period else { return time }
    return (time + period - 1) / period * period
  }

  func whenSeen(_ body: @escaping () -> Void) {
    guard firstPictureDelay > 0 else { return body() }
    loop.schedule(at: loop.now + firstPictureDelay) { [unowned self] in
      firstPictureDelay = 0
      body()
    }
  }

  func register(_ animator: any StagedAnimator) {
    animators.append { [weak animator] in animator }
  }

  func animatorDidChange() { changes += 1 }
  func keep(_ figures: WindowStatistics) {}
  func tell(_ event: PlayerEvent) { events.append(event) }
  func complain(_ sentence: String) { complaints.append(sentence) }

  /// Lets time pass up to a moment, with all that is due then.
  func run(until time: Int64) {
    loop.schedule(at: time) { [loop] in
      // What was scheduled for this moment before comes before; what comes of it, after.
      loop.schedule(at: time) { loop.schedule(at: time) { loop.stop() } }
    }
    loop.run()
  }

  /// Lets what is due now happen and decoders end; a nanosecond passes.
  func settle() { run(until: loop.now + 1) }

  /// Does something at a moment to come.
  func at(_ time: Int64, _ body: @escaping () -> Void) { loop.schedule(at: time, handler: body) }
}

/// What an animator told.
enum Told: Hashable, CustomStringConvertible {
  case start(Int64, String = "")
  case frame(Int, Int64)
  case stop(Bool, Int64, String = "")

  var description: String {
    switch self {
    case .start(let time, let context): "start \(context)@\(time)"
    case .frame(let index, let time): "\(index)@\(time)"
    case .stop(let isFinished, let time, let context):
      "\(isFinished ? "finished" : "stopped") \(context)@\(time)"
    }
  }
}

/// Keeps what an animator tells, with the times.
final class Diary {
  private(set) var told: [Told] = []
  private let loop: EventLoop
  /// Called after each entry.
  var onEntry: ((Told) -> Void)?

  init(_ animator: FrameAnimator, _ host: TestHost) {
    loop = host.loop
    animator.onStart = { [unowned self] _, context in
      note(.start(loop.now, Self.text(context)))
    }
    animator.onFrame = { [unowned self] _, index, _ in note(.frame(index, loop.now)) }
    animator.onStop = { [unowned self] _, isFinished, context in
      note(.stop(isFinished, loop.now, Self.text(context)))
    }
  }

  /// The frames told, in order.
  var frames: [Int] {
    told.compactMap { if case .frame(let index, _) = $0 { index } else { nil } }
  }

  private static func text(_ context: Any?) -> String { context.map { "\($0)" } ?? "" }

  private func note(_ entry: Told) {
    told.append(entry)
    onEntry?(entry)
  }
}

extension FrameAnimator {
  /// An animator of tiny pictures that the test draws; each one's first byte is its number.
  static func drawn(_ count: Int, on host: TestHost, seconds: Double? = nil) -> FrameAnimator {
    let animator = FrameAnimator(
      count: count, size: PixelSize(width: 4, height: 2), host: host
    ) { frame, bitmap in
      bitmap.withMutableBytes { bytes in
        for place in bytes.indices { bytes[place] = place % 4 == 3 ? 255 : UInt8(frame) }
      }
    }
    if let seconds { animator.duration = .nanoseconds(Int64((seconds * 1e9).rounded())) }
    return animator
  }

  /// The number of the picture that is seen at a time.
  func seen(at time: Int64) -> Int? {
    image(at: time).map { Int($0.picture.bitmap.withBytes { $0[0] }) }
  }
}

let millisecond: Int64 = 1_000_000
