import Frames
import Layers
import Linux
import Pixels
import Testing
import Timing

@testable import Flipbook

@Suite("An animator's memory", .timeLimit(.minutes(1))) struct AnimatorMemoryTests {
  /// Bytes of a drawn frame.
  private let frameBytes = 4 * 2 * 4

  private func host(frames: Int) throws -> TestHost { try TestHost(budget: frames * frameBytes) }

  @Test("played once, memory is back where it was but for the frame that is up") func baseline()
    throws
  {
    let host = try TestHost()
    let animator = FrameAnimator.drawn(20, on: host)
    animator.repeatCount = 1
    animator.start()
    host.run(until: 5000 * millisecond)
    weak let seen = animator.image(at: host.loop.now)?.picture
    #expect(seen != nil && animator.index == 19)
    #expect(animator.statistics.heldBytes == 0)
    #expect(host.memory.ledger.bytes == frameBytes)
    animator.fill = .clear
    host.settle()
    #expect(seen == nil)
    #expect(host.memory.isIdle && host.memory.ledger.bytes == 0)
    #expect(animator.statistics.decodedFrames == 20)
  }

  @Test("without caching a frame's memory is free when it leaves the screen") func noCaching()
    throws
  {
    let host = try TestHost()
    let animator = FrameAnimator.drawn(20, on: host)
    animator.caching = .none
    animator.start()
    for frame in 0..<60 {
      host.run(until: (Int64(frame) * 1000 / 30 + 5) * millisecond)
      #expect(animator.index == frame % 20)
      #expect(host.memory.ledger.bytes <= 2 * frameBytes)
    }
    #expect(host.memory.ledger.peakBytes <= 3 * frameBytes)
  }

  @Test("a window slides within the budget") func slides() throws {
    let host = try host(frames: 6)
    let animator = FrameAnimator.drawn(40, on: host)
    let diary = Diary(animator, host)
    animator.start()
    host.run(until: 4000 * millisecond)
    #expect(diary.frames == (0..<120).map { $0 % 40 } + [0])
    #expect(host.memory.ledger.peakBytes <= 6 * frameBytes)
    #expect(animator.statistics.decodedFrames >= 120)
  }

  @Test("cached whole, frames stay after a stop until memory is short") func cachesAll() throws {
    let host = try TestHost()
    let animator = FrameAnimator.drawn(10, on: host)
    animator.caching = .all
    animator.start()
    host.run(until: 500 * millisecond)
    animator.stop()
    animator.start()
    host.run(until: 1000 * millisecond)
    animator.stop()
    #expect(animator.statistics.decodedFrames == 10 && animator.statistics.heldFrames == 10)
    host.memory.relieve()
    #expect(animator.statistics.heldFrames == 0)
    animator.start()
    host.run(until: 1500 * millisecond)
    #expect(animator.statistics.decodedFrames == 20)
    #expect(host.complaints == [])
  }

  @Test("cached whole in a budget that is too small, it is said once") func saysOverflow() throws {
    let host = try host(frames: 6)
    let animator = FrameAnimator.drawn(10, on: host)
    animator.caching = .all
    animator.start()
    host.run(until: 1000 * millisecond)
    animator.stop()
    animator.start()
    host.run(until: 2000 * millisecond)
    #expect(host.complaints.count == 1)
  }

  @Test("a budget of its own is kept") func ownBudget() throws {
    let host = try TestHost()
    let animator = FrameAnimator.drawn(20, on: host)
    animator.budget = 4 * frameBytes
    animator.start()
    host.run(until: 1000 * millisecond)
    #expect(host.memory.ledger.peakBytes <= 4 * frameBytes)
    animator.budget = nil
    host.run(until: 2000 * millisecond)
    #expect(animator.statistics.heldFrames == 20)
  }

  @Test("several share the budget, and get more as others go") func shares() throws {
    let host = try host(frames: 30)
    let animators = (0..<3).map { _ in FrameAnimator.drawn(20, on: host) }
    let diaries = animators.map { Diary($0, host) }
    host.screenSize = PixelSize(width: 4, height: 2)
    animators[0].start()
    host.run(until: 500 * millisecond)
    #expect(animators[0].statistics.heldFrames == 20)
    animators[1].start()
    animators[2].start()
    host.run(until: 1500 * millisecond)
    #expect(animators.map(\.statistics.heldFrames).allSatisfy { 8...10 ~= $0 })
    animators[1].stop()
    animators[2].stop()
    host.run(until: 2500 * millisecond)
    #expect(animators[0].statistics.heldFrames == 20)
    #expect(host.memory.ledger.peakBytes <= 30 * frameBytes)
    // Nobody missed a frame.
    #expect(diaries[0].frames == (0...75).map { $0 % 20 })
    #expect(diaries[1].frames == diaries[2].frames && diaries[1].frames.count >= 30)
  }

  @Test("where memory is too small for all, the others play and it is said") func starves() throws {
    let host = try host(frames: 4)
    host.screenSize = PixelSize(width: 4, height: 2)
    let animators = (0..<5).map { _ in FrameAnimator.drawn(8, on: host) }
    let diaries = animators.map { Diary($0, host) }
    for animator in animators { animator.start() }
    host.run(until: 4000 * millisecond)
    #expect(host.memory.ledger.peakBytes <= 4 * frameBytes)
    // Each that got nothing has ended with a sentence; nothing hangs.
    for (animator, diary) in zip(animators, diaries) {
      if animator.isAnimating {
        #expect(diary.frames.count > 1)
      } else {
        #expect(diary.told.count == 2)
      }
    }
    #expect(animators.contains { $0.isAnimating })
    #expect(host.complaints.isEmpty == animators.allSatisfy(\.isAnimating))
  }

  @Test("memory that is short is given back by halves, and taken again after a quiet time")
  func relieves() throws {
    let host = try host(frames: 32)
    let animator = FrameAnimator.drawn(40, on: host)
    let spare = FrameAnimator.drawn(4, on: host)
    host.screenSize = PixelSize(width: 4, height: 2)
    animator.start()
    spare.precache()
    host.run(until: 500 * millisecond)
    let before = animator.statistics.heldFrames
    #expect(spare.statistics.heldFrames == 4 && before > 20)
    host.memory.relieve()
    #expect(spare.statistics.heldFrames == 0)
    host.run(until: 1000 * millisecond)
    #expect(animator.statistics.heldFrames >= before)
    var held: [Int] = []
    for second in 2...6 {
      host.memory.relieve()
      held.append(host.memory.ledger.bytes / frameBytes)
      host.run(until: Int64(second) * 1000 * millisecond)
      #expect(animator.isAnimating)
    }
    // Never less than the frame on screen and the next; a frame in the making counts.
    #expect(held == [16, 8, 4, 2, 2])
    let diary = Diary(animator, host)
    let quiet = MemoryRelief.quietTime
    host.run(until: 6000 * millisecond + 3 * quiet)
    #expect(host.memory.ledger.bytes == 8 * frameBytes)
    host.run(until: 6000 * millisecond + 6 * quiet)
    #expect(animator.statistics.heldFrames >= 28)
    #expect(diary.frames.count == Int(6 * quiet / 1_000_000_000) * 30)
    #expect(host.memory.ledger.peakBytes <= 32 * frameBytes)
  }

  @Test("what is under way when it stops is waited for, not for ever held")
  func stopsWhileDecoding()
    throws
  {
    let host = try TestHost()
    let gate = Gate()
    let animator = FrameAnimator(count: 3, makeWorker: { GatedWorker(gate) }, host: host)
    let diary = Diary(animator, host)
    animator.start()
    host.at(0) { host.loop.stop() }
    host.loop.run()
    gate.awaitArrival()
    animator.stop()
    #expect(diary.told == [.start(0), .stop(false, 0)])
    #expect(!host.memory.isIdle)
    gate.open(frames: 10)
    host.settle()
    #expect(host.memory.isIdle && host.memory.ledger.bytes == 0)
  }
}

