import TestSupport

@testable import Controls

/// A device and the queue of one who reads it, as the kernel keeps them: the oracle of random tests.
///
/// What does not change is not told; a queue that is full loses all but its newest record, and says
/// so; only whole frames can be read; who asks for the keys gets no older records of keys. A state
/// that is asked for in the middle of a frame has the keys of now and the fingers of the frame before:
/// the kernel would have some of the new ones too, which nobody could tell apart.
struct EvdevKernel {
  /// What is really down, and where.
  private(set) var truth: EvdevState
  /// Whether records were lost.
  private(set) var hasLost = false
  /// How often a key went down.
  private(set) var presses = 0

  /// What was so when the last frame ended.
  private var reported: EvdevState
  private let kind: EvdevKind
  private let room: Int
  private var queue: [EvdevRecord] = []
  private var readable = 0
  private var time: Int64 = 0
  private var nextTouch: Int32 = 100

  init(kind: EvdevKind, room: Int, truth: EvdevState) {
    self.kind = kind
    self.room = room
    self.truth = truth
    reported = truth
  }

  /// Whether nothing waits that can be read.
  var isEmpty: Bool { readable == 0 }

  /// Hands over at most so many records.
  mutating func read(_ count: Int) -> [EvdevRecord] {
    let batch = Array(queue.prefix(min(count, readable)))
    queue.removeFirst(batch.count)
    readable -= batch.count
    return batch
  }

  /// What is down now, and no record of keys from before.
  mutating func state() -> EvdevState {
    readable -= queue.prefix(readable).count { $0.kind == EvdevCode.key }
    queue.removeAll { $0.kind == EvdevCode.key }
    var state = reported
    state.keys = truth.keys
    if kind.slots == nil { state.touches[0] = truth.touches[0] }
    return state
  }

  /// A frame of a few changes, or of its beginning only.
  mutating func happen(_ random: inout RandomSource, isWhole: Bool) {
    for _ in 0..<Int.random(in: 1...4, using: &random) { change(&random) }
    if isWhole { report() }
  }

  mutating func report() {
    push(EvdevCode.synchronization, EvdevCode.report, 0)
    readable = queue.count
    reported = truth
  }

  private mutating func change(_ random: inout RandomSource) {
    time += 1
    switch Int.random(in: 0..<10, using: &random) {
    case 0...2: pressOrLift(random.pick(1, 30, 31, 57, 0x110), &random)
    case 3...6 where !truth.touches.isEmpty:
      placeOrLift(Int.random(in: truth.touches.indices, using: &random), &random)
    default:
      guard let index = truth.touches.indices.randomElement(using: &random) else { return }
      move(index, &random)
    }
  }

  private mutating func pressOrLift(_ code: UInt16, _ random: inout RandomSource) {
    if truth.keys[code], random.once(in: 3) { return push(EvdevCode.key, code, 2) }
    truth.keys[code].toggle()
    if truth.keys[code] { presses += 1 }
    push(EvdevCode.key, code, truth.keys[code] ? 1 : 0)
  }

  private mutating func placeOrLift(_ index: Int, _ random: inout RandomSource) {
    let isDown = truth.touches[index] < 0
    guard kind.slots != nil else {
      truth.touches[index] = isDown ? 0 : -1
      truth.keys[EvdevCode.touch] = isDown
      return push(EvdevCode.key, EvdevCode.touch, isDown ? 1 : 0)
    }
    select(index)
    nextTouch += 1
    truth.touches[index] = isDown ? nextTouch : -1
    push(EvdevCode.absolute, EvdevCode.tracking, truth.touches[index])
    if isDown { move(index, &random) }
  }

  private mutating func move(_ index: Int, _ random: inout RandomSource) {
    let hasSlots = kind.slots != nil
    if hasSlots { select(index) }
    // Few places, so that some do not change.
    let (x, y) = (Int32.random(in: 0..<4, using: &random), Int32.random(in: 0..<4, using: &random))
    if truth.x[index] != x {
      truth.x[index] = x
      push(EvdevCode.absolute, hasSlots ? EvdevCode.slotX : EvdevCode.x, x)
    }
    if truth.y[index] != y {
      truth.y[index] = y
      push(EvdevCode.absolute, hasSlots ? EvdevCode.slotY : EvdevCode.y, y)
    }
  }

  private mutating func select(_ index: Int) {
    guard truth.slot != Int32(index) else { return }
    truth.slot = Int32(index)
    push(EvdevCode.absolute, EvdevCode.slot, truth.slot)
  }

  private mutating func push(_ kind: UInt16, _ code: UInt16, _ value: Int32) {
    let record = EvdevRecord(kind: kind, code: code, value: value, time: time)
    if queue.count == room {
      queue = [EvdevRecord(kind: 0, code: EvdevCode.dropped, value: 0, time: time)]
      readable = 0
      hasLost = true
    }
    queue.append(record)
  }
}
