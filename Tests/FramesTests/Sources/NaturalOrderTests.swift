import TestSupport
import Testing

@testable import Frames

@Suite("Natural order")
struct NaturalOrderTests {
  @Test(
    "Numbers in names compare by value",
    arguments: [
      ["progress-2", "progress-10"],
      ["frame-0999", "frame-1000", "frame-10000"],
      ["a1", "a01", "a001", "a2"],
      ["a1b1", "a01b1", "a01b2", "a1b3"],
      ["f", "f-1", "f-2", "f10"],
      ["x99999999999999999999999", "x100000000000000000000000"],
      ["1.png", "2.png", "10.png", "a.png"],
    ])
  func order(names: [String]) {
    let shuffled = Array(names.reversed())
    #expect(NaturalOrder.order(of: shuffled).map { shuffled[$0] } == names)
  }

  @Test("It is a total order", arguments: [1, 2, 3] as [UInt64])
  func isTotal(seed: UInt64) {
    var random = RandomSource(seed: seed)
    let letters = ["0", "0", "1", "2", "9", "10", "a", "-", ".", "é"]
    let names = (0..<60).map { _ in
      (0..<Int.random(in: 0...6, using: &random))
        .map { _ in letters.randomElement(using: &random) ?? "" }.joined()
    }
    for first in names {
      for second in names {
        let order = NaturalOrder.compare(first, second)
        #expect(order.signum() == -NaturalOrder.compare(second, first).signum())
        #expect((order == 0) == (first == second))
        guard order < 0 else { continue }
        #expect(NaturalOrder.order(of: [second, first]) == [1, 0])
        for third in names where NaturalOrder.compare(second, third) < 0 {
          if NaturalOrder.compare(first, third) >= 0 {
            Issue.record("\(first) < \(second) < \(third), but not \(first) < \(third)")
          }
        }
      }
    }
  }
}
