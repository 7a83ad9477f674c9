import Pixels
import TestSupport
import Testing

@testable import Controls

/// Thousands of random frames, read in pieces and lost now and then, judged by what is really down.
@Suite("A device's records at random")
struct EvdevRandomTests {
  static let pixels = TouchMapping(panel: PixelSize(width: 4000, height: 4000))

  @Test(
    "What is told agrees with what is down, whatever was lost",
    arguments: 1...40 as ClosedRange<UInt64>)
  func agreesWithTheTruth(seed: UInt64) {
    var random = RandomSource(seed: seed)
    let slots = random.pick(0, 1, 2, 5)
    var kind = Kind.screen(slots: slots)
    kind.capabilities = [.touch, .keyboard, .pointer]
    var start = EvdevState.empty(kind)
    // Where fingers were last, and which the next records are about, is known from before.
    start.slot = Int32.random(in: 0..<Int32(max(slots, 1)), using: &random)
    for index in start.touches.indices {
      start.x[index] = .random(in: 0..<4, using: &random)
      start.y[index] = .random(in: 0..<4, using: &random)
    }
    let isRoomy = random.once(in: 3)
    var kernel = EvdevKernel(kind: kind, room: isRoomy ? 4096 : 16, truth: start)
    var machine = EvdevMachine(kind, state: start)
    var follower = Follower()
    var compared = 0
    for _ in 0..<1_000 {
      kernel.happen(&random, isWhole: !random.once(in: 5))
      guard !random.once(in: 3) else { continue }
      read(&kernel, &machine, &follower, pieces: random.pick(1, 3, 64))
      // Mid-frame a touch's place is not told yet, and a lost state may be ahead of its records.
      kernel.report()
      read(&kernel, &machine, &follower, pieces: 64)
      compare(follower, kernel.truth)
      compared += 1
    }
    #expect(compared > 400)
    #expect(kernel.hasLost != isRoomy)
    #expect(isRoomy ? follower.presses == kernel.presses : follower.presses < kernel.presses)
    machine.release(time: 0) { follower.take($0) }
    follower.finish()
    #expect(follower.keys.isEmpty && follower.fingers.isEmpty)
  }

  @Test(
    "Whatever records come, nothing is told that cannot be",
    arguments: 1...40 as ClosedRange<UInt64>)
  func bearsAnything(seed: UInt64) {
    var random = RandomSource(seed: seed)
    var kind = Kind.screen(slots: random.pick(0, 1, 3, 100))
    kind.capabilities = [.touch, .keyboard, .pointer]
    kind.x = EvdevRange(minimum: .min, maximum: .max)
    var machine = EvdevMachine(kind)
    var follower = Follower()
    for _ in 0..<2_000 {
      let record = EvdevRecord(
        kind: random.pick(0, 1, 3, 3, 3, 2, 4, .max),
        code: random.pick(
          0, 0, 1, 2, 3, 30, 0x110, EvdevCode.slot, EvdevCode.slotX, EvdevCode.slotY,
          EvdevCode.tracking, EvdevCode.touch, .random(in: 0 ... .max, using: &random)),
        value: number(&random), time: random.pick(0, .min, .max))
      if machine.take(record, mapping: Self.pixels, tell: { follower.take($0) }) {
        machine.resynchronize(any(&random), time: 0, mapping: Self.pixels) { follower.take($0) }
      }
      follower.finish()
    }
    #expect(follower.touches > 2)
    machine.release(time: 0) { follower.take($0) }
    follower.finish()
    #expect(follower.keys.isEmpty && follower.fingers.isEmpty)
  }

  private func read(
    _ kernel: inout EvdevKernel, _ machine: inout EvdevMachine, _ follower: inout Follower,
    pieces: Int
  ) {
    while !kernel.isEmpty {
      for record in kernel.read(pieces) {
        let mustAsk = machine.take(record, mapping: Self.pixels) { follower.take($0) }
        follower.finish()
        guard mustAsk else { continue }
        _ = kernel.read(.max)
        machine.resynchronize(kernel.state(), time: 0, mapping: Self.pixels) { follower.take($0) }
        follower.finish()
        // The rest of what was read is older.
        break
      }
    }
  }

  private func compare(_ follower: Follower, _ truth: EvdevState) {
    let keys = truth.keys.members.filter { $0 != EvdevCode.touch }
    #expect(follower.keys == Set(keys.map { UInt32($0) }))
    var fingers: [Int32: TouchPoint] = [:]
    for index in truth.touches.indices where truth.touches[index] >= 0 {
      // A step of the axis is a pixel; the touch that a screen for one finger knows is 0.
      fingers[truth.touches[index] == 0 ? -1 : Int32(index)] = TouchPoint(
        x: Double(truth.x[index]), y: Double(truth.y[index]))
    }
    #expect(follower.fingers == fingers)
  }

  private func any(_ random: inout RandomSource) -> EvdevState {
    var state = EvdevState()
    for code: UInt16 in [1, 30, 0x110] where random.once(in: 2) { state.keys[code] = true }
    state.slot = number(&random)
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      state.touches.append(number(&random))
      state.x.append(number(&random))
      state.y.append(number(&random))
    }
    return state
  }

  private func number(_ random: inout RandomSource) -> Int32 {
    random.pick(-1, 0, 1, 2, 3, 7, 99, 100, .min, .max)
  }
}
