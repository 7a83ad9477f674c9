import Flipbook
import Glibc
import Linux
import Pixels
import Timing

/// A folder of small pictures, gone with the test.
final class Fixture {
  let path: String

  init() throws {
    var template = Array("/tmp/flipbook-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno.current }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// A folder of `count` pictures that differ from one another in colour.
  static func frames(_ count: Int, size: PixelSize = .init(width: 32, height: 18)) throws
    -> Fixture
  {
    let fixture = try Fixture()
    for frame in 0..<count { try fixture.write(frame, size: size) }
    return fixture
  }

  deinit {
    for name in (try? Directory.list(path)) ?? [] { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// The colour of a frame's picture: never black, and told by its blue.
  static func color(_ frame: Int) -> Color {
    Color(
      red: UInt8(frame * 37 % 255 + 1), green: UInt8(frame * 101 % 256), blue: UInt8(frame % 256))
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func write(_ frame: Int, size: PixelSize, name: String? = nil) throws {
    var bitmap = Bitmap(size: size, format: .xrgb8888)
    bitmap.fill(PixelRectangle(origin: .zero, size: size), Self.color(frame))
    try File.write(PNGEncoder.encode(bitmap), to: file(name ?? "frame-\(frame).png"))
  }

  func write(_ bytes: [UInt8], name: String) throws { try File.write(bytes, to: file(name)) }
}

/// What a run on the simulated display came to.
struct Run {
  var events: [PlayerEvent] = []
  var log: [String] = []
  var statistics = PlayerStatistics()
  var outcome: Player.Outcome?
  var error: PlayerError?

  /// The frames that reached the screen, in order.
  var frames: [Int] {
    events.compactMap { if case .frame(let index, _, _) = $0 { index } else { nil } }
  }

  /// The vblanks at which they did.
  var vblanks: [Int64] {
    events.compactMap { if case .frame(_, let vblank, _) = $0 { vblank } else { nil } }
  }

  /// How many vblanks each frame but the last was up.
  var holds: [Int64] { zip(vblanks, vblanks.dropFirst()).map { $1 - $0 } }
}

/// Plays on a small simulated display in virtual time.
func play(
  _ source: String?, display: String = "32x18@60",
  _ change: (inout PlayerConfiguration) -> Void = { _ in },
  onEvent: @escaping (Player, PlayerEvent) -> Void = { _, _ in }
) -> Run {
  var configuration = PlayerConfiguration(source: source)
  configuration.display = .fake(display)
  configuration.clock = .virtual
  configuration.repeatCount = .times(1)
  change(&configuration)
  var run = Run()
  let player = Player(configuration: configuration) { run.log.append($0) }
  player.onEvent = { [unowned player] event in
    run.events.append(event)
    onEvent(player, event)
  }
  do {
    run.outcome = try player.run()
  } catch {
    run.error = error
  }
  run.statistics = player.statistics
  return run
}
