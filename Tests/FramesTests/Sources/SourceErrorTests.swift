import Frames
import Glibc
import Testing

@Suite("Sources that give no frames", .timeLimit(.minutes(1)))
struct SourceErrorTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func error(_ source: String) throws -> SourceError {
    let caught = #expect(throws: SourceError.self) { try FrameSource.open(source) }
    let error = try #require(caught)
    #expect(error.description.hasSuffix("."))
    return error
  }

  @Test("What is not there is named")
  func missing() throws {
    for name in ["nothing", "nothing/more", "nothing/*.png", "no*.png", "nothing/f%d.png"] {
      let error = try error("\(scratch.path)/\(name)")
      #expect(error.kind == .missing)
      #expect(error.description.contains("\(scratch.path)/no"))
    }
    #expect(try error("").kind == .missing)
  }

  @Test("A link that leads nowhere or to itself")
  func links() throws {
    try scratch.makeLink("gone", to: "nowhere")
    try scratch.makeLink("loop", to: "loop")
    #expect(try error("\(scratch.path)/gone").description.contains("link that leads nowhere"))
    let loop = try error("\(scratch.path)/loop")
    #expect(loop.kind == .unreadable)
    #expect(loop.description.contains("errno 40"))
  }

  @Test("A folder without pictures says what it passed over")
  func empty() throws {
    #expect(try error(scratch.path).kind == .empty)
    try scratch.write("notes.txt", ScratchFolder.text)
    let error = try error(scratch.path)
    #expect(error.kind == .empty)
    #expect(error.description.contains("notes.txt: not a PNG or JPEG"))
  }

  @Test("Pipes and devices are refused, not waited for")
  func notFiles() throws {
    try scratch.makePipe("pipe")
    #expect(try error("\(scratch.path)/pipe").description.contains("a named pipe"))
    #expect(try error("/dev/null").description.contains("a device"))
    #expect(try error("\(scratch.path)/pip*").kind == .empty)
  }

  @Test("A file that is no picture", arguments: [ScratchFolder.text, []])
  func notAPicture(bytes: [UInt8]) throws {
    #expect(try error(try scratch.write("picture.png", bytes)).kind == .notAPicture)
  }

  @Test("What may not be read says so and what to look at", .enabled(if: geteuid() != 0))
  func unreadable() throws {
    let path = try scratch.write("secret.png")
    chmod(path, 0)
    let error = try error(path)
    #expect(error.kind == .unreadable)
    #expect(error.description.contains("errno 13"))
    #expect(error.description.contains("ls -ld"))
  }

  @Test(
    "A pattern that cannot be understood",
    arguments: ["f%", "f%s.png", "f%x", "f%d-%d", "f%%", "50%.png", "f%-4d", "f%1234d", "%ld"])
  func badPattern(name: String) throws {
    let error = try error("\(scratch.path)/\(name)")
    #expect(error.kind == .badPattern)
    #expect(error.description.contains("\(scratch.path)/\(name)"))
  }

  @Test("A pattern of the wrong padding is put right in the message")
  func suggestsPadding() throws {
    try scratch.write("frame_0001.png")
    let error = try error("\(scratch.path)/frame_%d.png")
    #expect(error.description.contains("frame_0001.png is there"))
    #expect(error.description.contains("\(scratch.path)/frame_%04d.png"))
  }

  @Test("Holes too large to be held are refused before they take memory")
  func hugeHole() throws {
    try scratch.write("f1.png")
    try scratch.write("f\(Int.max).png")
    #expect(try error("\(scratch.path)/f%d.png").kind == .badPattern)
    #expect(try FrameSource.open(scratch.path).frames.count == 2)
  }

  @Test("Numbers beyond every integer are played in order without one")
  func hugeNumbers() throws {
    try scratch.write("f1.png")
    try scratch.write("f99999999999999999999999999.png")
    let sequence = try FrameSource.open(scratch.path)
    #expect(sequence.frames.map(\.number) == [1, nil])
  }
}
