internal import Linux

/// Gathers candidates, puts them in order, and keeps those that are pictures.
struct SequenceGathering {
  private struct Candidate {
    let path: String
    let name: String
    var number: Int?
    var family = 0
  }

  private var candidates: [Candidate] = []
  private var passedOver: [String]

  init(passedOver: [String] = []) { self.passedOver = passedOver }

  /// Whether nothing at all was found, pictures or others.
  var isEmpty: Bool { candidates.isEmpty && passedOver.isEmpty }

  /// Adds a file that may be a frame.
  ///
  /// - Parameters:
  ///   - path: where it can be opened.
  ///   - name: what it is ordered by and called in messages.
  ///   - kind: what it is where that is known; nil looks.
  mutating func add(path: String, name: String, kind: FileKind?) {
    do throws(Errno) {
      let kind = if let kind { kind } else { try FileProbe.kind(of: path) }
      if kind == .regular {
        candidates.append(Candidate(path: path, name: name))
      } else {
        passedOver.append("\(name): \(kind.rawValue)")
      }
    } catch {
      passedOver.append("\(name): \(error)")
    }
  }

  /// The sequence of what was added.
  ///
  /// - Parameters:
  ///   - name: the source as the user gave it.
  ///   - described: how a sentence begins that speaks of it.
  ///   - holes: what becomes of missing numbers.
  consuming func sequence(
    name: String, described: String, holes policy: HolePolicy
  ) throws(SourceError) -> FrameSequence {
    candidates = NaturalOrder.order(of: candidates.map(\.name)).map { candidates[$0] }
    var families: [[UInt8]: Int] = [:]
    var members: [[Int]] = []
    for position in candidates.indices {
      let key = NameFamily.key(of: candidates[position].name)
      let family = families[key, default: members.count]
      if family == members.count {
        families[key] = family
        members.append([])
      }
      members[family].append(position)
      candidates[position].family = family
    }
    var kept = Array(repeating: true, count: members.count)
    var counted = kept
    var holes: [ClosedRange<Int>] = []
    for (family, positions) in members.enumerated() {
      kept[family] = keepsFamily(positions)
      guard kept[family] else { continue }
      let numbering = NameFamily(positions.map { candidates[$0].name })
      for (position, number) in zip(positions, numbering.numbers) {
        candidates[position].number = number
      }
      counted[family] = numbering.isCounted
      holes += numbering.holes
    }
    let pictures = candidates.filter { kept[$0.family] }
    guard !pictures.isEmpty else { throw .empty(described, passedOver: passedOver) }
    let frames = pictures.map { FrameReference(path: $0.path, number: $0.number) }
    let played = policy.applied(to: frames) { position in
      let family = pictures[position].family
      return counted[family] && pictures[position - 1].family == family
    }
    guard let played else {
      throw SourceError(
        .badPattern,
        "\(described) has holes of more than \(HolePolicy.frameLimit) frames in its numbers; "
          + "give a folder or a glob, which play the files as neighbours.")
    }
    return FrameSequence(name: name, frames: played, holes: holes, passedOver: passedOver)
  }

  /// Whether one of a family is a picture; otherwise says why none is.
  private mutating func keepsFamily(_ positions: [Int]) -> Bool {
    var complaint: String?
    // Thousands of numbered logs among the frames must not delay the first picture.
    for position in positions.prefix(64) {
      guard let itsComplaint = PictureSignature.complaint(aboutFile: candidates[position].path)
      else { return true }
      complaint = complaint ?? itsComplaint
    }
    guard let complaint else { return false }
    let name = candidates[positions[0]].name
    let others = positions.count > 1 ? " and \(positions.count - 1) numbered like it" : ""
    passedOver.append("\(name)\(others): \(complaint)")
    return false
  }
}
