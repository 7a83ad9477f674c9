import FlipbookTesting
import KMS
import Linux
import Pixels
import TestSupport
import Testing

@Suite("The way up of a screen") struct OrientationTests {
  private func card(_ panel: PanelOrientation?) -> FakeDisplayConfiguration {
    var card = FakeDisplayConfiguration(size: Easel.size)
    card.outputs[0].panelOrientation = panel
    return card
  }

  private func choice(_ panel: PanelOrientation?, _ rotation: RotationRequest) throws
    -> OutputChoice
  {
    let device = FakeKMSDevice(configuration: card(panel), clock: VirtualClock())
    return try OutputChoice.choose(
      from: CardSnapshot(of: device, probing: true), for: OutputRequest(rotation: rotation))
  }

  @Test("follows the panel unless another is asked for, and says why")
  func choosing() throws {
    let expected: [(PanelOrientation?, Orientation)] = [
      (nil, .upright), (.normal, .upright), (.upsideDown, .half), (.leftSideUp, .threeQuarters),
      (.rightSideUp, .quarter),
    ]
    for (panel, orientation) in expected {
      let followed = try choice(panel, .automatic)
      #expect(followed.orientation == orientation)
      #expect(followed.reasons.count == (orientation == .upright ? 3 : 4))
      let asked = try choice(panel, .fixed(.half))
      #expect(asked.orientation == .half)
    }
    #expect(
      try choice(.leftSideUp, .automatic).reasons.last
        == "Pictures are turned by 270 degrees: the panel of Virtual-1 is built in with its left "
        + "side up.")
    #expect(
      try choice(.rightSideUp, .fixed(.upright)).reasons.last
        == "Pictures are turned by 0 degrees on Virtual-1, though its panel is built in with its "
        + "right side up: that was asked for.")
    let portrait = try choice(.rightSideUp, .automatic)
    #expect(portrait.size == Easel.size)
    #expect(portrait.uprightSize == PixelSize(width: 60, height: 80))
  }

  @Test("a simulated connector has the property where its panel says so")
  func property() throws {
    func property(_ panel: PanelOrientation?) throws -> KMSProperty? {
      let device = FakeKMSDevice(configuration: card(panel), clock: VirtualClock())
      let connector = try device.resources().connectors[0]
      let found = try device.properties(of: connector, kind: .connector)
        .first { $0.name == "panel orientation" }
      if let found {
        #expect(throws: Errno.invalidArgument) {
          try device.setProperty(found.id, of: connector, kind: .connector, to: 0)
        }
      }
      return found
    }
    #expect(try property(nil) == nil)
    let right = try #require(try property(.rightSideUp))
    #expect(right.isImmutable && right.value == 3)
    #expect(
      right.kind
        == .enumeration(["Normal": 0, "Upside Down": 1, "Left Side Up": 2, "Right Side Up": 3]))
  }

  @Test(
    "what is scanned out is the canvas, turned, whatever changed when",
    arguments: Orientation.allCases, [PixelFormat.xrgb8888, .rgb565])
  func canvas(orientation: Orientation, format: PixelFormat) throws {
    for profile in FakeProfile.allCases where format == .xrgb8888 || profile == .vblank {
      for interface in [KMSInterface].both { try canvas(orientation, format, profile, interface) }
    }
  }

  private func canvas(
    _ orientation: Orientation, _ format: PixelFormat, _ profile: FakeProfile,
    _ interface: KMSInterface
  ) throws {
    var random = RandomSource(seed: UInt64(orientation.quarterTurns))
    var card = card(nil)
    card.profile = profile
    let stage = try Stage(
      card, interface, request: OutputRequest(format: .fixed(format), rotation: .fixed(orientation))
    )
    var shown: [UInt8] = []
    stage.device.onScanOut = { picture in shown = picture.bitmap().withBytes { Array($0) } }
    var canvas = Bitmap(size: stage.screen.uprightSize, format: .xrgb8888)
    let all = PixelRectangle(origin: .zero, size: canvas.size)
    canvas.fill(all, .black)
    var changed = PixelRegion(all)
    for step in 0..<12 {
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let part = PixelRectangle(
          x: Int.random(in: -5..<80, using: &random), y: Int.random(in: -5..<80, using: &random),
          width: Int.random(in: 0...30, using: &random),
          height: Int.random(in: 0...30, using: &random))
        canvas.fill(part, Color(word: UInt32.random(in: 0...0xffffff, using: &random)))
        changed.add(part.intersection(all))
      }
      let isPrepared = stage.screen.prepare(canvas: canvas, changed: changed)
      #expect(isPrepared)
      changed.removeAll()
      _ = stage.screen.show(now: stage.now)
      while stage.screen.isFlipPending { _ = stage.nextEvents() }
      let turned = canvas.turned(orientation)
      let expected = format == .rgb565 ? turned.dithered(at: .zero) : turned
      #expect(
        firstDifference(shown, expected.withBytes { Array($0) }) == nil, "\(profile), step \(step)")
    }
    #expect(stage.device.bufferViolations.isEmpty)
  }

  @Test("a driver that copies to a host is told where, in its own pixels", arguments: [1, 2, 3])
  func damage(quarterTurns: Int) throws {
    let orientation = Orientation(quarterTurns: quarterTurns)
    var card = card(nil)
    card.profile = .hostCopy
    let stage = try Stage(
      card, .atomic, request: OutputRequest(rotation: .fixed(orientation)))
    var canvas = Bitmap(size: stage.screen.uprightSize, format: .xrgb8888)
    let all = PixelRectangle(origin: .zero, size: canvas.size)
    canvas.fill(all, .black)
    func show(_ part: PixelRectangle) {
      _ = stage.screen.prepare(canvas: canvas, changed: PixelRegion(part))
      _ = stage.screen.show(now: stage.now)
      while stage.screen.isFlipPending { _ = stage.nextEvents() }
    }
    for _ in 0..<3 { show(all) }
    let part = PixelRectangle(x: 3, y: 5, width: 20, height: 11)
    canvas.fill(part, Color(word: 0xffffff))
    show(part)
    let place = orientation.turned(part, in: canvas.size)
    let told = try #require(stage.device.lastDamage)
    #expect(
      told == [
        DamageRectangle(
          x1: Int32(place.origin.x), y1: Int32(place.origin.y), x2: Int32(place.maxX),
          y2: Int32(place.maxY))
      ])
  }
}
