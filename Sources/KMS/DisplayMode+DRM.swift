internal import CDRM
public import Pixels

extension DisplayMode {
  /// Takes libdrm's description over.
  init(_ mode: drmModeModeInfo) {
    self.init(
      clock: mode.clock, hdisplay: mode.hdisplay, hsyncStart: mode.hsync_start,
      hsyncEnd: mode.hsync_end, htotal: mode.htotal, hskew: mode.hskew, vdisplay: mode.vdisplay,
      vsyncStart: mode.vsync_start, vsyncEnd: mode.vsync_end, vtotal: mode.vtotal,
      vscan: mode.vscan, vrefresh: mode.vrefresh, flags: mode.flags, type: mode.type,
      name: withUnsafeBytes(of: mode.name) { String(zeroTerminated: $0) })
  }

  /// libdrm's description of this mode.
  var drm: drmModeModeInfo {
    var mode = drmModeModeInfo()
    mode.clock = clock
    mode.hdisplay = hdisplay
    mode.hsync_start = hsyncStart
    mode.hsync_end = hsyncEnd
    mode.htotal = htotal
    mode.hskew = hskew
    mode.vdisplay = vdisplay
    mode.vsync_start = vsyncStart
    mode.vsync_end = vsyncEnd
    mode.vtotal = vtotal
    mode.vscan = vscan
    mode.vrefresh = vrefresh
    mode.flags = flags
    mode.type = type
    // The last byte stays 0.
    withUnsafeMutableBytes(of: &mode.name) { bytes in
      for (index, byte) in name.utf8.prefix(bytes.count - 1).enumerated() { bytes[index] = byte }
    }
    return mode
  }
}

extension PixelFormat {
  /// The kernel's code, `DRM_FORMAT_…`.
  public var fourCC: UInt32 {
    switch self {
    case .xrgb8888: cdrm_format_xrgb8888
    case .argb8888: cdrm_format_argb8888
    case .rgb565: cdrm_format_rgb565
    }
  }

  /// Bits that carry colour, as the older ioctl ADDFB wants them.
  var depth: UInt8 {
    switch self {
    case .xrgb8888: 24
    case .argb8888: 32
    case .rgb565: 16
    }
  }
}
