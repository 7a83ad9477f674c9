public import Pixels

/// Turns files into frames for one screen.
///
/// Each worker thread owns one; it is not `Sendable`. It keeps its TurboJPEG handle and a buffer
/// for file bytes (at most 4 MiB between two frames).
public final class FrameDecoder {
  private let file = FileBuffer()
  private var jpeg: JPEGDecoding?

  // Pictures announce themselves within this many bytes, but for fat metadata.
  private static let headerBytes = 64 << 10
  // Fatter metadata is refused: nothing says yet that the file is worth more memory.
  private static let mostHeaderBytes = FileBuffer.keptBytes

  /// Makes a decoder; it takes no memory before its first frame.
  public init() {}

  /// Reads what a file says of its picture before its pixels.
  ///
  /// - Throws: when it is no readable picture.
  public func header(path: String) throws(DecodeError) -> PictureHeader {
    do throws(DecodeError.Reason) {
      defer { file.settle() }
      let opened = try FrameFile(path)
      return try header(of: opened)
    } catch {
      throw DecodeError(path: path, reason: error)
    }
  }

  /// Says what a frame will take, from its header alone.
  ///
  /// - Throws: when it is no readable picture.
  public func cost(path: String, layout: FrameLayout) throws(DecodeError) -> DecodeCost {
    let header = try header(path: path)
    do throws(DecodeError.Reason) {
      return DecodePlan(header, layout, scales: try scales(for: header)).cost
    } catch {
      throw DecodeError(path: path, reason: error)
    }
  }

  /// Decodes one file into one frame.
  ///
  /// - Parameters:
  ///   - path: a regular file.
  ///   - layout: the screen, and how the picture fills it.
  ///   - memoryLimit: bytes that it may hold at one moment, the frame and the file included.
  ///   - pool: where pixel memory comes from and goes back to.
  /// - Throws: when it is no readable, whole, undamaged picture, or takes more than `memoryLimit`;
  ///   the latter before any of it is taken.
  public func decode(
    path: String, layout: FrameLayout, memoryLimit: Int, pool: BitmapPool? = nil
  ) throws(DecodeError) -> FittedPicture {
    do throws(DecodeError.Reason) {
      defer { file.settle() }
      let opened = try FrameFile(path)
      var header = try header(of: opened)
      var plan = DecodePlan(header, layout, scales: try scales(for: header))
      try check(header, plan, memoryLimit)
      // Running out half-way would end the program.
      guard BitmapPool.systemHasRoom(for: plan.cost.peakBytes - (pool?.idleBytes ?? 0)) else {
        throw .noMemory
      }
      let room = file.room(for: opened.byteCount)
      let count = try opened.read(into: room)
      let bytes = UnsafeRawBufferPointer(rebasing: room.prefix(count))
      if count > Self.headerBytes {
        // The first read saw only the start; the file may have been replaced since.
        header = try self.header(in: bytes, fileBytes: count)
        plan = DecodePlan(header, layout, scales: try scales(for: header))
        try check(header, plan, memoryLimit)
      }
      return try frame(bytes, header, plan, layout, pool)
    } catch {
      throw DecodeError(path: path, reason: error)
    }
  }

  private func check(
    _ header: PictureHeader, _ plan: DecodePlan, _ limit: Int
  ) throws(DecodeError.Reason) {
    guard plan.cost.peakBytes <= limit else {
      throw .overBudget(
        width: header.size.width, height: header.size.height, needed: plan.cost.peakBytes,
        limit: limit)
    }
  }

  private func header(of opened: borrowing FrameFile) throws(DecodeError.Reason) -> PictureHeader {
    let few = min(opened.byteCount, Self.headerBytes)
    let room = file.room(for: few)
    let count = try opened.read(into: room)
    let start = UnsafeRawBufferPointer(rebasing: room.prefix(count))
    do throws(DecodeError.Reason) {
      return try header(in: start, fileBytes: opened.byteCount)
    } catch .truncated where few < opened.byteCount {
      // Metadata before the pixels is larger than that: look at more of it.
      let more = min(opened.byteCount, Self.mostHeaderBytes)
      let room = file.room(for: more)
      let count = try opened.read(into: room)
      do throws(DecodeError.Reason) {
        return try header(
          in: UnsafeRawBufferPointer(rebasing: room.prefix(count)), fileBytes: opened.byteCount)
      } catch .truncated where more < opened.byteCount {
        throw .fatMetadata(mostBytes: more)
      }
    }
  }

