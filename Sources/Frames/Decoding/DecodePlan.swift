import Pixels

/// Bytes that a frame takes.
public struct DecodeCost: Sendable, Hashable {
  /// Bytes of the finished picture.
  public var resultBytes: Int
  /// The most bytes held at one moment while it is made: the result, the file and all between.
  public var peakBytes: Int
  /// Of those, what are no pixels in bitmaps: the file, and the decoder's own memory.
  public var otherBytes: Int

  /// Makes a cost.
  public init(resultBytes: Int, peakBytes: Int, otherBytes: Int = 0) {
    self.resultBytes = resultBytes
    self.peakBytes = peakBytes
    self.otherBytes = otherBytes
  }
}

/// How one picture becomes one frame, decided from its header alone, before memory is taken.
struct DecodePlan: Hashable {
  /// More pixels than this are refused: no budget, but time, would suffer from decoding them.
  static let mostPixels = 1 << 28

  /// How much smaller the decoder itself makes the picture.
  enum Reduction: Hashable {
    /// Averages of so many columns and rows.
    case box(columns: Int, rows: Int)
    /// A fraction of the size in the frequency domain.
    case dct(numerator: Int, denominator: Int)
  }

  /// The size of the whole picture, fitted.
  let fitted: PixelSize
  /// The part of that which is seen on the screen, and so is the frame; 1x1 where none is.
  let visible: PixelRectangle
  /// Whether the screen shows nothing of the picture: it is one of several that it goes across.
  let isUnseen: Bool
  /// Where the frame's corner is on the screen as it scans out.
  let origin: PixelPoint
  /// The part of the file's picture that is decoded.
  let region: PixelRectangle
  /// How it is made smaller on the way.
  let reduction: Reduction
  /// The size of what the decoder then gives.
  let decoded: PixelSize
  /// Averaging after the decoder, in columns and rows; 1 for none.
  let averaging: PixelSize
  /// The shown part of the averaged picture.
  let crop: PictureCrop
  /// Whether the averaged picture is the frame already, but for being turned.
  let isExact: Bool
  /// The part of the averaged picture that the frame is, pixel for pixel; nil where it is scaled.
  let cutOut: PixelRectangle?
  /// How the frame is turned.
  let turning: Turning
  /// What all of it takes.
  let cost: DecodeCost

  /// How a frame is turned at its end.
  enum Turning: Hashable {
    /// Not at all.
    case none
    /// Upside down, where it lies.
    case inPlace
    /// Into another bitmap, which a part that is cut out goes to at once.
    case copying
    /// While it is dithered into another bitmap.
    case dithering
  }

