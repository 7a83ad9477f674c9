import KMS

/// Modes as real displays report them.
enum Modes {
  static let hd60 = hd(clock: 148_500, htotal: 2200)
  static let hd5994 = hd(clock: 148_352, htotal: 2200)
  static let hd50 = hd(clock: 148_500, htotal: 2640)
  static let hd60i = hd(clock: 74_250, htotal: 2200, flags: 1 << 4)

  /// A small panel on a slow bus: no blanking, and a clock of 1 kHz that is a mere dummy.
  static let spi = DisplayMode(
    clock: 1, hdisplay: 320, hsyncStart: 320, hsyncEnd: 320, htotal: 320, vdisplay: 240,
    vsyncStart: 240, vsyncEnd: 240, vtotal: 240, vrefresh: 0, type: 0x48, name: "320x240")

  /// What a client once read off a driver with a fault.
  static let rubbish = DisplayMode(
    clock: 4_026_532_341, hdisplay: 1021, hsyncStart: 0, hsyncEnd: 4, htotal: 61440,
    vdisplay: 61440, vsyncStart: 0, vsyncEnd: 0, vtotal: 1, vrefresh: 4_026_532_341,
    name: "1021x61440")

  static func hd(clock: UInt32, htotal: UInt16, flags: UInt32 = 0, type: UInt32 = 0)
    -> DisplayMode
  {
    DisplayMode(
      clock: clock, hdisplay: 1920, hsyncStart: 2008, hsyncEnd: 2052, htotal: htotal,
      vdisplay: 1080, vsyncStart: 1084, vsyncEnd: 1089, vtotal: 1125, vrefresh: 60, flags: flags,
      type: type, name: "1920x1080")
  }
}
