import Glibc
public import Linux
import Pixels
import Timing

/// Small pictures of one colour each, on disk once for all runs; gone with the campaign.
public final class CampaignPictures: Sendable {
  /// How many frames the sequences have.
  public static let counts = [1, 2, 3, 5, 12, 24]
  static let size = PixelSize(width: 32, height: 18)
  static let overlaySize = PixelSize(width: 4, height: 3)
  /// What no frame has.
  static let overlayColor = Color(red: 100, green: 255, blue: 255)

  private let folder: String

  /// Writes them.
  public init() throws(Errno) {
    var template = Array("/tmp/flipbook-campaign-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .current }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    for count in Self.counts {
      guard mkdir(source(count), 0o700) == 0 else { throw .current }
      for frame in 0..<count {
        try Self.write(Self.size, Self.color(frame), to: "\(source(count))/\(frame).png")
      }
    }
    try Self.write(Self.overlaySize, Self.overlayColor, to: overlay)
  }

  deinit {
    for count in Self.counts {
      for frame in 0..<count { unlink("\(source(count))/\(frame).png") }
      rmdir(source(count))
    }
    unlink(overlay)
    rmdir(folder)
  }

  func source(_ count: Int) -> String { "\(folder)/\(count)" }

  var overlay: String { "\(folder)/overlay.png" }

  private static func write(_ size: PixelSize, _ color: Color, to path: String) throws(Errno) {
    var bitmap = Bitmap(size: size, format: .xrgb8888)
    bitmap.fill(PixelRectangle(origin: .zero, size: size), color)
    try File.write(PNGEncoder.encode(bitmap), to: path)
  }

  // MARK: - Colours

  /// The colour of a frame: its number in steps that also five bits and dithering keep apart.
  static func color(_ frame: Int) -> Color {
    Color(red: 200, green: UInt8(frame / 8 * 32 + 16), blue: UInt8(frame % 8 * 32 + 16))
  }

  /// The frame of a colour; nil for one that no frame has.
  static func frame(_ color: Color) -> Int? {
    guard (190...210).contains(color.red) else { return nil }
    return Int(color.green) / 32 * 8 + Int(color.blue) / 32
  }
}
