/// Which CRTC feeds which output, so that as many outputs as can be have one.
///
/// Pure. An output that comes first in the order is never left without for the sake of a later one; of all
/// ways to serve the same outputs, the one of least cost is taken.
struct CRTCAssignment {
  /// By output, the index of its CRTC; nil where none is left over.
  private(set) var crtcs: [Int?] = []

  private let costs: [[Int?]]
  private var holders: [Int?]

  /// Solves an assignment.
  ///
  /// - Parameter costs: by output and by CRTC, what it is to bring the two together; nil where they cannot
  ///   be. All outputs have the same number of CRTCs.
  init(costs: [[Int?]]) {
    self.costs = costs
    holders = Array(repeating: nil, count: costs.first?.count ?? 0)
    for output in costs.indices { admit(output) }
    crtcs = costs.indices.map { output in holders.firstIndex(of: output) }
  }

  /// Finds a CRTC for one more output along the cheapest chain of outputs that move to another one.
  private mutating func admit(_ output: Int) {
    // The least cost of freeing each CRTC for the newcomer, and who moves there from where.
    var distances = costs[output]
    var origins = [Int?](repeating: nil, count: holders.count)
    // What is served at least cost has no cycle that would pay, so that this many rounds are enough.
    for _ in holders.indices {
      for (from, holder) in holders.enumerated() {
        guard let holder, let distance = distances[from], let kept = costs[holder][from] else {
          continue
        }
        for (to, cost) in costs[holder].enumerated() {
          guard let cost, to != from else { continue }
          let sum = distance + cost - kept
          guard distances[to].map({ sum < $0 }) ?? true else { continue }
          distances[to] = sum
          origins[to] = from
        }
      }
    }
    let free = holders.indices.filter { holders[$0] == nil && distances[$0] != nil }
    guard var place = free.min(by: { (distances[$0] ?? .max) < (distances[$1] ?? .max) }) else {
      return
    }
    while let origin = origins[place] {
      holders[place] = holders[origin]
      place = origin
    }
    holders[place] = output
  }
}
