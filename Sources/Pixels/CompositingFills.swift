extension Bitmap {
  /// Draws a rectangle of one colour over this bitmap, under a transform; edges are smooth.
  ///
  /// - Parameters:
  ///   - color: all over.
  ///   - rectangle: in coordinates of its own.
  ///   - transform: from there to this bitmap's pixels. Numbers that are not finite, or that make
  ///     the rectangle too thin to be seen, draw nothing.
  ///   - alpha: how much of it is seen, 0 to 1, in steps of a 255th.
  ///   - clip: where this bitmap may change.
  /// - Precondition: this bitmap is `argb8888`, or `xrgb8888` with every fourth byte 255.
  public mutating func fill(
    _ color: Color, rectangle: Rectangle, transform: AffineTransform, alpha: Double,
    clip: PixelRectangle
  ) {
    guard let opacity = UInt8(opacity: alpha), let quad = DrawnQuad(rectangle, transform)
    else { return }
    let area = clip.intersection(drawable)
    withTarget { target, words, width in
      quad.forEachPiece(in: area, opacity: opacity) { piece, weight in
        switch weight {
        case .even(255):
          for y in piece.origin.y..<piece.maxY {
            words[(y * width + piece.origin.x)..<(y * width + piece.maxX)].update(
              repeating: color.word)
          }
        case .even(let weight):
          target.draw(
            PixmanImage(color: color, weight: weight), from: .zero, on: piece, replacing: false)
        case .each:
          target.draw(
            PixmanImage(color: color), from: .zero, on: piece, weight, isOpaque: true)
        }
      }
    }
  }

  /// Draws a rectangle whose colour passes from its top to its bottom, under a transform.
  ///
  /// A pixel has the colour of its middle; edges are smooth.
  ///
  /// - Parameters:
  ///   - top: the colour at the rectangle's own upper edge.
  ///   - bottom: the colour at its lower edge.
  ///   - rectangle: in coordinates of its own.
  ///   - transform: from there to this bitmap's pixels.
  ///   - alpha: how much of it is seen, 0 to 1, in steps of a 255th.
  ///   - clip: where this bitmap may change.
  /// - Precondition: this bitmap is `argb8888`, or `xrgb8888` with every fourth byte 255.
  public mutating func gradient(
    top: Color, bottom: Color, rectangle: Rectangle, transform: AffineTransform, alpha: Double,
    clip: PixelRectangle
  ) {
    guard let opacity = UInt8(opacity: alpha), let quad = DrawnQuad(rectangle, transform)
    else { return }
    let area = quad.pixels(in: clip.intersection(drawable))
    guard !area.isEmpty else { return }
    // How far down the rectangle a place of the bitmap lies, 0 to 1.
    let share = quad.inverse.then(
      AffineTransform(
        a: 0, b: 0, c: 0, d: 1 / rectangle.size.height, tx: 0,
        ty: -rectangle.origin.y / rectangle.size.height))
    // One row of colours for each row of the bitmap, or as many as no one can tell apart.
    let hasRows = share.b == 0
    let steps =
      hasRows ? area.size.height : Int(min(1024, max(1, 4 * quad.down.width)).rounded(.up))
    let words = (0..<steps).map { step in
      let place = Double(step) + 0.5
      return top.mixed(
        with: bottom,
        share: hasRows
          ? share.d * (Double(area.origin.y) + place) + share.ty : place / Double(steps)
      ).word
    }
    var colors = Bitmap(size: PixelSize(width: 1, height: steps), format: .xrgb8888)
    colors.withMutableBytes { bytes in
      bytes.withMemoryRebound(to: UInt32.self) { _ = $0.update(fromContentsOf: words) }
    }
    if hasRows {
      let map = AffineTransform(a: 0, b: 0, c: 0, d: 1, tx: 0.5, ty: -Double(area.origin.y))
      paint(colors, map, quad, opacity, in: area, anchor: area.origin, rows: words)
    } else {
      var map = share.then(.scale(x: 1, y: Double(steps)))
      (map.a, map.c, map.tx) = (0, 0, 0.5)
      paint(
        colors, map, quad, opacity, in: area, anchor: quad.pixels(in: drawable).middle, rows: nil)
    }
  }

  private mutating func paint(
    _ colors: borrowing Bitmap, _ map: AffineTransform, _ quad: DrawnQuad, _ opacity: UInt8,
    in area: PixelRectangle, anchor: PixelPoint, rows: [UInt32]?
  ) {
    guard let map = FixedMap(map, anchor: anchor) else { return }
    let size = colors.size
    colors.withBytes { from in
      let source = PixmanImage(
        pixels: UnsafeMutableRawPointer(mutating: from.baseAddress), size: size, strideBytes: 4,
        hasAlpha: false)
      source.setFilter(.nearest)
      withTarget { target, words, width in
        quad.forEachPiece(in: area, opacity: opacity) { piece, weight in
          if let rows, case .even(255) = weight {
            for y in piece.origin.y..<piece.maxY {
              words[(y * width + piece.origin.x)..<(y * width + piece.maxX)].update(
                repeating: rows[y - area.origin.y])
            }
          } else if let transform = map.transform(at: piece.origin) {
            source.setTransform(transform)
            target.draw(source, from: .zero, on: piece, weight, isOpaque: true)
          }
        }
      }
    }
  }
}

extension Color {
  /// A colour between this and another: 0 and less give this one, 1 and more the other.
  fileprivate func mixed(with other: Color, share: Double) -> Color {
    let share = min(1, max(0, share))
    func mix(_ first: UInt8, _ second: UInt8) -> UInt8 {
      UInt8((Double(first) + (Double(second) - Double(first)) * share).rounded())
    }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}
