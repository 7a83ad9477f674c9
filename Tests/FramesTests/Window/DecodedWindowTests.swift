import Pixels
import Testing
import Timing

@testable import Frames

@Suite("Files through the window", .timeLimit(.minutes(1)))
struct DecodedWindowTests {
  private static let layout = FrameLayout(screen: PixelSize(width: 16, height: 8), fit: .stretch)

  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Writes a picture of one gray.
  private func write(_ name: String, gray: UInt8, width: Int = 16) throws {
    var bitmap = Bitmap(size: PixelSize(width: width, height: 8), format: .xrgb8888)
    bitmap.withMutableBytes { bytes in
      for place in bytes.indices { bytes[place] = gray }
    }
    try scratch.write(name, PNGEncoder.encode(bitmap))
  }

  @Test("A folder's frames come as their pictures; a bad one is named with its trouble")
  func plays() throws {
    for number in 0..<6 { try write("f\(number).png", gray: UInt8(number * 20)) }
    try scratch.write("f3.png", ScratchFolder.png)
    let sequence = try FrameSource.open(scratch.path)
    let bell = Bell()
    let window = FrameWindow(
      sequence: sequence, layout: Self.layout, budget: 1 << 20, wake: { bell.ring() })
    var shown: [UInt8?] = []
    for index in sequence.frames.indices {
      window.setPlayhead(PlayheadPlan(index: index))
      shown.append(bell.waitForPicture(window, index))
    }
    #expect(shown == [0, 20, 40, nil, 80, 100])
    let notices = window.collect()
    #expect(notices.count == 1)
    guard case .badFrame(3, "f3.png", let reason)? = notices.first else {
      Issue.record("\(notices)")
      return
    }
    #expect(reason.hasPrefix("is truncated"))
  }

  @Test("A report counts sizes, kinds, holes, bad files and what the window holds")
  func report() throws {
    for number in [0, 1, 2, 5, 6] { try write("f\(number).png", gray: 9) }
    try write("f7.png", gray: 9, width: 32)
    try scratch.write("f8.png", ScratchFolder.text)
    try scratch.write("notes", ScratchFolder.text)
    let sequence = try FrameSource.open(scratch.path)
    var progress: [Int] = []
    let report = SequenceReport(of: sequence, layout: Self.layout, budget: 1 << 20) {
      progress.append($0)
    }
    #expect(progress == Array(1...7))
    #expect(report.frames == 7 && report.files == 7)
    #expect(report.holes == [3...4])
    #expect(
      report.sizes == [
        .init(size: PixelSize(width: 16, height: 8), files: 5),
        .init(size: PixelSize(width: 32, height: 8), files: 1),
      ])
    #expect(report.kinds == [.init(kind: .png, files: 6)])
    #expect(report.badFrames.map(\.name) == ["f8.png"])
    #expect(report.badFrames.first?.index == 6)
    #expect(report.decodedBytes == 6 * 16 * 8 * 4)
    #expect(report.heldFiles == 6 && report.fitsBudget)
    #expect(report.passedOver == ["notes: not a PNG or JPEG"])
  }

  @Test("Damage in the pixels is found when they are checked")
  func checksPixels() throws {
    try write("f0.png", gray: 1)
    var bitmap = Bitmap(size: PixelSize(width: 16, height: 8), format: .xrgb8888)
    bitmap.withMutableBytes { bytes in
      for place in bytes.indices { bytes[place] = UInt8(truncatingIfNeeded: place * place) }
    }
    let whole = PNGEncoder.encode(bitmap)
    try scratch.write("f1.png", Array(whole.prefix(whole.count / 2)))
    let sequence = try FrameSource.open(scratch.path)
    let quick = SequenceReport(of: sequence, layout: Self.layout, budget: 1 << 20)
    #expect(quick.badFrames.isEmpty)
    let thorough = SequenceReport(
      of: sequence, layout: Self.layout, budget: 1 << 20, checksPixels: true)
    #expect(thorough.badFrames.map(\.name) == ["f1.png"])
  }

  @Test("A budget below the sequence holds what it holds at the worst place")
  func heldFiles() throws {
    for number in 0..<10 { try write("f\(number).png", gray: 9) }
    let sequence = try FrameSource.open(scratch.path)
    let large = SequenceReport(of: sequence, layout: Self.layout, budget: 1 << 20)
    let transient = large.peakBytes - 16 * 8 * 4
    let small = SequenceReport(
      of: sequence, layout: Self.layout, budget: transient + 3 * 16 * 8 * 4 + 5)
    #expect(small.heldFiles == 3 && !small.fitsBudget)
    let none = SequenceReport(of: sequence, layout: Self.layout, budget: 100)
    #expect(none.badFrames.count == 10 && none.heldFiles == 0)
  }
}
