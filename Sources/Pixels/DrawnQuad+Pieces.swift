import Glibc

extension DrawnQuad {
  /// How much of the pixels of a piece is drawn.
  enum Weight {
    /// As much of each, never 0; 255 is all.
    case even(UInt8)
    /// As bytes say, row by row, so many bytes apart.
    case each(UnsafeMutablePointer<UInt8>, strideBytes: Int)
  }

  /// Rows that are taken together: few make many pieces, many make large masks.
  private static let bandHeight = 8

  /// Cuts an area into pieces that lie inside, and pieces that edges go through.
  ///
  /// - Parameters:
  ///   - area: of the target.
  ///   - opacity: what a pixel weighs that lies inside; not 0.
  ///   - body: takes a piece, not empty; no two overlap. A mask lasts as long as the call.
  func forEachPiece(
    in area: PixelRectangle, opacity: UInt8, _ body: (PixelRectangle, Weight) -> Void
  ) {
    let area = pixels(in: area)
    guard !area.isEmpty else { return }
    guard let upright else { return cutBands(area, opacity, body) }
    let columns = Self.segments(
      upright.origin.x, upright.maxX, from: area.origin.x, to: area.maxX)
    let rows = Self.segments(upright.origin.y, upright.maxY, from: area.origin.y, to: area.maxY)
    for row in rows {
      for column in columns {
        let weight = UInt8((row.share * column.share * Double(opacity)).rounded())
        guard weight > 0 else { continue }
        body(
          PixelRectangle(
            x: column.first, y: row.first, width: column.end - column.first,
            height: row.end - row.first), .even(weight))
      }
    }
  }

  /// Whether all of an area lies inside, upright: no edge goes through it.
  func isWhole(in area: PixelRectangle) -> Bool {
    guard upright != nil else { return false }
    var whole = 0
    forEachPiece(in: area, opacity: 255) { piece, weight in
      if case .even(255) = weight { whole += piece.area }
    }
    return whole == area.area
  }

  private struct Segment {
    var first, end: Int
    var share: Double
  }

  /// Whole pixels between two places with those at the ends that are only partly between them.
  private static func segments(
    _ start: Double, _ stop: Double, from first: Int, to end: Int
  ) -> [Segment] {
    // Far outside is as good as just outside, and fits an integer.
    let start = max(snapped(start), Double(first) - 2)
    let stop = min(snapped(stop), Double(end) + 2)
    guard start < stop else { return [] }
    let (opening, closing) = (Int(start.rounded(.up)), Int(stop.rounded(.down)))
    var all: [Segment] = []
    if opening > closing {
      all = [Segment(first: closing, end: opening, share: stop - start)]
    } else {
      all = [
        Segment(first: opening - 1, end: opening, share: Double(opening) - start),
        Segment(first: opening, end: closing, share: 1),
        Segment(first: closing, end: closing + 1, share: stop - Double(closing)),
      ]
    }
    return all.compactMap { segment in
      let cut = Segment(
        first: max(first, segment.first), end: min(end, segment.end), share: segment.share)
      return cut.first < cut.end && cut.share > 0 ? cut : nil
    }
  }

  // MARK: - Slanted edges

  private func cutBands(
    _ area: PixelRectangle, _ opacity: UInt8, _ body: (PixelRectangle, Weight) -> Void
  ) {
    let stride = (area.size.width + 3) & ~3
    let mask = UnsafeMutablePointer<UInt8>.allocate(capacity: stride * Self.bandHeight)
    defer { mask.deallocate() }
    for top in Swift.stride(from: area.origin.y, to: area.maxY, by: Self.bandHeight) {
      let bottom = min(area.maxY, top + Self.bandHeight)
      var (outer, inner) = (area.maxX..<area.maxX, area.origin.x..<area.maxX)
      for y in top..<bottom {
        let touched = columns(ofRow: y, margin: 0.5, in: area)
        let whole = columns(ofRow: y, margin: -0.5, in: area)
        if !touched.isEmpty {
          let end = outer.isEmpty ? touched.upperBound : max(outer.upperBound, touched.upperBound)
          outer = min(outer.lowerBound, touched.lowerBound)..<end
        }
        let first = max(inner.lowerBound, whole.lowerBound)
        inner = first..<max(first, min(inner.upperBound, whole.upperBound))
      }
      func cut(_ columns: Range<Int>, isInside: Bool) {
        guard !columns.isEmpty else { return }
        let piece = PixelRectangle(
          x: columns.lowerBound, y: top, width: columns.count, height: bottom - top)
        if isInside { return body(piece, .even(opacity)) }
        let stride = (piece.size.width + 3) & ~3
        weigh(piece, opacity, mask, stride)
        body(piece, .each(mask, strideBytes: stride))
      }
      guard !inner.isEmpty else {
        cut(outer, isInside: false)
        continue
      }
      cut(outer.lowerBound..<inner.lowerBound, isInside: false)
      cut(inner, isInside: true)
      cut(inner.upperBound..<outer.upperBound, isInside: false)
    }
  }

  /// The pixels of a row whose middles lie inside, or outside by less than `margin` pixels.
  private func columns(ofRow y: Int, margin: Double, in area: PixelRectangle) -> Range<Int> {
    var low = Double(area.origin.x)
    var high = Double(area.maxX)
    for strip in [across, down] {
      let place = strip.y * (Double(y) + 0.5) + strip.offset
      let (least, most) = (-margin - place, strip.width + margin - place)
      guard least <= most else { return area.origin.x..<area.origin.x }
      if abs(strip.x) < 1e-9 {
        // Along the row: all of it or nothing, and nothing near is decided here.
        let slack = margin < 0 ? -1e-4 : 1e-4
        guard least - slack <= 0, most + slack >= 0 else { return area.origin.x..<area.origin.x }
        continue
      }
      let (first, second) = (least / strip.x, most / strip.x)
      low = max(low, (min(first, second) - 0.5).rounded(.up))
      high = min(high, (max(first, second) - 0.5).rounded(.down) + 1)
    }
    guard low < high else { return area.origin.x..<area.origin.x }
    return Int(low)..<Int(high)
  }

  private func weigh(
    _ piece: PixelRectangle, _ opacity: UInt8, _ mask: UnsafeMutablePointer<UInt8>, _ stride: Int
  ) {
    let most = Double(opacity)
    for row in 0..<piece.size.height {
      let y = Double(piece.origin.y + row) + 0.5
      let (firstAcross, firstDown) = (
        across.y * y + across.offset, down.y * y + down.offset
      )
      let bytes = mask + row * stride
      for column in 0..<piece.size.width {
        let x = Double(piece.origin.x + column) + 0.5
        let share =
          across.coverage(across.x * x + firstAcross) * down.coverage(down.x * x + firstDown)
        bytes[column] = UInt8(share * most + 0.5)
      }
    }
  }
}
