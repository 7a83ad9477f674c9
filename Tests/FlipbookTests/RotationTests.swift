import FlipbookTesting
import KMS
import Layers
import Linux
import Pixels
import Testing
import Timing

@testable import Controls
@testable import Flipbook

/// What a card scanned out, in order: each a bitmap in its own pixels.
private final class Scans {
  var pictures: [Picture] = []
  let device: FakeKMSDevice

  init(_ size: PixelSize, panel: PanelOrientation? = nil, pitchPadding: Int = 0) {
    var card = FakeDisplayConfiguration(size: size)
    card.consoleIsLit = false
    card.outputs[0].panelOrientation = panel
    card.pitchPadding = pitchPadding
    device = FakeKMSDevice(configuration: card, clock: VirtualClock())
    device.checksBuffers = true
    device.onScanOut = { [unowned self] in
      if !$0.isConsole { pictures.append(Picture($0.bitmap())) }
    }
  }
}

extension Picture {
  fileprivate var bytes: [UInt8] { bitmap.withBytes { Array($0) } }
}

/// The four that `--rotate` knows.
private let rotations: [Orientation] = [.upright, .quarter, .half, .threeQuarters]

@Suite("Pictures turned on a panel") struct RotationTests {
  private let panel = PixelSize(width: 48, height: 30)

  /// A folder of pictures no pixel of which is like its neighbours.
  private func fixture(_ size: PixelSize, count: Int = 4) throws -> Fixture {
    let fixture = try Fixture()
    for frame in 0..<count {
      let card = TestCard.draw(frame: frame, of: count, size: size)
      try fixture.write(PNGEncoder.encode(card), name: "frame-\(frame).png")
    }
    return fixture
  }

  /// Everything that is scanned out of a configuration on a panel.
  private func scans(
    _ size: PixelSize, _ orientation: Orientation, source: String?,
    _ change: (inout PlayerConfiguration) -> Void = { _ in }
  ) throws -> ([Picture], PlayerStatistics) {
    let scans = Scans(size, pitchPadding: 64)
    var configuration = PlayerConfiguration(source: source)
    configuration.repeatCount = .times(1)
    configuration.rotation = .fixed(orientation)
    change(&configuration)
    let player = Player(configuration: configuration, device: scans.device)
    _ = try player.run()
    #expect(scans.device.bufferViolations.isEmpty)
    #expect(scans.device.liveBuffers == 0)
    return (scans.pictures, player.statistics)
  }

  /// Whether a panel shows what an upright screen would, turned.
  private func expectTurned(
    _ turned: [Picture], _ upright: [Picture], _ orientation: Orientation,
    _ format: PixelFormat = .xrgb8888
  ) {
    #expect(turned.count == upright.count && !turned.isEmpty)
    for (index, (seen, plain)) in zip(turned, upright).enumerated() {
      let whole = plain.bitmap.turned(orientation)
      let expected = Picture(format == .rgb565 ? whole.dithered(at: .zero) : whole)
      #expect(seen.bitmap.size == panel)
      #expect(seen.bytes == expected.bytes, "picture \(index), \(orientation)")
    }
  }

  @Test("a sequence is that of an upright screen, turned", arguments: rotations, Fit.allCases)
  func sequence(orientation: Orientation, fit: Fit) throws {
    let frames = try fixture(PixelSize(width: 40, height: 36))
    let size = orientation.inverse.turned(panel)
    for background in [Color.black, Color(red: 16, green: 32, blue: 48)] {
      let set = { (configuration: inout PlayerConfiguration) in
        configuration.fit = fit
        configuration.background = background
      }
      let (upright, _) = try scans(size, .upright, source: frames.path, set)
      let (turned, _) = try scans(panel, orientation, source: frames.path, set)
      expectTurned(turned, upright, orientation)
    }
  }

  @Test("dither stays fixed to the panel", arguments: rotations)
  func sequenceOf565(orientation: Orientation) throws {
    let frames = try fixture(PixelSize(width: 40, height: 36))
    let size = orientation.inverse.turned(panel)
    // Black around it, which dither leaves alone.
    let (upright, _) = try scans(size, .upright, source: frames.path)
    let (turned, _) = try scans(panel, orientation, source: frames.path) { $0.format = .rgb565 }
    expectTurned(turned, upright, orientation, .rgb565)
  }

  @Test(
    "the test card is turned too", arguments: rotations, [PixelFormat.xrgb8888, .rgb565])
  func testCard(orientation: Orientation, format: PixelFormat) throws {
    let size = orientation.inverse.turned(panel)
    let (upright, _) = try scans(size, .upright, source: nil)
    let (turned, _) = try scans(panel, orientation, source: nil) { $0.format = .fixed(format) }
    expectTurned(turned, upright, orientation, format)
  }

