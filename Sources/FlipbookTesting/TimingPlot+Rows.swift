extension TimingPlot {
  /// Vblanks in a row of bars.
  static let rowLength: UInt64 = 120
  /// Rows drawn at most; where there are more, the first third and those with trouble.
  static let rowLimit = 60

  /// A row of bars: which vblanks, and the pieces of frames in them.
  struct Row {
    var firstVblank: UInt64
    var pieces: [Shown] = []
    /// Rows passed over before this one.
    var skipped: UInt64 = 0
  }

  /// The rows to draw, and how many follow that are not drawn.
  func rows() -> (drawn: [Row], leftOut: UInt64) {
    guard let firstVblank else { return ([], 0) }
    let total = (endVblank - firstVblank + Self.rowLength - 1) / Self.rowLength
    let shown = shown
    let chosen = choose(from: shown, total: total)
    var rows: [Row] = []
    var positions: [UInt64: Int] = [:]
    var next: UInt64 = 0
    for number in chosen {
      positions[number] = rows.count
      let start = firstVblank + number * Self.rowLength
      rows.append(Row(firstVblank: start, skipped: number - next))
      next = number + 1
    }
    for piece in shown {
      let last = max(piece.firstVblank, piece.end &- 1)
      for number in rowNumber(earliest(of: piece))...rowNumber(last) {
        guard let position = positions[number] else { continue }
        rows[position].pieces.append(piece)
      }
    }
    return (rows, total - next)
  }

  private func choose(from shown: [Shown], total: UInt64) -> [UInt64] {
    guard total > UInt64(Self.rowLimit) else { return Array(0..<total) }
    var chosen = Set(0..<UInt64(Self.rowLimit / 3))
    for piece in shown where piece.isTrouble && chosen.count < Self.rowLimit {
      chosen.insert(rowNumber(earliest(of: piece)))
      chosen.insert(rowNumber(piece.firstVblank))
    }
    return chosen.sorted()
  }

  /// The first vblank that a piece marks: where it was due.
  private func earliest(of piece: Shown) -> UInt64 {
    let overdue = UInt64(max(0, piece.overdue))
    let start = firstVblank ?? 0
    return piece.firstVblank - start > overdue ? piece.firstVblank - overdue : start
  }

  private func rowNumber(_ vblank: UInt64) -> UInt64 {
    (vblank - (firstVblank ?? 0)) / Self.rowLength
  }
}
