import Frames
import Glibc
import Testing

@Suite("Finding a source's frames", .timeLimit(.minutes(1)))
struct FrameSourceTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func names(_ sequence: FrameSequence) -> [String] { sequence.frames.map(\.name) }

  @Test("A folder plays in natural order, whatever is in it besides")
  func folder() throws {
    try scratch.write(pictures: [
      "progress-10.png", "progress-2.png", "progress-0999", "progress-1000",
    ])
    try scratch.write("progress-1.png", ScratchFolder.jpeg)
    try scratch.write("notes.txt", ScratchFolder.text)
    try scratch.write("empty.dat", [])
    try scratch.write(".hidden.png")
    try scratch.makeFolder("more.png")
    try scratch.makePipe("pipe.png")
    try scratch.makeLink("loop.png", to: "loop.png")
    try scratch.makeLink("gone.png", to: "nowhere")
    try scratch.makeLink("progress-3.png", to: "progress-2.png")
    let sequence = try FrameSource.open(scratch.path)
    #expect(
      names(sequence) == [
        "progress-1.png", "progress-2.png", "progress-3.png", "progress-10.png", "progress-0999",
        "progress-1000",
      ])
    #expect(sequence.frames.map(\.number) == [1, 2, 3, 10, 999, 1000])
    #expect(sequence.name == scratch.path)
    let passedOver = Set(sequence.passedOver)
    #expect(passedOver.count == 6)
    #expect(
      passedOver.isSuperset(of: [
        "notes.txt: not a PNG or JPEG", "empty.dat: empty", "more.png: a folder",
        "pipe.png: a named pipe",
      ]))
    #expect(
      try FrameSource.open(scratch.path + "/").frames
        == sequence.frames.map {
          FrameReference(path: $0.path, number: $0.number)
        })
  }

  @Test("A damaged file among numbered frames keeps its place", arguments: [0, 1, 3])
  func damagedMember(place: Int) throws {
    for number in 0..<4 {
      try scratch.write("f\(number).png", number == place ? [] : ScratchFolder.png)
    }
    let sequence = try FrameSource.open(scratch.path)
    #expect(sequence.frames.map(\.number) == [0, 1, 2, 3])
    #expect(sequence.passedOver == [])
  }

  @Test("Numbered files that are no pictures are passed over together")
  func numberedOthers() throws {
    for number in 0..<70 { try scratch.write("log-\(number)", ScratchFolder.text) }
    try scratch.write("frame.png")
    let sequence = try FrameSource.open(scratch.path)
    #expect(names(sequence) == ["frame.png"])
    #expect(sequence.passedOver == ["log-0 and 69 numbered like it: not a PNG or JPEG"])
  }

  @Test("Holes in a folder's numbers are reported, and played as neighbours")
  func folderHoles() throws {
    try scratch.write(pictures: [1, 2, 5, 6, 7, 9].map { "f\($0).png" })
    #expect(try FrameSource.open(scratch.path).holes == [3...4, 8...8])
    #expect(try FrameSource.open(scratch.path).frames.compactMap(\.number) == [1, 2, 5, 6, 7, 9])
    let held = try FrameSource.open(scratch.path, holes: .hold)
    #expect(
      names(held) == [
        "f1.png", "f2.png", "f2.png", "f2.png", "f5.png", "f6.png", "f7.png", "f7.png", "f9.png",
      ])
    #expect(held.frames.compactMap(\.number) == Array(1...9))
    #expect(try FrameSource.open(scratch.path, holes: .stop).frames.count == 2)
  }

  @Test("Numbers that count in steps, or that are times, have no holes")
  func stepsAreNoHoles() throws {
    try scratch.write(pictures: (1...9).map { "s\($0 * 10).png" })
    try scratch.write(pictures: ["shot 2024-01-02 10-11.png", "shot 2024-01-03 11-15.png"])
    let sequence = try FrameSource.open(scratch.path)
    #expect(sequence.holes == [])
    #expect(sequence.frames.count == 11)
  }

  @Test("A pattern begins at the first number that is there, and holds over holes")
  func pattern() throws {
    try scratch.write(pictures: ["frame_0012.png", "frame_0013.png", "frame_0016.png"])
    try scratch.write(pictures: [
      "frame_12.png", "frame_10000.png", "frame_012345.png", "other.png",
    ])
    let sequence = try FrameSource.open("\(scratch.path)/frame_%04d.png", holes: .skip)
    #expect(sequence.frames.compactMap(\.number) == [12, 13, 16, 10_000])
    #expect(sequence.holes == [14...15, 17...9999])
    let held = try FrameSource.open("\(scratch.path)/frame_%04d.png")
    #expect(held.frames.count == 9989)
    #expect(
      held.frames.prefix(5).map(\.name) == [
        "frame_0012.png", "frame_0013.png", "frame_0013.png", "frame_0013.png", "frame_0016.png",
      ])
    let stopped = try FrameSource.open("\(scratch.path)/frame_%04d.png", holes: .stop)
    #expect(stopped.frames.compactMap(\.number) == [12, 13])
    #expect(try FrameSource.open("\(scratch.path)/frame_%d.png").frames[0].number == 12)
  }

  @Test("A pattern may number folders, and spell a percent sign")
  func patternInFolder() throws {
    for number in 1...3 {
      try scratch.makeFolder("100%-\(number)")
      try scratch.write("100%-\(number)/still.jpg", ScratchFolder.jpeg)
    }
    try scratch.makeFolder("100%-4")
    let sequence = try FrameSource.open("\(scratch.path)/100%%-%d/still.jpg")
    #expect(sequence.frames.map(\.path) == (1...3).map { "\(scratch.path)/100%-\($0)/still.jpg" })
    #expect(sequence.frames.map(\.number) == [1, 2, 3])
  }

  @Test("A glob plays in natural order")
  func glob() throws {
    try scratch.write(pictures: ["a10.png", "a9.png", "b1.png", "a1.png"])
    try scratch.write("a2.txt", ScratchFolder.text)
    let sequence = try FrameSource.open("\(scratch.path)/a[0-9]*")
    #expect(names(sequence) == ["a1.png", "a9.png", "a10.png"])
    #expect(sequence.passedOver.count == 1)
    #expect(names(try FrameSource.open("\(scratch.path)/?1.png")) == ["a1.png", "b1.png"])
  }

  @Test("A name that exists is taken as it is", arguments: ["a%d.png", "a*.png", "[b]?.png", "%"])
  func literalFirst(name: String) throws {
    try scratch.write(pictures: ["a1.png", "a2.png", "b1.png", name])
    #expect(names(try FrameSource.open("\(scratch.path)/\(name)")) == [name])
  }

  @Test("One file is a sequence of one")
  func singleFile() throws {
    let sequence = try FrameSource.open(try scratch.write("frame-0007.jp2", ScratchFolder.jpeg))
    #expect(sequence.frames.map(\.number) == [7])
  }
}
