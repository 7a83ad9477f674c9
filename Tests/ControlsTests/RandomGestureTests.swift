import Controls
import Pixels
import TestSupport
import Testing

/// Thousands of random touches, judged by looking at the whole of each gesture afterwards.
@Suite struct RandomGestureTests {
  /// What a finger did between down and lift.
  struct Finger {
    var slot: Int32
    var downTime: Int64
    var upTime: Int64 = 0
    var farthest = 0.0
    var isCancelled = false
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func agreesWithHindsight(seed: UInt64) {
    var generator = RandomSource(seed: seed)
    var recognizer = GestureRecognizer(screen: PixelSize(width: 250, height: 250))
    var time: Int64 = 0
    var present: [Int32: Finger] = [:]
    var finished: [Finger] = []
    var seen = 0
    for _ in 0..<4_000 {
      time += Int64.random(in: 0...120, using: &generator)
      var input: RawInput
      var ended: Int32?
      let isCrowded = present.count >= Int.random(in: 1...3, using: &generator)
      let slot = present.keys.sorted().randomElement(using: &generator)
      if let slot, isCrowded || Bool.random(using: &generator) {
        switch Int.random(in: 0..<20, using: &generator) {
        case 0:
          present[slot]?.isCancelled = true
          input = cancel(slot, at: time)
          ended = slot
        case 1...4:
          let distance = Double.random(in: 0...11, using: &generator)
          input = move(slot, distance, 0, at: time)
          let before = present[slot]?.farthest ?? 0
          present[slot]?.farthest = max(distance, before)
        default:
          input = up(slot, at: time)
          ended = slot
        }
      } else {
        let free = (0...3 as ClosedRange<Int32>).first { present[$0] == nil } ?? 3
        input = down(free, at: time)
        present[free] = Finger(slot: free, downTime: time)
      }
      var gestures = recognizer.take(input)
      #expect(gestures == [])
      if let frame = frame(after: input) { gestures += recognizer.take(frame) }

      if let ended, var finger = present.removeValue(forKey: ended) {
        finger.upTime = time
        finished.append(finger)
      }
      var expected: [Gesture] = []
      if present.isEmpty, !finished.isEmpty {
        expected = hindsight(finished)
        finished = []
      }
      #expect(gestures == expected)
      seen += gestures.count
    }
    #expect(seen > 20)
  }

  private func hindsight(_ fingers: [Finger]) -> [Gesture] {
    let start = fingers.map(\.downTime).min() ?? 0
    let isGood = fingers.allSatisfy {
      !$0.isCancelled && $0.farthest <= 10 && $0.upTime - $0.downTime <= 500
        && $0.downTime - start <= 300
    }
    switch fingers.count {
    case 1 where isGood: return [.tap]
    case 2 where isGood: return [.twoFingerTap]
    default: return []
    }
  }
}
