import KMS

extension PlayerConfiguration {
  /// The outputs that are named, in order; nil where all are meant.
  var outputNames: [String]? {
    guard case .named(let names) = outputs else { return nil }
    return names
  }

  /// Where an output is named, after all others where it is not; nil where none is.
  func place(of output: String) -> Int? {
    guard let names = outputNames else { return nil }
    return names.firstIndex { $0.lowercased() == output.lowercased() } ?? names.count
  }

  /// Pictures and plots of another output than the first have its name in theirs.
  mutating func nameObservations(after output: String) {
    capture = capture.map { "\($0)/\(output)" }
    contactSheet = contactSheet.map { Self.name($0, output) }
    timingPlot = timingPlot.map { Self.name($0, output) }
  }

  /// "sheet.png" becomes "sheet-HDMI-A-2.png".
  private static func name(_ path: String, _ output: String) -> String {
    let folder = path.lastIndex(of: "/") ?? path.startIndex
    guard let dot = path[folder...].lastIndex(of: "."), dot > folder else {
      return "\(path)-\(output)"
    }
    return "\(path[..<dot])-\(output)\(path[dot...])"
  }
}
