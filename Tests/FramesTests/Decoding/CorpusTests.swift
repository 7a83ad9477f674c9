import Frames
import Glibc
import Pixels
import Testing

/// Where the public corpus lies.
private enum Corpus {
  static let folder = getenv("FLIPBOOK_CORPUS").map { String(cString: $0) }
}

/// The public corpus, where the environment names it: files that other programs wrote.
@Suite(.enabled(if: Corpus.folder != nil, "FLIPBOOK_CORPUS names no folder"))
struct CorpusTests {
  private func names(in subfolder: String) -> [String] {
    guard let folder = Corpus.folder, let stream = opendir("\(folder)/\(subfolder)") else {
      return []
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The pixels of a picture at its own size, over a colour that none of them has alone.
  private func pixels(_ name: String) throws(DecodeError) -> [UInt32] {
    let path = "\(Corpus.folder ?? "")/\(name)"
    let decoder = FrameDecoder()
    let header = try decoder.header(path: path)
    let layout = FrameLayout(
      screen: header.size, background: Color(red: 10, green: 200, blue: 90))
    return try decoder.decode(path: path, layout: layout, memoryLimit: 64 << 20)
      .picture.bitmap.words
  }

  @Test func pngsuiteIsReadButForItsBrokenFiles() {
    let files = names(in: "pngsuite").filter { $0.hasSuffix(".png") }
    #expect(files.count > 150)
    for name in files {
      if name.hasPrefix("x") {
        #expect(throws: DecodeError.self, "\(name)") { try pixels("pngsuite/\(name)") }
      } else {
        #expect(throws: Never.self, "\(name)") { try pixels("pngsuite/\(name)") }
      }
    }
  }

  @Test func interlacedFilesShowWhatTheirTwinsShow() throws {
    var pairs = 0
    let files = names(in: "pngsuite").filter { $0.hasSuffix(".png") }
    for name in files where name.hasPrefix("bas") || name.hasPrefix("s") {
      var letters = Array(name)
      guard letters[3] == "i" else { continue }
      letters[3] = "n"
      let twin = String(letters)
      guard files.contains(twin) else { continue }
      #expect(try pixels("pngsuite/\(name)") == pixels("pngsuite/\(twin)"), "\(name)")
      pairs += 1
    }
    #expect(pairs >= 30)
  }

  @Test(arguments: [
    ["basn2c16", "oi1n2c16", "oi2n2c16", "oi4n2c16", "oi9n2c16"],
    ["basn0g16", "oi1n0g16", "oi2n0g16", "oi4n0g16", "oi9n0g16"],
    ["z00n2c08", "z03n2c08", "z06n2c08", "z09n2c08"],
  ])
  func chunksAndCompressionDoNotChangePixels(_ names: [String]) throws {
    let first = try pixels("pngsuite/\(names[0]).png")
    for name in names.dropFirst() {
      #expect(try pixels("pngsuite/\(name).png") == first, "\(name)")
    }
  }

  @Test(arguments: ["misc", "wuffs", "wuffs/artificial-png", "wuffs/artificial-jpeg"])
  func whateverIsInAFileGivesAFrameOrASentence(_ subfolder: String) {
    for name in names(in: subfolder) {
      do throws(DecodeError) {
        #expect(try !pixels("\(subfolder)/\(name)").isEmpty)
      } catch {
        #expect(error.problem.contains(" "), "\(name)")
        if name.contains("truncated"), !name.hasSuffix(".gif") {
          guard case .truncated = error.reason else {
            Issue.record("\(name) \(error.problem)")
            continue
          }
        }
      }
    }
  }
}
