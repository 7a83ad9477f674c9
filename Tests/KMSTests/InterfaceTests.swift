import FlipbookTesting
import KMS
import Linux
import Pixels
import TestSupport
import Testing

@Suite("The kernel's two ways of setting modes")
struct InterfaceTests {
  private func configuration(
    _ change: (inout FakeDisplayConfiguration) -> Void = { _ in }
  ) -> FakeDisplayConfiguration {
    var configuration = FakeDisplayConfiguration(size: ScreenTests.small)
    change(&configuration)
    return configuration
  }

  @Test("atomic commits are used where they are to be had, and the older calls otherwise")
  func chooses() throws {
    #expect(try Stage(configuration(), .automatic).screen.interface == .atomic)
    let asked = try Stage(configuration(), .legacy)
    #expect(asked.screen.interface == .legacy)
    for card in [
      configuration { $0.isAtomic = false }, configuration { $0.tellsFormats = false },
    ] {
      let stage = try Stage(card, .automatic)
      #expect(stage.screen.interface == .legacy)
      #expect(stage.screen.interfaceReason.contains("older"))
      guard case .shown = stage.show(1) else {
        Issue.record("no picture")
        continue
      }
      #expect(stage.show(2) == .submitted)
      let error = #expect(throws: DisplayError.self) { _ = try Stage(card, .atomic) }
      #expect(error?.message.hasSuffix("Use --kms legacy.") == true)
    }
  }

  @Test("a timing of the user's own is set, listed or not", arguments: [KMSInterface].both)
  func customTiming(interface: KMSInterface) throws {
    let mode = try ModeRequest.parse("33 800 840 888 1056 480 493 496 525")
    let stage = try Stage(configuration(), interface, request: OutputRequest(mode: mode))
    guard case .shown = stage.show(1) else {
      Issue.record("no picture")
      return
    }
    let state = try stage.device.crtc(stage.screen.choice.crtc)
    #expect(state.mode?.hasSameTiming(as: stage.screen.mode) == true)
    #expect(stage.screen.mode.hdisplay == 800 && stage.screen.mode.vtotal == 525)
    #expect(stage.show(2) == .submitted)
    var times: [Int64] = []
    for value in UInt8(3)..<6 {
      times += stage.nextEvents().map(\.timestamp)
      #expect(stage.show(value) == .submitted)
    }
    // 33 MHz by 1056 columns and 525 rows.
    let period = 1e9 * 1056 * 525 / 33e6
    #expect(abs(Double(times[2] - times[0]) - 2 * period) < 3000)
  }

  @Test("a commit names no object of another CRTC: two screens flip side by side")
  func sideBySide() throws {
    let modes = [FakeMode(ScreenTests.small, refresh: FakeRefreshRate(60), isPreferred: true)]
    let card = FakeDisplayConfiguration(outputs: [
      FakeOutput(name: "HDMI-A-1", modes: modes, possibleCRTCs: 1),
      FakeOutput(name: "HDMI-A-2", modes: modes, possibleCRTCs: 2),
    ])
    let clock = VirtualClock()
    let device = FakeKMSDevice(configuration: card, clock: clock)
    let stages = try ["HDMI-A-1", "HDMI-A-2"].map {
      try Stage(on: device, clock, .atomic, request: OutputRequest(output: $0))
    }
    for stage in stages {
      guard case .shown = stage.show(0) else {
        Issue.record("no first picture")
        return
      }
    }
    // Both at once in flight: one that took the other's CRTC in would be busy.
    for stage in stages { #expect(stage.show(1) == .submitted) }
    #expect(stages.allSatisfy { $0.screen.statistics.refusals.isEmpty })
    stages[0].screen.restore()
    #expect(try device.crtc(stages[1].screen.choice.crtc).framebuffer != 0)
  }

  @Test(
    "drivers that copy are told all that changed, and not more than the rectangles said",
    arguments: 0..<8)
  func damage(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let size = Easel.size
    let stage = try Stage(FakeDisplayConfiguration(size: size, profile: .hostCopy), .atomic)
    let all = PixelRectangle(origin: .zero, size: size)
    var canvas = Bitmap(size: size, format: .xrgb8888)
    canvas.fill(all, .black)
    var unsaid = PixelRegion(all)
    var before: [UInt32] = []
    var told = 0
    stage.device.onScanOut = { picture in
      guard !picture.isConsole else { return }
      let bytes = picture.bitmap().withBytes { Array($0) }
      let words = bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
      defer { before = words }
      guard !before.isEmpty, let damage = stage.device.lastDamage else { return }
      told += 1
      for (index, (old, new)) in zip(before, words).enumerated() where old != new {
        let (x, y) = (Int32(index % size.width), Int32(index / size.width))
        #expect(
          damage.contains { $0.x1 <= x && x < $0.x2 && $0.y1 <= y && y < $0.y2 },
          "\(x),\(y) changed and was not told")
      }
    }
    for _ in 0..<80 {
      let part = PixelRectangle(
        x: Int.random(in: 0..<70, using: &random), y: Int.random(in: 0..<50, using: &random),
        width: Int.random(in: 1...9, using: &random),
        height: Int.random(in: 1...9, using: &random))
      canvas.fill(part, Color(word: UInt32.random(in: 0...0xffffff, using: &random)))
      unsaid.add(part)
      // While a flip is in flight too: with one buffer free, or none.
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        if random.once(in: 9) {
          _ = stage.screen.prepare(stage.picture(UInt8.random(in: 0...255, using: &random)))
        } else {
          _ = stage.screen.prepare(canvas: canvas, changed: unsaid)
          unsaid.removeAll()
        }
        _ = stage.screen.show(now: stage.now)
      }
      if Bool.random(using: &random) { _ = stage.nextEvents() }
    }
    #expect(told > 5)
    #expect(stage.device.liveBlobs <= 1)
  }
}
