import Testing
import Timing

@testable import Frames

@Suite("The order in which frames deserve memory")
struct WantedOrderTests {
  static let kinds: [PlayheadPlan.Kind] = [.loop, .bounce, .once]

  @Test("Every frame comes once, by rising rank", arguments: kinds, [1, 2, 3, 7, 30])
  func isComplete(kind: PlayheadPlan.Kind, count: Int) {
    for index in 0..<count {
      for direction in [Direction.forwards, .backwards] {
        let plan = PlayheadPlan(index: index, direction: direction, kind: kind)
        let order = WantedOrder(plan: plan, count: count, lead: 3)
        let listed = Array(order)
        #expect(listed.map(\.frame).sorted() == Array(0..<count))
        #expect(listed.first?.frame == index)
        #expect(zip(listed, listed.dropFirst()).allSatisfy { $0.rank < $1.rank })
        #expect(listed.allSatisfy { order.rank(of: $0.frame) == $0.rank })
      }
    }
  }

  @Test("Steps until a frame is due are what walking there takes", arguments: kinds, [1, 2, 5, 9])
  func stepsAgree(kind: PlayheadPlan.Kind, count: Int) {
    for index in 0..<count {
      for direction in [Direction.forwards, .backwards] {
        let plan = PlayheadPlan(index: index, direction: direction, kind: kind)
        let walk = (0...2 * count).map { plan.index(after: $0, of: count) }
        for frame in 0..<count {
          #expect(plan.steps(until: frame, of: count) == walk.firstIndex(of: frame))
        }
        for steps in walk.indices where walk[steps] != nil {
          let there = plan.advanced(by: steps, of: count)
          #expect(there?.index == walk[steps])
          #expect(
            there?.index(after: 1, of: count) == plan.index(after: steps + 1, of: count))
        }
      }
    }
  }

  @Test("A bounce shows an end frame once")
  func bounceShowsEndsOnce() {
    let plan = PlayheadPlan(index: 0, kind: .bounce)
    #expect((0..<9).map { plan.index(after: $0, of: 4) } == [0, 1, 2, 3, 2, 1, 0, 1, 2])
  }

  @Test("One frame in eight lies behind, once the next few are ahead")
  func shareBehind() {
    let order = WantedOrder(plan: PlayheadPlan(index: 50), count: 200, lead: 3)
    let first = order.prefix(24).map(\.frame)
    #expect(first.prefix(6) == [50, 51, 52, 53, 49, 54])
    #expect(first.filter { $0 < 50 } == [49, 48, 47])
  }
}
