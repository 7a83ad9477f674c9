/// The candidate that a mistyped word was most likely meant to be; nil if none is near.
///
/// Near is at most three slips (a letter more, less, other, or two swapped), fewer in short words.
/// Of equally near ones, the first.
public func closest(to word: String, in candidates: [String]) -> String? {
  let typed = Array(word.lowercased())
  let allowed = min(3, max(1, typed.count / 2))
  var best: (distance: Int, candidate: String)?
  for candidate in candidates {
    let distance = slips(typed, Array(candidate.lowercased()))
    if distance <= allowed, distance < best?.distance ?? .max { best = (distance, candidate) }
  }
  return best?.candidate
}

/// The end of a message: " Did you mean “fps”?", or nothing if no candidate is near.
public func didYouMean(_ word: String, in candidates: [String]) -> String {
  closest(to: word, in: candidates).map { " Did you mean “\($0)”?" } ?? ""
}

/// How many slips make one word of the other: the edit distance with swapped neighbours.
private func slips(_ first: [Character], _ second: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...second.count)
  for row in first.indices {
    var current = [row + 1]
    for column in second.indices {
      let isSame = first[row] == second[column]
      var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      current.append(cost)
    }
    beforeLast = last
    last = current
  }
  return last[second.count]
}
