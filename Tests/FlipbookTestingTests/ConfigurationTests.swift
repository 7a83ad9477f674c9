import FlipbookTesting
import KMS
import Linux
import Pixels
import Testing

/// What `--display fake:` takes, and clocks.
@Suite struct ConfigurationTests {
  @Test(arguments: [
    ("1920x1080@60", 1920, 1080, FakeRefreshRate(60)), ("800x600", 800, 600, FakeRefreshRate(60)),
    ("1280X720@59.94", 1280, 720, FakeRefreshRate(60_000, per: 1001)),
    ("640x480@999.999999", 640, 480, FakeRefreshRate(999_999_999, per: 1_000_000)),
    ("640x480@0.01", 640, 480, FakeRefreshRate(1, per: 100)),
    ("16x8192@23.976", 16, 8192, FakeRefreshRate(24_000, per: 1001)),
    ("320x200@12.5", 320, 200, FakeRefreshRate(25, per: 2)),
  ])
  func sizesAndRatesAreRead(text: String, width: Int, height: Int, rate: FakeRefreshRate) throws {
    let mode = try #require(try FakeDisplayConfiguration.parse(text).outputs.first?.modes.first)
    #expect(Int(mode.timing.hdisplay) == width && Int(mode.timing.vdisplay) == height)
    #expect(mode.refresh == rate)
  }

  @Test(arguments: [
    "", "1920", "1920x", "x1080", "axb", "1920x1080x3", "1920x1080@", "1920x1080@sixty",
    "1920x1080@60@60", "15x100", "100x8193", "9999999999999999999x5", "640x480@0", "640x480@0.001",
    "640x480@1001", "640x480@-60", "-640x480", "640x480@60.1234567", "640x480@.", "64 x48",
  ])
  func anythingElseIsASentenceThatNamesIt(text: String) {
    do throws(FakeDisplayError) {
      _ = try FakeDisplayConfiguration.parse(text)
      Issue.record("\(text) was taken")
    } catch {
      #expect(error.description.contains("\"\(text)\""))
      #expect(error.description.hasSuffix("."))
    }
  }

  @Test(arguments: [
    (FakeRefreshRate(60), "60"), (FakeRefreshRate(60_000, per: 1001), "59.94"),
    (FakeRefreshRate(1, per: 100), "0.01"), (FakeRefreshRate(25, per: 2), "12.5"),
    (FakeRefreshRate(24_000, per: 1001), "23.976"),
  ])
  func ratesDescribeThemselves(rate: FakeRefreshRate, text: String) {
    #expect(rate.description == text)
    #expect(FakeRefreshRate(text) == rate)
  }

  @Test func theDefaultIsOneConnectedDisplay() throws {
    let device = FakeKMSDevice(configuration: FakeDisplayConfiguration(), clock: VirtualClock())
    let resources = try device.resources()
    let connector = try device.connector(resources.connectors[0], probing: true)
    #expect(connector.name == "Virtual-1" && connector.status == .connected)
    #expect(connector.modes.map(\.name) == ["1920x1080"])
    #expect(connector.currentEncoder == resources.encoders[0], "the console is lit")
    #expect(device.path == "simulated display 1920x1080@60")
    #expect(device.eventDescriptor == nil && device.hasDumbBuffers && device.isMaster)
    #expect(try device.primaryFormats(crtc: resources.crtcs[0])?.contains(.xrgb8888) == true)
    #expect(refusal { _ = try device.connector(1, probing: false) } == .notFound)
    #expect(refusal { _ = try device.encoder(1) } == .notFound)
    #expect(refusal { _ = try device.crtc(1) } == .notFound)
  }

  @Test func aVirtualClockNeverGoesBack() {
    let clock = VirtualClock(start: 100)
    clock.advance(to: 50)
    #expect(clock.now == 100)
    clock.advance(to: 150)
    clock.advance(by: 7)
    clock.advance(by: -20)
    #expect(clock.now == 157 && clock.isVirtual)
  }
}