@Suite("Decoding ahead of a run", .timeLimit(.minutes(1))) struct PrecacheTests {
  private let host: TestHost
  private let animator: FrameAnimator

  init() throws {
    host = try TestHost(budget: 10 * 32)
    host.screenSize = PixelSize(width: 4, height: 2)
    animator = FrameAnimator.drawn(8, on: host)
  }

  @Test("decodes all that fits, reports it, and the run decodes nothing") func all() {
    var progress: [Int] = []
    var completed: [Bool] = []
    animator.precache {
      progress.append($0)
      #expect($1 == 8)
    } completion: {
      completed.append($0)
    }
    host.settle()
    #expect(progress == progress.sorted() && progress.last == 8)
    #expect(completed == [true])
    host.run(until: 100 * millisecond)
    #expect(animator.statistics.heldFrames == 8)
    animator.start()
    host.run(until: 1000 * millisecond)
    #expect(animator.statistics.decodedFrames == 8)
    animator.stop()
    host.settle()
    #expect(animator.statistics.heldFrames == 0)
    #expect(completed == [true])
  }

  @Test("decodes as many as the budget holds") func part() {
    let animator = FrameAnimator.drawn(30, on: host)
    var told: [Int] = []
    var completed: [Bool] = []
    animator.precache(progress: { decoded, _ in told.append(decoded) }) { completed.append($0) }
    host.settle()
    #expect(completed == [true])
    #expect(9...10 ~= told.last ?? 0)
    #expect(host.memory.ledger.peakBytes <= 10 * 32)
  }

  @Test("cancelled, it lets go of all") func cancels() {
    var completed: [Bool] = []
    animator.precache { [animator] decoded, _ in
      if decoded >= 1 { animator.cancelPrecache() }
    } completion: {
      completed.append($0)
    }
    host.settle()
    #expect(completed == [false])
    host.settle()
    #expect(host.memory.isIdle)
    animator.cancelPrecache()
    #expect(completed == [false])
  }

  @Test("cancelled after its end it lets go too; asked for again, it begins anew") func again() {
    var completed: [Bool] = []
    animator.precache(completion: { completed.append($0) })
    animator.precache(completion: { completed.append($0) })
    #expect(completed == [false])
    host.settle()
    #expect(completed == [false, true])
    animator.cancelPrecache()
    host.settle()
    #expect(host.memory.isIdle && completed == [false, true])
  }

  @Test("a run that begins and ends meanwhile does not end it") func whileRunning() {
    var completed: [Bool] = []
    animator.start()
    animator.precache(completion: { completed.append($0) })
    animator.stop()
    host.settle()
    #expect(completed == [true] && animator.statistics.heldFrames == 8)
  }

  @Test("other frames, the stage's end and short memory cancel it") func cancelled() {
    var completed: [Bool] = []
    animator.precache(completion: { completed.append($0) })
    animator.frames = ["a.png"]
    #expect(completed == [false])
    animator.frames = []
    animator.precache(completion: { completed.append($0) })
    host.settle()
    #expect(completed == [false, true])
  }
}
