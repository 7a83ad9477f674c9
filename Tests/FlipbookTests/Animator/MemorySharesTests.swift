import TestSupport
import Testing

@testable import Flipbook

@Suite("Shares of a budget") struct MemorySharesTests {
  typealias Claim = MemoryShares.Claim

  @Test(
    "everyone the least first, then equal shares, as far as they are of use",
    arguments: [
      (100, [], []),
      (0, [Claim(least: 10, most: 20)], [0]),
      (100, [Claim(least: 10, most: 20)], [100]),
      (100, [Claim(least: 10, most: 20, limit: 30)], [30]),
      (100, [Claim(least: 10, most: 200), Claim(least: 10, most: 200)], [50, 50]),
      (100, [Claim(least: 10, most: 200), Claim(least: 10, most: 20)], [80, 20]),
      (100, [Claim(least: 70, most: 200), Claim(least: 10, most: 90)], [70, 30]),
      // Too little for all: who came first.
      (100, [Claim(least: 70, most: 90), Claim(least: 60, most: 60)], [70, 30]),
      (100, [Claim(least: 120, most: 120), Claim(least: 60, most: 60)], [100, 0]),
      // More than all can use.
      (100, [Claim(least: 10, most: 20), Claim(least: 10, most: 30)], [50, 50]),
      (100, [Claim(least: 10, most: 20), Claim(least: 10, most: 80)], [20, 80]),
      (100, [Claim(least: 10, most: 20, limit: 20), Claim(least: 10, most: 30)], [20, 80]),
      (100, [Claim(least: 10, most: 20, limit: -5), Claim(least: 10, most: 30)], [0, 100]),
    ] as [(Int, [Claim], [Int])])
  func table(budget: Int, claims: [Claim], shares: [Int]) {
    #expect(MemoryShares.allot(budget, among: claims) == shares)
  }

  @Test("never more than there is, and nothing left while somebody can use it", arguments: 1...50)
  func random(seed: UInt64) {
    var random = RandomSource(seed: seed)
    for _ in 0..<40 {
      let budget = Int.random(in: 0...1 << Int.random(in: 0...40, using: &random), using: &random)
      let claims = (0..<Int.random(in: 1...9, using: &random)).map { _ in
        let least = Int.random(in: 0...max(1, budget / 2), using: &random)
        return Claim(
          least: least, most: least + Int.random(in: 0...budget, using: &random),
          limit: random.once(in: 4) ? Int.random(in: 0...budget, using: &random) : .max)
      }
      let shares = MemoryShares.allot(budget, among: claims)
      let sum = shares.reduce(0, +)
      #expect(shares.count == claims.count && shares.allSatisfy { $0 >= 0 })
      #expect(sum <= budget)
      let isAllFull = zip(shares, claims).allSatisfy { $0 >= min($1.most, $1.limit) }
      // Rounding leaves less than a byte for each.
      #expect(isAllFull || sum > budget - claims.count)
      if claims.reduce(0, { $0 + $1.least }) <= budget {
        #expect(zip(shares, claims).allSatisfy { $0 >= min($1.least, $1.limit) })
      }
    }
  }

  @Test("halved at each shortage, doubled after each quiet time") func relief() {
    var relief = MemoryRelief()
    let quiet = MemoryRelief.quietTime
    #expect(relief.nextCalm == nil && relief.budget(of: 1000) == 1000)
    relief.press(at: 5)
    relief.press(at: 7)
    #expect(relief.budget(of: 1000) == 250 && relief.nextCalm == 7 + quiet)
    var grown = [relief.calm(at: 6 + quiet), relief.calm(at: 7 + quiet)]
    #expect(grown == [false, true])
    #expect(relief.budget(of: 1000) == 500 && relief.nextCalm == 7 + 2 * quiet)
    grown = [relief.calm(at: 9 + 2 * quiet), relief.calm(at: .max)]
    #expect(grown == [true, false])
    #expect(relief.budget(of: 1000) == 1000 && relief.nextCalm == nil)
    for _ in 0..<100 { relief.press(at: 1) }
    #expect(relief.budget(of: 1 << 40) == 1 << 24)
  }
}
