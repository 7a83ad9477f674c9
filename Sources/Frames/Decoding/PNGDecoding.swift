import CPNG
import Pixels

/// PNG through libpng's row interface, behind one C function.
enum PNGDecoding {
  /// Reads what comes before the pixels; `bytes` may be only the first of the file.
  ///
  /// Rests on `png_read_info`.
  static func header(
    _ bytes: UnsafeRawBufferPointer, fileBytes: Int
  ) throws(DecodeError.Reason) -> PictureHeader {
    var read = cpng_header()
    try call { message in
      cpng_read_header(
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, &read, message)
    }
    let size = PixelSize(width: Int(read.width), height: Int(read.height))
    var header = PictureHeader(
      kind: .png, size: size, hasAlpha: read.has_alpha != 0,
      isInterlaced: read.interlaced != 0, fileBytes: fileBytes)
    // libpng holds two rows, one more while it transforms, zlib its window; ours are the scratch
    // row, the same row converted, and its sums.
    header.workBytes = size.width * (8 * 3 + 4 + 4 + 16) + (192 << 10)
    return header
  }

  /// Decodes the planned part into a bitmap of the planned size.
  ///
  /// Rests on `png_read_row`.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, _ plan: DecodePlan, _ layout: FrameLayout,
    into bitmap: inout Bitmap
  ) throws(DecodeError.Reason) {
    var reduction = PixelSize(width: 1, height: 1)
    if case .box(let columns, let rows) = plan.reduction {
      reduction = PixelSize(width: columns, height: rows)
    }
    var request = cpng_request(
      left: UInt32(plan.region.origin.x), top: UInt32(plan.region.origin.y),
      width: UInt32(plan.region.size.width), height: UInt32(plan.region.size.height),
      column_reduction: UInt32(reduction.width), row_reduction: UInt32(reduction.height),
      keeps_alpha: layout.format == .argb8888 ? 1 : 0,
      background_red: layout.background.red, background_green: layout.background.green,
      background_blue: layout.background.blue)
    let stride = bitmap.strideBytes
    try bitmap.withMutableBytes { (pixels) throws(DecodeError.Reason) in
      try call { message in
        cpng_decode(
          bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, &request,
          pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), stride, message)
      }
    }
  }

  private static func call(
    _ body: (UnsafeMutablePointer<CChar>?) -> CInt
  ) throws(DecodeError.Reason) {
    var message = [CChar](repeating: 0, count: Int(CPNG_MESSAGE_SIZE))
    let code = message.withUnsafeMutableBufferPointer { body($0.baseAddress) }
    guard code != CInt(CPNG_DONE) else { return }
    let text = message.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? ""
    switch code {
    case CInt(CPNG_TRUNCATED): throw .truncated(.png, text)
    case CInt(CPNG_NO_MEMORY): throw .noMemory
    default: throw .damaged(.png, text)
    }
  }
}
