import FlipbookTesting
import KMS
import Linux
import Pixels
import Testing

/// Dumb buffers and framebuffers, and what the kernel refuses of them.
@Suite struct BufferTests {
  @Test(arguments: FakeProfile.allCases)
  func buffersWithoutASizeOrBeyond32BitsAreInvalid(profile: FakeProfile) throws {
    let device = SmallCard(profile).device
    let wrong: [(UInt32, UInt32, UInt32)] = [
      (0, 4, 32), (4, 0, 32), (4, 4, 0), (.max, 1, 32), (1, .max, 32), (.max, .max, .max),
      (65_536, 65_536, 32),
    ]
    for (width, height, bits) in wrong {
      #expect(
        refusal {
          _ = try device.createDumbBuffer(width: width, height: height, bitsPerPixel: bits)
        }
          == .invalidArgument, "\(width)x\(height) of \(bits) bits")
    }
    let narrow = refusal { _ = try device.createDumbBuffer(width: 4, height: 4, bitsPerPixel: 16) }
    #expect(narrow == (profile == .hostCopy ? .invalidArgument : nil))
    let huge = refusal {
      _ = try device.createDumbBuffer(width: 32_000, height: 32_000, bitsPerPixel: 32)
    }
    #expect(huge == (profile == .hostCopy ? .noMemory : nil), "lazy but for host copies")
  }

  @Test(arguments: [(0, 5464), (64, 5504), (256, 5632)])
  func rowsArePaddedAsAsked(padding: Int, pitch: UInt32) throws {
    let card = SmallCard { $0.pitchPadding = padding }
    let info = try card.device.createDumbBuffer(width: 1366, height: 7, bitsPerPixel: 32)
    #expect(info.pitch == pitch)
    #expect(info.size % 4096 == 0 && info.size >= UInt64(pitch) * 7)
  }

  @Test func rowsThatNeedNoPaddingGetSomeWhereItIsAsked() throws {
    let card = SmallCard { $0.pitchPadding = 256 }
    let info = try card.device.createDumbBuffer(width: 1920, height: 1, bitsPerPixel: 32)
    #expect(info.pitch == 7936)
  }

  @Test func memoryEndsAtTheLimitAndComesBack() throws {
    let card = SmallCard { $0.memoryLimit = 3 * 12_288 }
    let pictures = try (0..<3).map { _ in try card.picture() }
    #expect(refusal { _ = try card.picture() } == .noMemory)
    try card.device.destroyDumbBuffer(handle: pictures[1].buffer.handle)
    #expect(refusal { _ = try card.picture() } == nil)
  }

  @Test func theThirdBufferIsDeniedOnRequest() throws {
    let card = SmallCard { $0.faults.deniedBuffers = [3] }
    _ = try card.picture()
    _ = try card.picture()
    #expect(refusal { _ = try card.picture() } == .noMemory)
    #expect(refusal { _ = try card.picture() } == nil)
  }

  @Test func aMappingIsTheSameMemoryEachTimeAndIsCounted() throws {
    let card = SmallCard()
    let picture = try card.picture()
    let first = try card.device.mapDumbBuffer(picture.buffer)
    let second = try card.device.mapDumbBuffer(picture.buffer)
    #expect(first.baseAddress == second.baseAddress)
    #expect(first.allSatisfy { $0 == 0 }, "buffers arrive black")
    first[17] = 99
    #expect(second[17] == 99)
    #expect(card.device.liveMappings == 2)
    card.device.unmapDumbBuffer(first)
    #expect(card.device.liveMappings == 1)
    card.device.unmapDumbBuffer(second)
    #expect(card.device.liveMappings == 0)
  }

  @Test func wrongHandlesAreNamedAsTheKernelDoes() throws {
    let card = SmallCard()
    let picture = try card.picture()
    var wrong = picture.buffer
    wrong.handle = 77
    #expect(refusal { _ = try card.device.mapDumbBuffer(wrong) } == .notFound)
    var long = picture.buffer
    long.size *= 2
    #expect(refusal { _ = try card.device.mapDumbBuffer(long) } == .invalidArgument)
    #expect(refusal { try card.device.destroyDumbBuffer(handle: 77) } == .invalidArgument)
    try card.device.destroyDumbBuffer(handle: picture.buffer.handle)
    #expect(
      refusal { try card.device.destroyDumbBuffer(handle: picture.buffer.handle) }
        == .invalidArgument)
  }

  @Test(arguments: FakeProfile.allCases)
  func framebuffersAreChecked(profile: FakeProfile) throws {
    let card = SmallCard(profile)
    let good = try card.picture().buffer
    let copies = profile == .hostCopy
    func answer(
      _ width: Int = 64, _ height: Int = 48, format: PixelFormat = .xrgb8888,
      change: (inout DumbBufferInfo) -> Void = { _ in }
    ) -> Errno? {
      var buffer = good
      change(&buffer)
      return refusal {
        _ = try card.device.addFramebuffer(
          size: PixelSize(width: width, height: height), format: format, buffer: buffer)
      }
    }
    #expect(answer() == nil)
    #expect(answer(0) == .invalidArgument)
    #expect(answer(64, 0) == .invalidArgument)
    #expect(answer(8193) == .invalidArgument)
    #expect(answer(64, 8193) == .invalidArgument)
    #expect(answer { $0.handle = 0 } == .invalidArgument)
    #expect(answer { $0.handle = 77 } == (copies ? .invalidArgument : .notFound))
    #expect(answer { $0.pitch = 255 } == .invalidArgument)
    #expect(answer { $0.pitch = .max } == .outOfRange)
    #expect(answer(64, 49) == (copies ? nil : .invalidArgument))
    #expect(answer(format: .argb8888) == (copies ? .notFound : .invalidArgument))
  }

  @Test(arguments: FakeProfile.allCases)
  func removingTheFrontTurnsThePlaneOffAndWithoutVblankTheCRTC(profile: FakeProfile) throws {
    let card = SmallCard(profile)
    let picture = try card.picture()
    let other = try card.picture()
    try card.show(picture)
    try card.device.removeFramebuffer(picture.framebuffer)
    let state = try card.device.crtc(card.crtc())
    #expect(state.framebuffer == 0)
    #expect((state.mode == nil) == (profile == .noVblank))
    #expect(refusal { try card.flip(to: other) } == .busy)
    #expect(refusal { try card.device.removeFramebuffer(picture.framebuffer) } == .notFound)
    #expect(refusal { try card.show(other) } == nil)
  }

  @Test(arguments: FakeProfile.allCases)
  func removingTheIncomingPictureWaitsForItAndItsEventComes(profile: FakeProfile) throws {
    let card = SmallCard(profile)
    let pictures = try [card.picture(), card.picture()]
    try card.show(pictures[0])
    try card.flip(to: pictures[1], userData: 5)
    try card.device.removeFramebuffer(pictures[1].framebuffer)
    #expect(try card.device.readEvents().map(\.userData) == [5])
    #expect(try card.device.crtc(card.crtc()).framebuffer == 0)
  }

  @Test func removingTheOldFrontWhileAFlipIsPendingIsHarmless() throws {
    let card = SmallCard()
    let pictures = try [card.picture(), card.picture()]
    try card.show(pictures[0])
    try card.flip(to: pictures[1])
    try card.device.removeFramebuffer(pictures[0].framebuffer)
    #expect(try card.nextEvents().count == 1)
    #expect(try card.device.crtc(card.crtc()).framebuffer == pictures[1].framebuffer)
  }

  @Test func aPictureOutlivesTheHandleOfItsBuffer() throws {
    let card = SmallCard()
    let pictures = try [card.picture(), card.picture()]
    try card.show(pictures[0])
    let memory = try card.device.mapDumbBuffer(pictures[0].buffer)
    try card.device.destroyDumbBuffer(handle: pictures[0].buffer.handle)
    memory[0] = 42
    try card.flip(to: pictures[1])
    _ = try card.nextEvents()
    var seen: UInt8 = 0
    card.device.onScanOut = { seen = $0.withPixels { $0[0] } }
    try card.flip(to: pictures[0])
    _ = try card.nextEvents()
    #expect(seen == 42)
    #expect(card.device.liveBuffers == 1)
    #expect(card.device.liveFramebuffers == 2)
    card.device.unmapDumbBuffer(memory)
  }
}
