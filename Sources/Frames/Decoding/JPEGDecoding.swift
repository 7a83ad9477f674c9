import CJPEG
import Glibc
import Pixels

/// JPEG through TurboJPEG; one handle, one thread.
///
/// The accurate DCT and smooth chroma upsampling, TurboJPEG's defaults. A warning (missing or
/// corrupt data, which TurboJPEG fills with gray) makes the picture bad.
final class JPEGDecoding {
  private let handle: tjhandle

  // Fractions of the size that this TurboJPEG decodes to.
  let scales: [(numerator: Int, denominator: Int)]

  // A hostile progressive file can hold scans without end.
  private static let flags = CInt(TJFLAG_LIMITSCANS | TJFLAG_STOPONWARNING)

  /// Makes a decoder.
  ///
  /// Rests on `tjInitDecompress`.
  init() throws(DecodeError.Reason) {
    guard let handle = tjInitDecompress() else { throw .noMemory }
    self.handle = handle
    var count: CInt = 0
    let factors = tjGetScalingFactors(&count)
    scales = UnsafeBufferPointer(start: factors, count: Int(count)).map {
      (numerator: Int($0.num), denominator: Int($0.denom))
    }
  }

  deinit { tjDestroy(handle) }

  /// Reads what comes before the pixels; `bytes` may be only the first of the file.
  ///
  /// Rests on `tjDecompressHeader3`.
  func header(
    _ bytes: UnsafeRawBufferPointer, fileBytes: Int
  ) throws(DecodeError.Reason) -> PictureHeader {
    var width: CInt = 0
    var height: CInt = 0
    var subsampling: CInt = 0
    var colorspace: CInt = 0
    let answer = tjDecompressHeader3(
      handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(bytes.count), &width,
      &height, &subsampling, &colorspace)
    guard answer == 0 else { throw failure() }
    // To TurboJPEG, a file that ends after its tables is a store of tables.
    guard width > 0, height > 0 else { throw .truncated(.jpeg, "it holds tables and no picture") }
    let markers = JPEGMarkers(bytes)
    let size = PixelSize(width: Int(width), height: Int(height))
    var header = PictureHeader(
      kind: .jpeg, size: size, hasAlpha: false, isInterlaced: markers.isProgressive,
      fileBytes: fileBytes)
    // Without coefficients libjpeg holds a few bands of rows.
    header.workBytes =
      (markers.keepsCoefficients ? markers.coefficientBytes : 0) + size.width * 4 * 40
      + (128 << 10)
    if colorspace == TJCS_CMYK.rawValue || colorspace == TJCS_YCCK.rawValue {
      header.inks = markers.isAdobe ? .inverted : .plain
    }
    return header
  }

  /// Decodes the picture, scaled as planned, into a bitmap of the planned size.
  ///
  /// Rests on `tjDecompress2`.
  func decode(
    _ bytes: UnsafeRawBufferPointer, _ header: PictureHeader, _ plan: DecodePlan,
    into bitmap: inout Bitmap
  ) throws(DecodeError.Reason) {
    let format = header.inks == nil ? TJPF_BGRX : TJPF_CMYK
    let size = bitmap.size
    let stride = bitmap.strideBytes
    try bitmap.withMutableBytes { (pixels) throws(DecodeError.Reason) in
      let answer = tjDecompress2(
        handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(bytes.count),
        pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), CInt(size.width), CInt(stride),
        CInt(size.height), CInt(format.rawValue), Self.flags)
      guard answer == 0 else { throw failure() }
      if let inks = header.inks { InkConversion.convert(pixels, inks) }
    }
  }

  private func failure() -> DecodeError.Reason {
    guard let message = tjGetErrorStr2(handle) else { return .damaged(.jpeg, "") }
    // Searching a String for more than a character would bring the regular expressions along.
    func says(_ phrase: String) -> Bool { strstr(message, phrase) != nil }
    if says("subsampling type") { return .oddSampling }
    let text = String(cString: message)
    let isTruncated = says("Premature end") || says("Input file read error")
    return isTruncated ? .truncated(.jpeg, text) : .damaged(.jpeg, text)
  }
}
