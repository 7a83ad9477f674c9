public import CJPEG

/// JPEG files made by TurboJPEG's own encoder.
public enum JPEGFixture {
  /// Encodes rows of pixels at the best quality.
  public static func encode(
    width: Int, height: Int, format: TJPF = TJPF_RGB, subsampling: TJSAMP = TJSAMP_444,
    isProgressive: Bool = false, _ pixel: (_ x: Int, _ y: Int) -> [UInt8]
  ) -> [UInt8] {
    let rows = (0..<height).flatMap { y in (0..<width).flatMap { x in pixel(x, y) } }
    let handle = tjInitCompress()
    defer { tjDestroy(handle) }
    var output: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    tjCompress2(
      handle, rows, CInt(width), 0, CInt(height), CInt(format.rawValue), &output, &count,
      CInt(subsampling.rawValue), 100, isProgressive ? TJFLAG_PROGRESSIVE : 0)
    defer { tjFree(output) }
    return [UInt8](UnsafeBufferPointer(start: output, count: Int(count)))
  }

  /// A picture that changes slowly, so that coding it loses little.
  public static func slope(
    width: Int, height: Int, subsampling: TJSAMP = TJSAMP_444, isProgressive: Bool = false
  ) -> [UInt8] {
    encode(
      width: width, height: height, subsampling: subsampling, isProgressive: isProgressive
    ) { x, y in [UInt8(20 + x * 2), UInt8(30 + y * 3), 120] }
  }
}