  @Test(
    "so is a scene, where it changes", arguments: rotations, [PixelFormat.xrgb8888, .rgb565])
  func scene(orientation: Orientation, format: PixelFormat) throws {
    let frames = try fixture(PixelSize(width: 40, height: 36))
    let logo = try Fixture()
    try logo.write(3, size: PixelSize(width: 7, height: 5), name: "logo.png")
    let size = orientation.inverse.turned(panel)
    let set = { (configuration: inout PlayerConfiguration) in
      configuration.overlays = [
        PlayerConfiguration.Overlay(
          picture: logo.file("logo.png"), x: .fromEnd(2), y: .fromStart(3))
      ]
      configuration.spinners = [PlayerConfiguration.Spinner(picture: logo.file("logo.png"))]
    }
    let (upright, _) = try scans(size, .upright, source: frames.path, set)
    let (turned, _) = try scans(panel, orientation, source: frames.path) {
      set(&$0)
      $0.format = .fixed(format)
    }
    expectTurned(turned, upright, orientation, format)
  }

  @Test("the panel's own orientation is followed unless told otherwise")
  func automatic() throws {
    let frames = try fixture(PixelSize(width: 30, height: 48), count: 1)
    let scans = Scans(panel, panel: .leftSideUp)
    var configuration = PlayerConfiguration(source: frames.path)
    configuration.repeatCount = .times(1)
    _ = try Player(configuration: configuration, device: scans.device).run()
    let card = TestCard.draw(frame: 0, of: 1, size: PixelSize(width: 30, height: 48))
    // A picture as tall as the panel is wide fills it: its top is on the left.
    let expected = Picture(card.turned(.threeQuarters))
    #expect(scans.pictures.map(\.bytes) == [expected.bytes])
  }

  @Test("the budget holds with what turning takes", arguments: rotations)
  func budget(orientation: Orientation) throws {
    let size = PixelSize(width: 300, height: 200)
    let frames = try fixture(PixelSize(width: 200, height: 300), count: 12)
    // What three frames take while one of them is in the making, and a little.
    let budget = 5 * 300 * 200 * 4 + (512 << 10)
    for format in [FormatRequest.xrgb8888, .rgb565] {
      let scans = Scans(size)
      var configuration = PlayerConfiguration(source: frames.path)
      configuration.repeatCount = .times(1)
      configuration.rotation = .fixed(orientation)
      configuration.budget = budget
      configuration.format = format
      configuration.late = .slow
      let player = Player(configuration: configuration, device: scans.device)
      _ = try player.run()
      #expect(player.statistics.framesShown == 12)
      #expect(player.statistics.framesBad == 0)
      #expect(player.statistics.windowPeakBytes <= budget)
    }
  }

  @Test("a finger finds a button where it is seen", arguments: rotations)
  func touch(orientation: Orientation) throws {
    let panel = PixelSize(width: 160, height: 120)
    let scans = Scans(panel)
    var configuration = PlayerConfiguration()
    configuration.rotation = .fixed(orientation)
    let stage = try Stage(configuration: configuration, device: scans.device)
    #expect(stage.size == orientation.inverse.turned(panel))
    // Of one colour, off and on, and larger than a fingertip: nothing beside it means it.
    let white = Color(red: 255, green: 255, blue: 255)
    let plate = PixelRectangle(x: 6, y: 10, width: 50, height: 46)
    let button = ButtonLayer(
      frame: Rectangle(plate), pictures: [.off: Picture(all: white, plate.size)])
    stage.root.background = .color(.black)
    stage.root.addSublayer(button)
    var toggles = 0
    button.onToggle = { _ in toggles += 1 }
    // What the devices are opened with.
    let mapping = stage.performance.touchMappings.outputs[0].mapping
    func tap(_ x: Int, _ y: Int) throws {
      let point = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
      stage.tap(at: try #require(mapping.place(of: point)))
    }
    var failure: (any Error)?
    stage.perform(after: .milliseconds(100)) {
      do {
        let seen = try #require(scans.pictures.last?.bounds(of: white))
        #expect(seen.size == orientation.turned(plate.size))
        let (right, bottom) = (seen.maxX - 1, seen.maxY - 1)
        for (x, y) in [
          (seen.origin.x, seen.origin.y), (right, seen.origin.y), (seen.origin.x, bottom),
          (right, bottom),
        ] {
          try tap(x, y)
        }
        #expect(toggles == 4)
        for (x, y) in [
          (seen.origin.x - 1, bottom), (right + 1, bottom), (right, seen.origin.y - 1),
          (right, bottom + 1),
        ] {
          try tap(x, y)
        }
        #expect(toggles == 4)
      } catch {
        failure = error
      }
      stage.quit()
    }
    _ = try stage.run()
    if let failure { throw failure }
    #expect(toggles == 4)
  }
}

extension Picture {
  /// A picture all of one colour.
  fileprivate convenience init(all color: Color, _ size: PixelSize) {
    var bitmap = Bitmap(size: size, format: .xrgb8888)
    bitmap.fill(PixelRectangle(origin: .zero, size: size), color)
    self.init(bitmap)
  }

  /// The smallest rectangle around the pixels of a colour; nil if none has it.
  fileprivate func bounds(of color: Color) -> PixelRectangle? {
    var bounds: PixelRectangle?
    bitmap.withBytes { bytes in
      for y in 0..<bitmap.size.height {
        for x in 0..<bitmap.size.width
        where bytes.load(fromByteOffset: y * bitmap.strideBytes + x * 4, as: UInt32.self)
          == color.word
        {
          let pixel = PixelRectangle(x: x, y: y, width: 1, height: 1)
          bounds = bounds?.union(pixel) ?? pixel
        }
      }
    }
    return bounds
  }
}
