import Glibc
import Layers
import Linux
import Pixels

@testable import Flipbook

/// A scene file played without a display, on the virtual clock, in a folder of its own.
final class SceneRig {
  let host: TestHost
  let scene: Scene
  let staged: StagedScene
  private let compositor: Compositor
  private var timer: TimerToken?
  private var isTurning = false

  /// Makes what a configuration asks for; nothing moves before `start`.
  init(
    _ configuration: PlayerConfiguration, screen: PixelSize = .init(width: 64, height: 32)
  ) throws {
    let host = try TestHost()
    host.screenSize = screen
    scene = Scene(size: screen) { [loop = host.loop] in loop.now }
    staged = try StagedScene(SceneProgramme.read(configuration), on: scene, host: host)
    compositor = Compositor(scene: scene, allowsDirect: false)
    self.host = host
    scene.onChange = { [unowned self] in arm() }
  }

  /// Plays the text of a scene file whose pictures are in a folder.
  convenience init(
    _ text: String, in fixture: Fixture, screen: PixelSize = .init(width: 64, height: 32)
  ) throws {
    try fixture.write(Array("scene 1\n\(text)\n".utf8), name: "test.scene")
    try self.init(PlayerConfiguration(source: fixture.file("test.scene")), screen: screen)
  }

  /// Shows the first picture and sets everything going.
  func start() {
    _ = compositor.draw(at: host.loop.now)
    staged.start()
    arm()
  }

  /// Lets time pass up to a moment.
  func run(until time: Int64) { host.run(until: time) }

  /// The colours of some pixels at the present time, as `#RRGGBB` without the sign.
  func colors(_ points: (Int, Int)...) -> [String] {
    _ = compositor.draw(at: host.loop.now)
    return compositor.withCanvas { canvas in
      points.map { x, y in
        canvas.withBytes { bytes in
          let place = y * canvas.strideBytes + x * 4
          let word = bytes.load(fromByteOffset: place, as: UInt32.self) & 0xFFFFFF
          let digits = String(word, radix: 16)
          return String(repeating: "0", count: 6 - digits.count) + digits
        }
      }
    } ?? []
  }

  private func arm() {
    guard !isTurning else { return }
    if let timer { host.loop.cancel(timer) }
    timer = scene.nextTurn(after: host.loop.now).map { time in
      host.loop.schedule(at: time) { [unowned self] in
        timer = nil
        isTurning = true
        scene.turn(at: host.loop.now)
        isTurning = false
        arm()
      }
    }
  }
}

extension Fixture {
  /// A picture all of one colour.
  func write(_ color: Color, _ width: Int, _ height: Int, name: String) throws {
    let size = PixelSize(width: width, height: height)
    var bitmap = Bitmap(size: size, format: .xrgb8888)
    bitmap.fill(PixelRectangle(origin: .zero, size: size), color)
    try File.write(PNGEncoder.encode(bitmap), to: file(name))
  }
}

extension Color {
  static let red = Color(red: 255, green: 0, blue: 0)
  static let blue = Color(red: 0, green: 0, blue: 255)
}
