import FlipbookTesting
import KMS
import Linux
import Pixels

/// A simulated card of 64x48 on a virtual clock, and the calls that tests make again and again.
final class SmallCard {
  let clock = VirtualClock(start: 5_000_000_000)
  let device: FakeKMSDevice
  let size = PixelSize(width: 64, height: 48)

  init(
    _ profile: FakeProfile = .vblank, refresh: FakeRefreshRate = FakeRefreshRate(60),
    change: (inout FakeDisplayConfiguration) -> Void = { _ in }
  ) {
    var configuration = FakeDisplayConfiguration(
      size: size, refresh: refresh, profile: profile)
    change(&configuration)
    device = FakeKMSDevice(configuration: configuration, clock: clock)
  }

  func crtc(_ index: Int = 0) throws -> UInt32 { try device.resources().crtcs[index] }
  func connector(_ index: Int = 0) throws -> UInt32 { try device.resources().connectors[index] }

  func mode(_ index: Int = 0) throws -> DisplayMode {
    try device.connector(connector(index), probing: false).modes[0]
  }

  /// A buffer with a framebuffer, of the size of the screen unless told otherwise.
  func picture(
    width: Int = 64, height: Int = 48, format: PixelFormat = .xrgb8888
  ) throws -> Drawn {
    let buffer = try device.createDumbBuffer(
      width: UInt32(width), height: UInt32(height),
      bitsPerPixel: UInt32(format.bytesPerPixel * 8))
    let framebuffer = try device.addFramebuffer(
      size: PixelSize(width: width, height: height), format: format, buffer: buffer)
    return Drawn(buffer: buffer, framebuffer: framebuffer)
  }

  struct Drawn {
    var buffer: DumbBufferInfo
    var framebuffer: UInt32
  }

  func show(_ picture: Drawn) throws {
    try device.setCRTC(
      crtc(), framebuffer: picture.framebuffer, x: 0, y: 0, connectors: [connector()],
      mode: mode())
  }

  func flip(to picture: Drawn, userData: UInt64 = 0) throws {
    try device.pageFlip(crtc: crtc(), framebuffer: picture.framebuffer, userData: userData)
  }

  func turnOff() throws {
    try device.setCRTC(crtc(), framebuffer: 0, x: 0, y: 0, connectors: [], mode: nil)
  }

  /// Moves the clock to the next event and takes it.
  func nextEvents() throws -> [FlipEvent] {
    guard let time = device.nextEventTime else { return [] }
    clock.advance(to: time)
    return try device.readEvents()
  }

  /// Fills a picture's memory.
  func fill(_ picture: Drawn, with byte: UInt8) throws {
    let memory = try device.mapDumbBuffer(picture.buffer)
    for index in memory.indices { memory[index] = byte }
    device.unmapDumbBuffer(memory)
  }
}

/// The errno that a call is refused with; nil where it is granted.
func refusal(of call: () throws -> Void) -> Errno? {
  do {
    try call()
    return nil
  } catch {
    return error as? Errno ?? Errno(rawValue: -1)
  }
}
