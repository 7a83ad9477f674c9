/// Names of connectors, as the kernel prints them in its log and in `/sys/class/drm`.
enum ConnectorName {
  /// The kernel's words in the order of `DRM_MODE_CONNECTOR_…`.
  private static let types = [
    "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN",
    "DP", "HDMI-A", "HDMI-B", "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB",
  ]

  /// `DRM_MODE_CONNECTOR_WRITEBACK`: writes to memory, shows nothing.
  static let writebackType: UInt32 = 18

  /// "HDMI-A-1"; a type newer than this table is called "Unknown".
  static func name(type: UInt32, index: UInt32) -> String {
    let word = Int(type) < types.count ? types[Int(type)] : types[0]
    return "\(word)-\(index)"
  }
}
