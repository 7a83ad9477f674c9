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

  private enum Layout {
    static let left = 112
    static let bar = 8
    static let width = left + 120 * bar + 40
    static let header = 148
    static let rowHeight = 56
    static let barHeight = 30
    static let repeatHeight = 20
    static let noteHeight = 28
    static let footer = 64
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

  // MARK: - Header and footer

  private func header(height: Int) -> String {
    let seconds = Double(endVblank - (firstVblank ?? 0)) / refresh
    let vblanks = endVblank - (firstVblank ?? 0)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Layout.width)" height="\(height)" \
      viewBox="0 0 \(Layout.width) \(height)">
      <style>
      text{font:12px "Inter","DejaVu Sans",sans-serif;fill:#c9d1dc}
      .title{font-size:20px;font-weight:600;fill:#f4f6f9}
      .dim{fill:#7f8a99;font-size:11px}
      .time{text-anchor:end;font-weight:600}
      .tick{fill:#5d6776;font-size:9px;text-anchor:middle}
      .axis{stroke:#39424f;stroke-width:1;fill:none}
      .even{fill:#4fb3bf}.odd{fill:#3a6ea5}.late{fill:#f0525f}.dropped{fill:#f5b642}
      </style>
      <rect width="100%" height="100%" fill="#15181e"/>
      <text x="28" y="40" class="title">\(title.escapedForXML)</text>
      <text x="28" y="62" class="dim">\(subtitle.escapedForXML)</text>
      \(legend(at: 92, seconds: seconds, vblanks: vblanks))
      """
  }

  private func legend(at y: Int, seconds: Double, vblanks: UInt64) -> String {
    let entries: [(kind: String, text: String)] = [
      ("even odd", "\(framesShown.counted("frame")) shown"),
      ("late", "\(framesLate) late"),
      ("dropped", "\(framesDropped) dropped"),
    ]
    var text = ""
    var x = 28
    for entry in entries {
      for kind in entry.kind.split(separator: " ") {
        text +=
          kind == "dropped"
          ? "<path class=\"dropped\" d=\"M\(x) \(y - 9)h10l-5 9z\"/>"
          : "<rect class=\"\(kind)\" x=\"\(x)\" y=\"\(y - 10)\" width=\"10\" height=\"11\"/>"
        x += 12
      }
      text += "<text x=\"\(x + 4)\" y=\"\(y)\">\(entry.text)</text>\n"
      x += 28 + entry.text.count * 7
    }
    return text + """
      <text x="\(x)" y="\(y)" class="dim">\(vblanks.counted("vblank")) in \
      \(seconds.text(decimals: 2)) s at \(refresh.shortText) Hz</text>
      <text x="28" y="\(y + 22)" class="dim">\(holdText)</text>

      """
  }

  /// "On screen for 2 vblanks: 598 frames; for 3: 1".
  private var holdText: String {
    let ranked = holds.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
    guard !ranked.isEmpty else { return "" }
    let named = ranked.prefix(5).map { "\($0.key.counted("vblank")): \($0.value)×" }
    let rest = ranked.dropFirst(5).reduce(0) { $0 + $1.value }
    return "Time on screen: " + named.joined(separator: ", ")
      + (rest > 0 ? ", others: \(rest)×" : "")
  }

  private func footer(at y: Int, isWhole: Bool) -> String {
    var text = """
      <text x="28" y="\(y + 24)" class="dim">A bar is one vblank, the tall one a frame's first; \
      the colour changes with the frame. Red: a frame was due and the one before it still up. \
      Left: seconds, and the vblank's number.</text>

      """
    if !isWhole {
      text += """
        <text x="28" y="\(y + 42)" class="dim">Drawn are the first \(Self.rowLimit / 3) rows, then \
        rows with late or dropped frames, \(Self.rowLimit) in all; the counts above are of the \
        whole run.</text>

        """
    }
    return text
  }
}
