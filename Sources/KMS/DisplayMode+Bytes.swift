extension DisplayMode {
  /// Bytes of the kernel's `drm_mode_modeinfo`.
  private static let byteCount = 68
  private static let nameBytes = 32

  /// The kernel's own form, as a blob for the property `MODE_ID` has it.
  public var kernelBytes: [UInt8] {
    var bytes: [UInt8] = []
    func append(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value) { bytes += $0 }
    }
    append(clock)
    for number in [hdisplay, hsyncStart, hsyncEnd, htotal, hskew] { append(number) }
    for number in [vdisplay, vsyncStart, vsyncEnd, vtotal, vscan] { append(number) }
    for number in [vrefresh, flags, type] { append(number) }
    // The last byte stays 0.
    bytes += name.utf8.prefix(Self.nameBytes - 1)
    bytes += [UInt8](repeating: 0, count: Self.byteCount - bytes.count)
    return bytes
  }

  /// Reads the kernel's own form; nil for another number of bytes.
  public init?(kernelBytes bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    func half(_ offset: Int) -> UInt16 {
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt16.self) }
    }
    func word(_ offset: Int) -> UInt32 {
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }
    self.init(
      clock: word(0), hdisplay: half(4), hsyncStart: half(6), hsyncEnd: half(8),
      htotal: half(10), hskew: half(12), vdisplay: half(14), vsyncStart: half(16),
      vsyncEnd: half(18), vtotal: half(20), vscan: half(22), vrefresh: word(24),
      flags: word(28), type: word(32),
      name: String(decoding: bytes[36...].prefix { $0 != 0 }, as: UTF8.self))
  }
}
