extension TimingPlot {
  /// Sizes of the drawing in pixels.
  enum Layout {
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

  func header(height: Int) -> String {
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

  func footer(at y: Int, isWhole: Bool) -> String {
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
