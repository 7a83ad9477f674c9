import TestSupport
import Testing

@testable import KMS

@Suite("Events of several CRTCs in one file")
struct EventRouterTests {
  private func event(_ crtc: UInt32, _ number: UInt64) -> FlipEvent {
    FlipEvent(crtc: crtc, sequence: 1, timestamp: 5000, userData: number)
  }

  @Test(
    "reach the CRTC of their flip, with its number, told of that CRTC or not", arguments: 0..<100)
  func random(seed: UInt64) {
    var random = RandomSource(seed: seed)
    let crtcs: [UInt32] = [40, 41, 42]
    // A kernel tells of all CRTCs, or of none.
    let tells = Bool.random(using: &random)
    var router = EventRouter()
    for (index, crtc) in crtcs.enumerated() { router.open(crtc, number: index + 1) }
    var counts: [UInt32: UInt64] = [:]
    var pending: [UInt32: UInt64] = [:]
    var queue: [FlipEvent] = []
    var expected: [UInt32: [UInt64]] = [:]
    for _ in 0..<300 {
      guard let crtc = crtcs.randomElement(using: &random) else { return }
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        guard pending[crtc] == nil else { continue }
        // The one that takes a display over has the highest of all numbers.
        let number = random.once(in: 20) ? .max : counts[crtc, default: 0] + 1
        counts[crtc, default: 0] += 1
        pending[crtc] = number
        queue.append(event(tells ? crtc : 0, router.marked(number, on: crtc)))
        router.note(flip: number, on: crtc)
        expected[crtc, default: []].append(number)
      case 2:
        queue.shuffle(using: &random)
        router.sort(queue, time: 9)
        queue = []
        pending = [:]
      default:
        let got = router.take(crtc)
        #expect(got.allSatisfy { $0.crtc == crtc })
        var left = expected[crtc] ?? []
        for event in got {
          #expect(left.first == event.userData)
          left.removeFirst()
        }
        expected[crtc] = left
        #expect(router.firstTime(crtc) == nil)
      }
    }
  }

  @Test("of a screen that is gone are nobody's, and not taken for those of the next")
  func gone() {
    var router = EventRouter()
    router.open(40, number: 1)
    let old = router.marked(1, on: 40)
    router.note(flip: 1, on: 40)
    router.close(40)
    router.sort([event(40, old), event(0, old)], time: 9)
    #expect(router.take(40) == [])
    router.open(40, number: 2)
    router.note(flip: 1, on: 40)
    router.sort([event(40, old), event(0, old)], time: 9)
    #expect(router.firstTime(40) == 9)
    #expect(router.take(40).map(\.userData) != [1])
    router.sort([event(0, router.marked(1, on: 40))], time: 10)
    #expect(router.take(40).map(\.userData) == [1])
  }
}
