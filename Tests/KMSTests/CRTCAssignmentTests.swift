import TestSupport
import Testing

@testable import KMS

@Suite("CRTCs for several outputs")
struct CRTCAssignmentTests {
  /// What the best way costs, with those outputs served that have to be; found by trying all ways.
  private func best(_ costs: [[Int?]]) -> (served: [Bool], cost: Int) {
    var best: (served: [Bool], cost: Int) = (costs.map { _ in false }, 0)
    func isBetter(_ one: [Bool], _ cost: Int) -> Bool {
      for (new, old) in zip(one, best.served) where new != old { return new }
      return cost < best.cost
    }
    func place(_ output: Int, _ used: Set<Int>, _ served: [Bool], _ cost: Int) {
      guard output < costs.count else {
        if isBetter(served, cost) { best = (served, cost) }
        return
      }
      place(output + 1, used, served + [false], cost)
      for (crtc, price) in costs[output].enumerated() where !used.contains(crtc) {
        if let price { place(output + 1, used.union([crtc]), served + [true], cost + price) }
      }
    }
    place(0, [], [], 0)
    return best
  }

  @Test("is the cheapest of all ways, the first named first", arguments: 0..<400)
  func random(seed: UInt64) {
    var random = RandomSource(seed: seed)
    let outputs = Int.random(in: 1...5, using: &random)
    let crtcs = Int.random(in: 1...5, using: &random)
    let density = Int.random(in: 2...4, using: &random)
    let costs = (0..<outputs).map { _ in
      (0..<crtcs).map { _ in
        random.once(in: density) ? nil : random.pick(0, 1, 1, 1, 100, 10_001)
      }
    }
    let found = CRTCAssignment(costs: costs).crtcs
    let expected = best(costs)
    #expect(found.map { $0 != nil } == expected.served)
    let used = found.compactMap(\.self)
    #expect(Set(used).count == used.count)
    var sum = 0
    for (output, crtc) in found.enumerated() {
      guard let crtc else { continue }
      guard let cost = costs[output][crtc] else {
        Issue.record("output \(output) cannot have CRTC \(crtc)")
        continue
      }
      sum += cost
    }
    #expect(sum == expected.cost)
  }

  @Test("nothing asks for nothing")
  func none() {
    #expect(CRTCAssignment(costs: []).crtcs == [])
    #expect(CRTCAssignment(costs: [[], []]).crtcs == [nil, nil])
  }
}
