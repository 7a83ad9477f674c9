/// Writes pictures into one screen buffer, and remembers what of it is background already.
///
/// Give each dumb buffer its own. Every paint writes whole rows from the top, each byte at most once,
/// and never reads the buffer, which may be slow memory that only likes to be written. What the
/// painter knows belongs to the background, screen and format of the last call: another one, or
/// `forget()`, makes the next paint write everything.
public struct ScreenPainter: Sendable {
  private struct Surroundings: Hashable, Sendable {
    var background: Color
    var screen: PixelSize
    var format: PixelFormat
    var strideBytes: Int
  }

  private var surroundings: Surroundings?
  // What may differ from the background, where the surroundings are known.
  private var painted = PixelRectangle(x: 0, y: 0, width: 0, height: 0)

  /// Makes a painter for a buffer whose contents are unknown.
  public init() {}

  /// Forgets what the buffer holds: the next paint writes all of it.
  public mutating func forget() { surroundings = nil }

  /// Makes the whole buffer background.
  ///
  /// - Parameters: as those of `paint`.
  public mutating func clear(
    background: Color, screen: PixelSize, format: PixelFormat,
    into memory: UnsafeMutableRawBufferPointer, strideBytes: Int
  ) {
    write(
      nil, at: PixelRectangle(x: 0, y: 0, width: 0, height: 0),
      Surroundings(
        background: background, screen: screen, format: format, strideBytes: strideBytes), memory)
  }

  /// Writes a picture, and background wherever else the buffer is not background yet.
  ///
  /// - Parameters:
  ///   - picture: its bitmap in `format`; what lies off the screen is cut off.
  ///   - background: the colour around it.
  ///   - screen: the visible size of the buffer.
  ///   - format: of the buffer.
  ///   - memory: at least `strideBytes` times the screen's height, less the last row's padding.
  ///   - strideBytes: from row to row; what lies beyond the visible width is not written.
  public mutating func paint(
    _ picture: FittedPicture, background: Color, screen: PixelSize, format: PixelFormat,
    into memory: UnsafeMutableRawBufferPointer, strideBytes: Int
  ) {
    precondition(picture.picture.bitmap.format == format, "a picture of another format")
    let size = picture.picture.bitmap.size
    let place = PixelRectangle(origin: picture.origin, size: size)
    write(
      picture, at: place.intersection(PixelRectangle(origin: .zero, size: screen)),
      Surroundings(
        background: background, screen: screen, format: format, strideBytes: strideBytes), memory)
  }

  private mutating func write(
    _ picture: FittedPicture?, at place: PixelRectangle, _ now: Surroundings,
    _ memory: UnsafeMutableRawBufferPointer
  ) {
    let all = PixelRectangle(origin: .zero, size: now.screen)
    let rowBytes = now.screen.width * now.format.bytesPerPixel
    precondition(
      now.strideBytes >= rowBytes
        && memory.count >= now.strideBytes * (now.screen.height - 1) + rowBytes,
      "a buffer smaller than the screen")
    let stale = surroundings == now ? painted : all
    surroundings = now
    painted = place.isEmpty ? PixelRectangle(x: 0, y: 0, width: 0, height: 0) : place

    if let picture, place == all, picture.picture.bitmap.size == now.screen,
      picture.picture.bitmap.strideBytes == now.strideBytes
    {
      picture.picture.bitmap.withBytes { bytes in
        memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(memory.count)))
      }
      return
    }
    guard let picture, !place.isEmpty else {
      var rows = RowWriter(now.background, now.format)
      for y in stale.origin.y..<stale.maxY {
        rows.fill(
          memory, row: y, strideBytes: now.strideBytes, from: stale.origin.x, to: stale.maxX)
      }
      return
    }
    writeRows(picture, at: place, stale: stale, now, memory)
  }

  private func writeRows(
    _ picture: FittedPicture, at place: PixelRectangle, stale: PixelRectangle,
    _ now: Surroundings, _ memory: UnsafeMutableRawBufferPointer
  ) {
    let bitmapStride = picture.picture.bitmap.strideBytes
    let pixel = now.format.bytesPerPixel
    let copied = place.size.width * pixel
    let first = stale.isEmpty ? place.origin.y : min(place.origin.y, stale.origin.y)
    let end = stale.isEmpty ? place.maxY : max(place.maxY, stale.maxY)
    var rows = RowWriter(now.background, now.format)
    picture.picture.bitmap.withBytes { bytes in
      for y in first..<end {
        let isStale = y >= stale.origin.y && y < stale.maxY
        guard y >= place.origin.y, y < place.maxY else {
          if isStale {
            rows.fill(
              memory, row: y, strideBytes: now.strideBytes, from: stale.origin.x, to: stale.maxX)
          }
          continue
        }
        if isStale {
          rows.fill(
            memory, row: y, strideBytes: now.strideBytes, from: stale.origin.x,
            to: min(stale.maxX, place.origin.x))
        }
        let from =
          (y - picture.origin.y) * bitmapStride + (place.origin.x - picture.origin.x) * pixel
        let to = y * now.strideBytes + place.origin.x * pixel
        UnsafeMutableRawBufferPointer(rebasing: memory[to..<(to + copied)])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[from..<(from + copied)]))
        if isStale {
          rows.fill(
            memory, row: y, strideBytes: now.strideBytes,
            from: max(stale.origin.x, place.maxX), to: stale.maxX)
        }
      }
    }
  }
}

/// Fills parts of rows with a colour.
private struct RowWriter {
  private let color: Color
  private let format: PixelFormat

  init(_ color: Color, _ format: PixelFormat) {
    self.color = color
    self.format = format
  }

  mutating func fill(
    _ memory: UnsafeMutableRawBufferPointer, row: Int, strideBytes: Int, from: Int, to: Int
  ) {
    guard from < to else { return }
    let bytes = format.bytesPerPixel
    let part = UnsafeMutableRawBufferPointer(
      rebasing: memory[(row * strideBytes + from * bytes)..<(row * strideBytes + to * bytes)])
    if format == .rgb565 {
      let words = part.assumingMemoryBound(to: UInt16.self)
      let dither = DitherRow(y: row, firstX: from)
      for column in 0..<words.count { words[column] = dither.convert(color.word, column: column) }
    } else {
      part.assumingMemoryBound(to: UInt32.self).update(repeating: color.word)
    }
  }
}
