import FlipbookTesting
import KMS
import Linux
import Pixels
import Testing
import Timing

@testable import Flipbook

@Suite("Formats by what a display scans out") struct FormatChoiceTests {
  private let size = PixelSize(width: 48, height: 32)

  /// What was scanned out, and what was logged.
  private func play(
    _ format: FormatRequest, on formats: [PixelFormat],
    _ change: (inout PlayerConfiguration) -> Void
  ) throws -> (pictures: [[UInt8]], log: [String]) {
    var card = FakeDisplayConfiguration(size: size)
    card.formats = formats
    card.consoleIsLit = false
    let device = FakeKMSDevice(configuration: card, clock: VirtualClock())
    var pictures: [[UInt8]] = []
    var log: [String] = []
    device.onScanOut = { picture in pictures.append(picture.bitmap().withBytes { Array($0) }) }
    var configuration = PlayerConfiguration()
    configuration.repeatCount = .times(1)
    configuration.format = format
    change(&configuration)
    _ = try Player(configuration: configuration, device: device) { log.append($0) }.run()
    return (pictures, log)
  }

  @Test("auto is rgb565 on a panel that has nothing else, for frames and for scenes, and says so")
  func automatic() throws {
    let logo = try Fixture()
    try logo.write(
      PNGEncoder.encode(TestCard.draw(frame: 0, of: 1, size: PixelSize(width: 9, height: 7))),
      name: "logo.png")
    let changes: [(inout PlayerConfiguration) -> Void] = [
      { _ in },
      {
        $0.overlays = [
          PlayerConfiguration.Overlay(
            picture: logo.file("logo.png"), x: .fromStart(3), y: .fromStart(2))
        ]
      },
    ]
    for change in changes {
      let asked = try play(.rgb565, on: [.rgb565], change)
      let chosen = try play(.automatic, on: [.rgb565], change)
      #expect(!asked.pictures.isEmpty)
      #expect(asked.pictures.first?.count == size.width * size.height * 2)
      #expect(chosen.pictures == asked.pictures)
      let reason = "Format rgb565 is used: Virtual-1 does not scan out xrgb8888."
      #expect(chosen.log.contains(reason))
      #expect(!asked.log.contains(reason))
      let usual = try play(.automatic, on: [.rgb565, .xrgb8888], change)
      #expect(usual.pictures.first?.count == size.width * size.height * 4)
      #expect(!usual.log.contains(reason))
    }
  }

  @Test("without it, a panel without xrgb8888 is refused with the option that helps")
  func fixed() {
    let error = #expect(throws: PlayerError.self) {
      _ = try play(.xrgb8888, on: [.rgb565]) { $0.displayPatience = 0 }
    }
    #expect(error?.sentences.first?.hasSuffix("it takes rgb565: try --format.") == true)
  }
}
