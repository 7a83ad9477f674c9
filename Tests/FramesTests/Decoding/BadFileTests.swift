import Frames
import Glibc
import Pixels
import TestSupport
import Testing

@Suite struct BadFileTests {
  private let layout = FrameLayout(screen: PixelSize(width: 4, height: 4))

  private func problem(_ path: String, memoryLimit: Int = 1 << 20) -> String {
    do throws(DecodeError) {
      _ = try FrameDecoder().decode(path: path, layout: layout, memoryLimit: memoryLimit)
      return "none"
    } catch {
      #expect(error.description == "\(path) \(error.problem)")
      return error.problem
    }
  }

  private func problem(_ bytes: [UInt8], memoryLimit: Int = 1 << 20) -> String {
    TemporaryFile(bytes).use { path in problem(path, memoryLimit: memoryLimit) }
  }

  @Test func whatIsNotAFileIsNamed() {
    #expect(problem("/no/such/file.png") == "cannot be read: No such file or directory (errno 2)")
    #expect(problem("/") == "is not a regular file; give a PNG or JPEG file")
    #expect(problem("/dev/null") == "is not a regular file; give a PNG or JPEG file")
  }

  @Test func aPipeWithoutAWriterIsNotWaitedFor() {
    TemporaryFile([]).use { path in
      unlink(path)
      #expect(mkfifo(path, 0o600) == 0)
      #expect(problem(path) == "is not a regular file; give a PNG or JPEG file")
    }
  }

  @Test func whatIsNotAPictureIsTold() {
    #expect(problem([]) == "is empty; was it written to its end?")
    #expect(
      problem(Array("hello, this is text".utf8))
        == "is not a picture that Flipbook reads (PNG or JPEG)")
    #expect(
      problem(Array("GIF89a...".utf8))
        == "is a GIF picture, which Flipbook does not read; convert it to PNG or JPEG")
  }

  @Test func theBudgetIsNamedInSizes() {
    let fixture = PNGFixture(width: 600, height: 2, depth: 8, colorType: 0, isInterlaced: true) {
      _, _ in [9]
    }
    let problem = problem(fixture.bytes, memoryLimit: 64 << 10)
    #expect(problem.hasPrefix("is 600x2: decoding needs "))
    #expect(problem.hasSuffix("KiB, the budget is 64 KiB; raise --budget or use a smaller picture"))
  }

  @Test func metadataWithoutEndIsNotReadToItsEnd() {
    let fixture = PNGFixture(width: 4, height: 4, depth: 8, colorType: 0) { _, _ in [9] }
    // A comment of two gigabytes, of which the file has five megabytes.
    let comment: [UInt8] = [0x7f, 0xff, 0xff, 0xff] + Array("tEXt".utf8)
    let bytes = fixture.bytes.prefix(33) + comment + [UInt8](repeating: 0x61, count: 5 << 20)
    #expect(
      problem(Array(bytes), memoryLimit: 1 << 30)
        == "has no picture in its first 4 MiB; write it again without its metadata")
  }

  @Test func metadataLargerThanTheFirstReadIsPassedOver() throws {
    let fixture = PNGFixture(width: 4, height: 4, depth: 8, colorType: 0) { x, y in [x * 4 + y] }
    var bytes = fixture.bytes
    let text = Array("Comment".utf8) + [0] + [UInt8](repeating: 0x61, count: 100_000)
    bytes.insert(contentsOf: PNGFixture.chunk("tEXt", text), at: 33)
    let frame = try TemporaryFile(bytes).use { path in
      try FrameDecoder().decode(path: path, layout: layout, memoryLimit: 1 << 20)
    }
    #expect(frame.picture.bitmap.words[6] == 0xff09_0909)
  }

  @Test func oneDecoderGoesOnAfterABadFile() throws {
    let decoder = FrameDecoder()
    func decode(_ bytes: [UInt8]) throws -> [UInt32] {
      try TemporaryFile(bytes).use { path in
        try decoder.decode(path: path, layout: layout, memoryLimit: 1 << 20).picture.bitmap.words
      }
    }
    let good = JPEGFixture.slope(width: 4, height: 4)
    let before = try decode(good)
    #expect(throws: DecodeError.self) {
      try decode(Array(JPEGFixture.slope(width: 40, height: 40).prefix(700)))
    }
    #expect(try decode(good) == before)
  }
}
