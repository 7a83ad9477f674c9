/// A line of a scene file that says something.
struct SceneLine: Sendable {
  /// Its number, from 1.
  let number: Int
  /// What stands on it; at least one word.
  let tokens: [SceneToken]
}

/// A statement: a line that begins at the margin, and the indented lines that carry it on.
struct SceneStatement: Sendable {
  let lines: [SceneLine]

  /// The line that it begins on.
  var number: Int { lines[0].number }
}

/// A file taken apart into statements, and what could not be.
struct SceneStatements {
  /// How many statements a file may have; each can become a layer.
  static let most = 1000

  private(set) var list: [SceneStatement] = []
  private(set) var complaints: [(line: Int, complaint: SceneComplaint)] = []
  private var opened: [SceneLine] = []
  /// Whether the statement that would be carried on was not understood.
  private var isBroken = false
  private var isTooLong = false

  /// Takes a text apart.
  ///
  /// Lines end with LF, CR LF or CR, the last one need not; a byte order mark is passed over.
  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    var number = 0
    while !rest.isEmpty {
      number += 1
      let line = rest.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
      rest = rest.dropFirst(line.count)
      if rest.popFirst() == UInt8(ascii: "\r"), rest.first == UInt8(ascii: "\n") {
        rest = rest.dropFirst()
      }
      let isIndented = line.first.map(Self.isBlank) ?? true
      do throws(SceneComplaint) {
        try add(line, number: number, isIndented: isIndented)
      } catch {
        // What carries on a line that was not understood would be taken for another statement's.
        if !isIndented { isBroken = true }
        // Whoever tells them tells no more than that.
        if complaints.count <= SceneFileErrors.most { complaints.append((number, error)) }
      }
    }
    close()
  }

  private mutating func add(
    _ line: ArraySlice<UInt8>, number: Int, isIndented: Bool
  ) throws(SceneComplaint) {
    // Whatever stands in a comment at the margin, it says nothing.
    if line.first == UInt8(ascii: "#") { return }
    if !isIndented {
      close()
      isBroken = false
    }
    try Self.check(line)
    let tokens = try SceneToken.list(of: line)
    guard !tokens.isEmpty, !isBroken else { return }
    if isIndented, opened.isEmpty {
      throw SceneComplaint(
        "expected a statement at the margin; an indented line carries on the one above it.")
    }
    opened.append(SceneLine(number: number, tokens: tokens))
  }

  private mutating func close() {
    let lines = opened
    guard let first = lines.first else { return }
    opened = []
    if list.count < Self.most {
      list.append(SceneStatement(lines: lines))
    } else if !isTooLong {
      isTooLong = true
      let complaint = SceneComplaint("expected no more than \(Self.most) statements in a file.")
      complaints.append((first.number, complaint))
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func check(_ line: ArraySlice<UInt8>) throws(SceneComplaint) {
    if line.contains(0) {
      throw SceneComplaint("expected text; there is a NUL byte in this line.")
    }
    guard let control = line.first(where: { $0 < 0x20 && $0 != UInt8(ascii: "\t") || $0 == 0x7F })
    else {
      guard String(validating: line, as: UTF8.self) != nil else {
        throw SceneComplaint("expected text in UTF-8; save the file in that encoding.")
      }
      return
    }
    throw SceneComplaint("expected text; there is a control character (\(control)) in this line.")
  }
}
