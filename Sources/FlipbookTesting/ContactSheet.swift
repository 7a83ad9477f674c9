import Linux
public import Pixels

/// One picture of many: small copies of what a simulated display scanned out, with their times.
///
/// Give it each picture as it comes. Where there are more than it holds, it keeps every second,
/// every fourth and so on, so that memory is bounded and the choice even, however long the run.
/// Only pictures that are kept cost a reduction. Confined to the device's thread.
public final class ContactSheet {
  /// A picture kept, small.
  struct Tile {
    var number: Int
    var thumbnail: Picture
    var caption: String
    var vblank: UInt64
    var seconds: Double
  }

  /// The headline: what was played.
  public let title: String
  /// A line below it: size, rate, options.
  public let detail: String
  /// How many pictures it shows at most.
  public let capacity: Int
  /// Pictures given to it, not counting the kernel's console.
  public private(set) var count = 0

  private(set) var tiles: [Tile] = []
  private var interval = 1
  private var startTime: Int64?

  /// Makes an empty sheet.
  ///
  /// - Parameters:
  ///   - title: the headline.
  ///   - detail: a line below it.
  ///   - capacity: how many pictures it shows at most; at least 2.
  public init(title: String, detail: String = "", capacity: Int = 48) {
    precondition(capacity >= 2, "a sheet of at least two pictures")
    self.title = title
    self.detail = detail
    self.capacity = capacity
  }

  /// Every how manieth picture is shown.
  public var shownInterval: Int { interval }

  /// Takes note of a picture, and a small copy if its turn has come.
  ///
  /// - Parameters:
  ///   - picture: what has reached the screen.
  ///   - caption: a few words for below it, "frame 12"; asked for only if the picture is kept.
  public func add(_ picture: ScannedPicture, caption: @autoclosure () -> String = "") {
    guard !picture.isConsole else { return }
    let number = count
    // Afterwards, so that a caption that asks for the count gets this picture's number.
    defer { count += 1 }
    startTime = startTime ?? picture.time
    guard number.isMultiple(of: interval) else { return }
    if tiles.count == capacity {
      interval *= 2
      tiles.removeAll { !$0.number.isMultiple(of: interval) }
      guard number.isMultiple(of: interval) else { return }
    }
    tiles.append(
      Tile(
        number: number, thumbnail: Picture(Self.thumbnail(of: picture)), caption: caption(),
        vblank: picture.vblank, seconds: Double(picture.time - (startTime ?? 0)) / 1e9))
  }

  /// The sheet so far.
  public func bitmap() -> Bitmap { ContactSheetLayout(self).draw() }

  /// Writes the sheet so far as a PNG.
  ///
  /// - Throws: a sentence that names the file.
  public func write(to path: String) throws(PictureFileError) {
    let bytes = PNGEncoder.encode(bitmap(), level: 6)
    do throws(Errno) {
      try File.write(bytes, to: path)
    } catch {
      throw PictureFileError("The contact sheet", path: path, errno: error)
    }
  }

  /// A copy that fits a tile: reduced, or where the screen is small enlarged by a whole number.
  private static func thumbnail(of picture: ScannedPicture) -> Bitmap {
    let box = ContactSheetLayout.box
    let size = picture.size
    if size.width <= box.width, size.height <= box.height {
      let factor = min(box.width / size.width, box.height / size.height)
      return picture.reduced(to: size).enlarged(by: factor)
    }
    // Compare width/height of box and picture without dividing.
    let isWide = size.width * box.height >= size.height * box.width
    return picture.reduced(
      to: isWide
        ? PixelSize(width: box.width, height: max(1, size.height * box.width / size.width))
        : PixelSize(width: max(1, size.width * box.height / size.height), height: box.height))
  }
}

extension Bitmap {
  /// A copy in which each pixel is a square of `factor` pixels.
  fileprivate borrowing func enlarged(by factor: Int) -> Bitmap {
    let large = PixelSize(width: size.width * factor, height: size.height * factor)
    var copy = Bitmap(size: large, format: format)
    let (stride, largeStride) = (strideBytes, copy.strideBytes)
    withBytes { source in
      copy.withMutableBytes { target in
        for y in 0..<large.height {
          for x in 0..<large.width {
            let word = source.load(
              fromByteOffset: y / factor * stride + x / factor * 4, as: UInt32.self)
            target.storeBytes(of: word, toByteOffset: y * largeStride + x * 4, as: UInt32.self)
          }
        }
      }
    }
    return copy
  }
}