  private func header(
    in bytes: UnsafeRawBufferPointer, fileBytes: Int
  ) throws(DecodeError.Reason) -> PictureHeader {
    guard !bytes.isEmpty else { throw .empty }
    guard let kind = PictureKind(recognising: bytes) else { throw .notPicture }
    let header: PictureHeader
    switch kind {
    case .png: header = try PNGDecoding.header(bytes, fileBytes: fileBytes)
    case .jpeg: header = try jpegDecoding().header(bytes, fileBytes: fileBytes)
    default: throw .unsupported(kind)
    }
    let (pixels, isHuge) = header.size.width.multipliedReportingOverflow(by: header.size.height)
    guard !isHuge, pixels <= DecodePlan.mostPixels else {
      throw .tooManyPixels(width: header.size.width, height: header.size.height)
    }
    return header
  }

  private func scales(
    for header: PictureHeader
  ) throws(DecodeError.Reason) -> [(numerator: Int, denominator: Int)] {
    header.kind == .jpeg ? try jpegDecoding().scales : []
  }

  private func jpegDecoding() throws(DecodeError.Reason) -> JPEGDecoding {
    if let jpeg { return jpeg }
    let made = try JPEGDecoding()
    jpeg = made
    return made
  }

  private func frame(
    _ bytes: UnsafeRawBufferPointer, _ header: PictureHeader, _ plan: DecodePlan,
    _ layout: FrameLayout, _ pool: BitmapPool?
  ) throws(DecodeError.Reason) -> FittedPicture {
    let isOpaque = layout.format != .argb8888 || !header.hasAlpha
    let format: PixelFormat = isOpaque ? .xrgb8888 : .argb8888
    guard !plan.isUnseen else { return unseen(plan, layout, pool) }
    var bitmap = Bitmap(size: plan.decoded, format: format, pool: pool)
    if header.kind == .jpeg {
      try jpegDecoding().decode(bytes, header, plan, into: &bitmap)
    } else {
      try PNGDecoding.decode(bytes, plan, layout, into: &bitmap)
    }
    if plan.averaging != PixelSize(width: 1, height: 1) {
      bitmap = bitmap.reduced(
        columns: plan.averaging.width, rows: plan.averaging.height, pool: pool)
    }
    var isTurned = false
    if !plan.isExact {
      if let part = plan.cutOut {
        isTurned = plan.turning == .copying
        bitmap =
          isTurned
          ? bitmap.turned(layout.orientation, part: part, pool: pool)
          : bitmap.cropped(to: part, pool: pool)
      } else {
        bitmap = bitmap.scaled(
          from: plan.crop, to: plan.fitted, part: plan.visible, pool: pool)
      }
    }
    switch plan.turning {
    case .inPlace: bitmap.turnUpsideDown()
    case .copying where !isTurned: bitmap = bitmap.turned(layout.orientation, pool: pool)
    case .none, .copying, .dithering: break
    }
    if layout.format == .rgb565 {
      let orientation = plan.turning == .dithering ? layout.orientation : .upright
      bitmap = bitmap.dithered(at: plan.origin, turned: orientation, pool: pool)
    }
    // Many files have an alpha channel and use it nowhere.
    if !isOpaque { bitmap.forgetNeedlessAlpha() }
    return FittedPicture(picture: Picture(bitmap), origin: plan.origin)
  }

  /// The frame of a screen that shows nothing of a picture: one pixel of what is around it.
  private func unseen(_ plan: DecodePlan, _ layout: FrameLayout, _ pool: BitmapPool?)
    -> FittedPicture
  {
    let isClear = layout.format == .argb8888
    var pixel = Bitmap(
      size: plan.visible.size, format: isClear ? .argb8888 : .xrgb8888, pool: pool)
    if isClear {
      pixel.withMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) }
    } else {
      pixel.fill(plan.visible, layout.background)
    }
    if layout.format == .rgb565 { pixel = pixel.dithered(at: plan.origin, pool: pool) }
    return FittedPicture(picture: Picture(pixel), origin: plan.origin)
  }
}