  /// Plans a picture for a layout.
  ///
  /// - Parameters:
  ///   - scales: the decoder's own fractions, where it has any.
  init(
    _ header: PictureHeader, _ layout: FrameLayout,
    scales: [(numerator: Int, denominator: Int)]
  ) {
    let placement = layout.placement(of: header.size)
    let size = placement.destination.size
    let shown = layout.shownPart
    let seen = placement.destination.intersection(shown)
    isUnseen = seen.size.width == 0 || seen.size.height == 0
    fitted = size
    visible =
      isUnseen
      ? PixelRectangle(x: 0, y: 0, width: 1, height: 1)
      : seen.moved(by: placement.destination.origin)
    origin =
      isUnseen
      ? .zero
      : layout.orientation.turned(seen.moved(by: shown.origin), in: layout.uprightScreen).origin
    turning = isUnseen ? .none : Self.turning(layout)
    let all = PixelRectangle(origin: .zero, size: header.size)
    let isWhole = placement.crop.exactly == all

    var crop = placement.crop
    if header.kind == .jpeg {
      region = all
      let scale = Self.smallest(scales, giving: size, from: placement.crop)
      reduction = .dct(numerator: scale.numerator, denominator: scale.denominator)
      decoded = PixelSize(
        width: Self.up(header.size.width * scale.numerator, scale.denominator),
        height: Self.up(header.size.height * scale.numerator, scale.denominator))
      let factor = Double(scale.denominator) / Double(scale.numerator)
      crop = crop.shrunk(from: .zero, columns: factor, rows: factor)
    } else if header.isInterlaced {
      region = all
      reduction = .box(columns: 1, rows: 1)
      decoded = all.size
    } else {
      let step = Self.averaging(crop, to: size)
      let isPixelForPixel = crop.exactly?.size == size
      let margin = isPixelForPixel ? PixelSize(width: 0, height: 0) : step
      region = isWhole ? all : crop.wholePixels(in: header.size, margin: margin)
      reduction = .box(columns: step.width, rows: step.height)
      decoded = Self.up(region.size, step)
      crop = crop.shrunk(
        from: region.origin, columns: Double(step.width), rows: Double(step.height))
    }
    averaging =
      isWhole && decoded == size
      ? PixelSize(width: 1, height: 1) : Self.averaging(crop, to: size)
    let averaged = Self.up(decoded, averaging)
    self.crop = crop.shrunk(
      from: .zero, columns: Double(averaging.width), rows: Double(averaging.height))
    let everything = PixelRectangle(origin: .zero, size: size)
    let isFitted = averaged == size && (isWhole || self.crop.exactly == everything)
    isExact = isFitted && visible == everything
    if isFitted {
      cutOut = visible
    } else if let part = self.crop.exactly, part.size == size {
      cutOut = PixelRectangle(
        x: part.origin.x + visible.origin.x, y: part.origin.y + visible.origin.y,
        width: visible.size.width, height: visible.size.height)
    } else {
      cutOut = nil
    }

    let words = Bitmap.byteCount(size: visible.size, format: .xrgb8888)
    let result = Bitmap.byteCount(size: visible.size, format: layout.format)
    guard !isUnseen else {
      cost = DecodeCost(
        resultBytes: result, peakBytes: words + result + header.fileBytes,
        otherBytes: header.fileBytes)
      return
    }
    var bytes = Bitmap.byteCount(size: decoded, format: .xrgb8888)
    var peak = bytes + header.workBytes
    if averaged != decoded {
      let smaller = Bitmap.byteCount(size: averaged, format: .xrgb8888)
      peak = max(peak, bytes + smaller)
      bytes = smaller
    }
    if !isExact { peak = max(peak, bytes + words) }
    // What is cut out of a picture is turned in the same pass.
    if turning == .copying, isExact || cutOut == nil { peak = max(peak, 2 * words) }
    var work = header.workBytes
    if layout.format == .rgb565 {
      let rows =
        turning == .dithering
        ? Bitmap.ditheringBytes(size: visible.size, turned: layout.orientation) : 0
      peak = max(peak, words + result + rows)
      work = max(work, rows)
    }
    cost = DecodeCost(
      resultBytes: result, peakBytes: peak + header.fileBytes,
      otherBytes: work + header.fileBytes)
  }

  private static func turning(_ layout: FrameLayout) -> Turning {
    switch layout.orientation {
    case .upright: .none
    case .half: .inPlace
    default: layout.format == .rgb565 ? .dithering : .copying
    }
  }

  /// The smallest of the decoder's fractions that leaves every wanted pixel its own.
  private static func smallest(
    _ scales: [(numerator: Int, denominator: Int)], giving size: PixelSize, from crop: PictureCrop
  ) -> (numerator: Int, denominator: Int) {
    let large = scales.filter { scale in
      let factor = Double(scale.numerator) / Double(scale.denominator)
      return factor <= 1 && (crop.width * factor).rounded(.up) >= Double(size.width)
        && (crop.height * factor).rounded(.up) >= Double(size.height)
    }
    return large.min { $0.numerator * $1.denominator < $1.numerator * $0.denominator } ?? (1, 1)
  }

  /// Whole columns and rows that may become one pixel without losing any that is wanted.
  private static func averaging(_ crop: PictureCrop, to size: PixelSize) -> PixelSize {
    // 4,096 is as far as the decoder's own averaging goes.
    PixelSize(
      width: max(1, min(4096, Int(crop.width) / size.width)),
      height: max(1, min(4096, Int(crop.height) / size.height)))
  }

  private static func up(_ dividend: Int, _ divisor: Int) -> Int {
    (dividend + divisor - 1) / divisor
  }

  private static func up(_ size: PixelSize, _ divisor: PixelSize) -> PixelSize {
    PixelSize(width: up(size.width, divisor.width), height: up(size.height, divisor.height))
  }
}

extension PixelRectangle {
  /// The same pixels, counted from another place.
  fileprivate func moved(by corner: PixelPoint) -> PixelRectangle {
    PixelRectangle(
      x: origin.x - corner.x, y: origin.y - corner.y, width: size.width, height: size.height)
  }
}
