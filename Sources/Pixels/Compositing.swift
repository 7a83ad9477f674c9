extension Bitmap {
  /// Draws a part of a picture over this bitmap, under a transform; edges are smooth.
  ///
  /// Pixels that lie on whole pixels, upright or turned by quarters, are taken as they are, others
  /// bilinearly, and averaged over what a pixel covers where the picture becomes smaller. Colours
  /// are premultiplied, and beyond the picture's edge its nearest pixel counts, so that edges take
  /// on no colour. A pixel comes out the same whatever `clip` it is drawn with.
  ///
  /// A picture that becomes less than half as large is averaged first, all of `crop`, at each call:
  /// draw a `Picture` with `PreparedPictures` to have that done once.
  ///
  /// The corresponding C function is `pixman_image_composite32`.
  ///
  /// - Parameters:
  ///   - picture: `xrgb8888` or `argb8888`, up to 32,766 pixels wide and high.
  ///   - crop: the part that is shown, in the picture's pixels; what lies beyond it is not.
  ///   - transform: from the picture's pixels to those of this bitmap. Numbers that are not finite,
  ///     or that make it too thin to be seen, draw nothing.
  ///   - alpha: how much of it is seen, 0 to 1, in steps of a 255th.
  ///   - clip: where this bitmap may change.
  /// - Precondition: this bitmap is `argb8888`, or `xrgb8888` with every fourth byte 255, as it will
  ///   be afterwards.
  public mutating func draw(
    _ picture: borrowing Bitmap, crop: Rectangle, transform: AffineTransform, alpha: Double,
    clip: PixelRectangle
  ) {
    guard
      let drawing = PictureDrawing(
        picture.size, crop: crop, transform: transform, alpha: alpha,
        area: clip.intersection(drawable), on: drawable)
    else { return }
    guard let reduction = drawing.sampling.reduction else { return paint(picture, drawing) }
    paint(picture.reduced(reduction), drawing)
  }

  /// Makes every pixel of a part transparent, or black where pixels have no alpha.
  public mutating func clear(_ clip: PixelRectangle) {
    let part = clip.intersection(PixelRectangle(origin: .zero, size: size))
    guard !part.isEmpty else { return }
    let word: UInt32 = format == .argb8888 ? 0 : Color.black.word
    withTarget { _, words, width in
      for y in part.origin.y..<part.maxY {
        words[(y * width + part.origin.x)..<(y * width + part.maxX)].update(repeating: word)
      }
    }
  }

  // MARK: - Painting

  /// What of this bitmap pixman's numbers reach: all of any screen.
  var drawable: PixelRectangle {
    PixelRectangle(x: 0, y: 0, width: min(size.width, 32766), height: min(size.height, 32766))
  }

  /// Draws a picture as was worked out, on a bitmap that shows the target from a corner on.
  mutating func paint(
    _ picture: borrowing Bitmap, _ drawing: PictureDrawing, from corner: PixelPoint = .zero
  ) {
    precondition(picture.format.bytesPerPixel == 4, "only bitmaps of 32 bits are drawn")
    let (sampling, quad) = (drawing.sampling, drawing.quad)
    guard let map = FixedMap(sampling.map, anchor: drawing.anchor) else { return }
    let isOpaque = picture.format == .xrgb8888
    let (size, stride) = (picture.size, picture.strideBytes)
    picture.withBytes { from in
      let source = PixmanImage(
        pixels: UnsafeMutableRawPointer(mutating: from.baseAddress), size: size,
        strideBytes: stride, hasAlpha: !isOpaque)
      source.setFilter(sampling.filter)
      withTarget { target, _, _ in
        quad.forEachPiece(in: drawing.area, opacity: drawing.opacity) { piece, weight in
          var origin = PixelPoint.zero
          if let shift = sampling.shift {
            origin = PixelPoint(x: piece.origin.x + shift.x, y: piece.origin.y + shift.y)
          } else {
            guard let transform = map.transform(at: piece.origin) else { return }
            source.setTransform(transform)
          }
          var place = piece
          place.origin = PixelPoint(x: piece.origin.x - corner.x, y: piece.origin.y - corner.y)
          target.draw(source, from: origin, on: place, weight, isOpaque: isOpaque)
        }
      }
    }
  }

  /// Lends this bitmap as an image of pixman's and as words, so many of them a row.
  mutating func withTarget(
    _ body: (borrowing PixmanImage, UnsafeMutableBufferPointer<UInt32>, _ width: Int) -> Void
  ) {
    precondition(format.bytesPerPixel == 4, "only bitmaps of 32 bits are drawn on")
    let (size, stride) = (size, strideBytes)
    withMutableBytes { bytes in
      // With alpha for xrgb8888 too: there it stays 255, where pixman would write 0.
      let target = PixmanImage(
        pixels: bytes.baseAddress, size: size, strideBytes: stride, hasAlpha: true)
      body(target, bytes.assumingMemoryBound(to: UInt32.self), stride / 4)
    }
  }

  /// Averages a part of this picture.
  borrowing func reduced(_ reduction: PictureSampling.Reduction) -> Bitmap {
    reduced(columns: reduction.columns, rows: reduction.rows, part: reduction.part)
  }
}

extension PixmanImage {
  /// Draws as much of a source as a piece's weight says.
  func draw(
    _ source: borrowing PixmanImage, from origin: PixelPoint, on piece: PixelRectangle,
    _ weight: DrawnQuad.Weight, isOpaque: Bool
  ) {
    switch weight {
    case .even(255):
      draw(source, from: origin, on: piece, replacing: isOpaque)
    case .even(let weight):
      let mask = PixmanImage(color: .black, weight: weight)
      draw(source, from: origin, through: mask, on: piece)
    case .each(let bytes, let stride):
      let mask = PixmanImage(weights: bytes, size: piece.size, strideBytes: stride)
      draw(source, from: origin, through: mask, on: piece)
    }
  }
}
