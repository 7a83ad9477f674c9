import FlipbookTesting
import KMS
import Linux
import Pixels
import Synchronization
import Testing

/// A real clock as code meets it: each look at it is later than the last.
private final class PassingClock: LoopClock {
  private let time = Mutex<Int64>(1_000_000_000)
  var now: Int64 {
    time.withLock { time in
      time += 700
      return time
    }
  }
  var isVirtual: Bool { true }
  func advance(to time: Int64) { self.time.withLock { $0 = max($0, time) } }
}

@Suite("A display that was dark") struct DarkStartTests {
  @Test("shows the picture of its mode set from the first vblank on, while time passes")
  func firstVblank() throws {
    var configuration = try FakeDisplayConfiguration.parse("64x48@60")
    configuration.consoleIsLit = false
    let device = FakeKMSDevice(configuration: configuration, clock: PassingClock())
    let resources = try device.resources()
    let connector = try device.connector(resources.connectors[0], probing: false)
    let buffer = try device.createDumbBuffer(width: 64, height: 48, bitsPerPixel: 32)
    let framebuffer = try device.addFramebuffer(
      size: .init(width: 64, height: 48), format: .xrgb8888, buffer: buffer)
    try device.setCRTC(
      resources.crtcs[0], framebuffer: framebuffer, x: 0, y: 0, connectors: [connector.id],
      mode: connector.modes[0])
    let sample = try device.vblank(crtc: resources.crtcs[0])
    #expect(device.scanOut.last?.firstVblank == sample.sequence)
    #expect(device.scanOut.last.map { abs($0.time - sample.timestamp) < 1000 } == true)
  }
}
