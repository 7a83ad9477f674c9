import CPixman
import Glibc

/// pixman's view of pixels that somebody else owns: the one place that names its symbols.
///
/// The pixels must outlive it. Errors of pixman are lack of memory for some hundred bytes, and end
/// the program.
struct PixmanImage: ~Copyable {
  private let image: OpaquePointer

  /// Views 32-bit pixels, with premultiplied alpha or with a fourth byte that counts as opaque.
  ///
  /// Where a bitmap is only read, pixman takes it through a mutable pointer all the same.
  init(pixels: UnsafeMutableRawPointer?, size: PixelSize, strideBytes: Int, hasAlpha: Bool) {
    self.init(
      pixman_image_create_bits_no_clear(
        hasAlpha ? PIXMAN_a8r8g8b8 : PIXMAN_x8r8g8b8, CInt(size.width), CInt(size.height),
        pixels?.assumingMemoryBound(to: UInt32.self), CInt(strideBytes)))
  }

  /// Views bytes as weights; rows lie a multiple of four bytes apart.
  init(weights: UnsafeMutablePointer<UInt8>, size: PixelSize, strideBytes: Int) {
    self.init(
      pixman_image_create_bits_no_clear(
        PIXMAN_a8, CInt(size.width), CInt(size.height),
        UnsafeMutableRawPointer(weights).assumingMemoryBound(to: UInt32.self), CInt(strideBytes)))
  }

  /// A colour all over, of which so much is seen; 255 for all of it.
  init(color: Color, weight: UInt8 = 255) {
    func channel(_ value: UInt8) -> UInt16 {
      UInt16((Int(value) * Int(weight) + 127) / 255) * 257
    }
    var color = pixman_color_t(
      red: channel(color.red), green: channel(color.green), blue: channel(color.blue),
      alpha: UInt16(weight) * 257)
    self.init(pixman_image_create_solid_fill(&color))
  }

  private init(_ image: OpaquePointer?) {
    guard let image else { fatalError("The system has no memory left for an image of pixman's.") }
    self.image = image
  }

  deinit { pixman_image_unref(image) }

  /// Says how pixels are looked up, and that beyond the edges the nearest one counts.
  func setFilter(_ filter: SourceFilter) {
    pixman_image_set_repeat(image, PIXMAN_REPEAT_PAD)
    switch filter {
    case .nearest: pixman_image_set_filter(image, PIXMAN_FILTER_NEAREST, nil, 0)
    case .bilinear: pixman_image_set_filter(image, PIXMAN_FILTER_BILINEAR, nil, 0)
    case .area(let columns, let rows):
      let (x, y) = (Kernel(columns), Kernel(rows))
      var count: CInt = 0
      let numbers = pixman_filter_create_separable_convolution(
        &count, x.scale, y.scale, x.shape, y.shape, x.sample, y.sample, x.phaseBits, y.phaseBits)
      guard let numbers else { fatalError("The system has no memory left for a filter.") }
      pixman_image_set_filter(image, PIXMAN_FILTER_SEPARABLE_CONVOLUTION, numbers, count)
      free(numbers)
    }
  }

  /// Says where a target's pixels are looked up, in 16.16 numbers of pixman's matrix.
  func setTransform(_ map: FixedTransform) {
    var transform = pixman_transform(
      matrix: (
        (map.a, map.c, map.x), (map.b, map.d, map.y), (0, 0, pixman_fixed_t(1) << 16)
      ))
    pixman_image_set_transform(image, &transform)
  }

  /// Draws a source on a part of this image, its pixel at `origin` (before its transform) first.
  func draw(
    _ source: borrowing PixmanImage, from origin: PixelPoint, on part: PixelRectangle,
    replacing: Bool
  ) {
    pixman_image_composite32(
      replacing ? PIXMAN_OP_SRC : PIXMAN_OP_OVER, source.image, nil, image, CInt(origin.x),
      CInt(origin.y), 0, 0, CInt(part.origin.x), CInt(part.origin.y), CInt(part.size.width),
      CInt(part.size.height))
  }

  /// Draws a source over a part of this image, as much of it as a mask says.
  func draw(
    _ source: borrowing PixmanImage, from origin: PixelPoint, through mask: borrowing PixmanImage,
    on part: PixelRectangle
  ) {
    pixman_image_composite32(
      PIXMAN_OP_OVER, source.image, mask.image, image, CInt(origin.x), CInt(origin.y), 0, 0,
      CInt(part.origin.x), CInt(part.origin.y), CInt(part.size.width), CInt(part.size.height))
  }
}

/// How pixels of a source become one of the target.
enum SourceFilter: Sendable, Hashable {
  /// The one that is there.
  case nearest
  /// The four around the place, by their distance.
  case bilinear
  /// The average of a rectangle of so many pixels across and down; bilinear where it is at most 1.
  case area(columns: Double, rows: Double)
}

/// A 16.16 map from a target's pixels to a source's, as pixman takes it.
struct FixedTransform: Sendable, Hashable {
  var a, b, c, d, x, y: Int32
}

/// One axis of an averaging filter.
private struct Kernel {
  let scale: pixman_fixed_t
  let shape, sample: pixman_kernel_t
  let phaseBits: CInt

  init(_ pixels: Double) {
    if pixels > 1 {
      // Pixels as squares, looked at through a box: exactly the share that each has in the box.
      scale = pixman_fixed_t(pixels * 65536)
      (shape, sample, phaseBits) = (PIXMAN_KERNEL_BOX, PIXMAN_KERNEL_BOX, 6)
    } else {
      // 128 steps from pixel to pixel, as pixman's own bilinear filter has.
      scale = 65536
      (shape, sample, phaseBits) = (PIXMAN_KERNEL_LINEAR, PIXMAN_KERNEL_IMPULSE, 7)
    }
  }
}
