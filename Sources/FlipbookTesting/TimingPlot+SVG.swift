extension TimingPlot {
  /// The plot as an SVG document of bounded size: at most 60 rows of 120 vblanks.
  public func svg() -> String {
    let (rows, leftOut) = rows()
    var y = Layout.header
    var body = ""
    for row in rows {
      if row.skipped > 0 {
        body += note(at: y + 12, skipped: row.skipped)
        y += Layout.noteHeight
      }
      body += drawing(of: row, at: y)
      y += Layout.rowHeight
    }
    if leftOut > 0 {
      body += note(at: y + 12, skipped: leftOut)
      y += Layout.noteHeight
    }
    if rows.isEmpty {
      body += "<text x=\"\(Layout.left)\" y=\"\(y + 12)\" class=\"dim\">Nothing was shown.</text>\n"
      y += Layout.noteHeight
    }
    let isWhole = leftOut == 0 && rows.allSatisfy { $0.skipped == 0 }
    return header(height: y + Layout.footer) + body + footer(at: y, isWhole: isWhole) + "</svg>\n"
  }

  // MARK: - Rows

  private func drawing(of row: Row, at top: Int) -> String {
    let base = top + Layout.barHeight
    let seconds = Double(row.firstVblank - (firstVblank ?? 0)) / refresh
    var text = """
      <text x="\(Layout.left - 14)" y="\(base - 12)" class="time">\(seconds.text(decimals: 2)) s</text>
      <text x="\(Layout.left - 14)" y="\(base + 1)" class="dim" text-anchor="end">\
      \(row.firstVblank)</text>
      <path class="axis" d="M\(Layout.left) \(base + 2)h\(120 * Layout.bar)"/>

      """
    for tick in stride(from: 10, through: 110, by: 10) {
      let x = Layout.left + tick * Layout.bar
      text += "<path class=\"axis\" d=\"M\(x) \(base + 2)v3\"/>"
      text += "<text x=\"\(x)\" y=\"\(base + 15)\" class=\"tick\">+\(tick)</text>\n"
    }
    for piece in row.pieces { text += bars(of: piece, in: row, base: base) }
    // Marks last: the frame that was still up is drawn over by what was due.
    for piece in row.pieces where piece.isTrouble {
      text += marks(of: piece, in: row, base: base)
    }
    return text
  }

  private func bars(of piece: Shown, in row: Row, base: Int) -> String {
    let columns = columns(piece.firstVblank, piece.end, in: row)
    guard !columns.isEmpty else { return "" }
    var path = ""
    for column in columns {
      let isFirst = row.firstVblank + UInt64(column) == piece.firstVblank
      path += bar(column, height: isFirst ? Layout.barHeight : Layout.repeatHeight, base: base)
    }
    let count = piece.end - piece.firstVblank
    let seconds = Double(piece.firstVblank - (firstVblank ?? 0)) / refresh
    let kind = piece.frame.isMultiple(of: 2) ? "even" : "odd"
    return """
      <path class="\(kind)" d="\(path)"><title>Frame \(piece.frame): \
      \(count.counted("vblank")) from \(piece.firstVblank), at \(seconds.text(decimals: 3)) s\
      </title></path>

      """
  }

  private func marks(of piece: Shown, in row: Row, base: Int) -> String {
    var text = ""
    let overdue = UInt64(max(0, piece.overdue))
    let due = piece.firstVblank - min(overdue, piece.firstVblank - (firstVblank ?? 0))
    let columns = columns(due, piece.firstVblank, in: row)
    if !columns.isEmpty {
      let path = columns.map { bar($0, height: Layout.barHeight, base: base) }.joined()
      text += """
        <path class="late" d="\(path)"><title>Frame \(piece.frame) was due at vblank \(due) and \
        came \(overdue.counted("vblank")) late</title></path>

        """
    }
    if piece.dropped > 0, piece.firstVblank >= row.firstVblank,
      piece.firstVblank < row.firstVblank + Self.rowLength
    {
      let x = Layout.left + Int(piece.firstVblank - row.firstVblank) * Layout.bar
      text += """
        <path class="dropped" d="M\(x - 4) \(base - Layout.barHeight - 8)h8l-4 7z"><title>\
        \(piece.dropped.counted("frame")) dropped before frame \(piece.frame)</title></path>

        """
    }
    return text
  }

  /// The columns of a row that the vblanks from `first` up to `end` take.
  private func columns(_ first: UInt64, _ end: UInt64, in row: Row) -> Range<Int> {
    let from = max(first, row.firstVblank)
    let to = min(end, row.firstVblank + Self.rowLength)
    guard from < to else { return 0..<0 }
    return Int(from - row.firstVblank)..<Int(to - row.firstVblank)
  }

  private func bar(_ column: Int, height: Int, base: Int) -> String {
    "M\(Layout.left + column * Layout.bar) \(base)v-\(height)h\(Layout.bar - 1)v\(height)z"
  }

  private func note(at y: Int, skipped: UInt64) -> String {
    let length = Double(skipped * Self.rowLength) / refresh
    return """
      <text x="\(Layout.left)" y="\(y)" class="dim">… \(skipped.counted("row")) \
      (\(length.text(decimals: 1)) s) left out …</text>

      """
  }
}
