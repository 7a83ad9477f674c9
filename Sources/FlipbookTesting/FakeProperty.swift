import KMS

/// The properties that a simulated card knows, by the kernel's names.
enum FakeProperty: String, CaseIterable {
  case active = "ACTIVE"
  case modeBlob = "MODE_ID"
  case variableRefresh = "VRR_ENABLED"
  case gammaLookup = "GAMMA_LUT"
  case degammaLookup = "DEGAMMA_LUT"
  case colourMatrix = "CTM"

  case crtc = "CRTC_ID"
  case power = "DPMS"
  case linkStatus = "link-status"
  case nonDesktop = "non-desktop"
  case panelOrientation = "panel orientation"

  case type
  case framebuffer = "FB_ID"
  case targetX = "CRTC_X"
  case targetY = "CRTC_Y"
  case targetWidth = "CRTC_W"
  case targetHeight = "CRTC_H"
  case sourceX = "SRC_X"
  case sourceY = "SRC_Y"
  case sourceWidth = "SRC_W"
  case sourceHeight = "SRC_H"
  case rotation
  case damage = "FB_DAMAGE_CLIPS"

  /// Those of an object of a kind.
  static func all(of kind: KMSObjectKind) -> [FakeProperty] {
    switch kind {
    case .crtc: [.active, .modeBlob, .variableRefresh, .gammaLookup, .degammaLookup, .colourMatrix]
    case .connector: [.crtc, .power, .linkStatus, .nonDesktop, .panelOrientation]
    case .plane:
      [
        .type, .framebuffer, .crtc, .targetX, .targetY, .targetWidth, .targetHeight, .sourceX,
        .sourceY, .sourceWidth, .sourceHeight, .rotation, .damage,
      ]
    }
  }

  /// Whether it is seen only by who asked for atomic commits.
  var isAtomic: Bool {
    switch self {
    case .power, .linkStatus, .nonDesktop, .panelOrientation, .type, .rotation, .variableRefresh,
      .gammaLookup,
      .degammaLookup, .colourMatrix:
      false
    default: true
    }
  }

  /// Whether only the kernel changes it.
  var isImmutable: Bool { [.type, .nonDesktop, .panelOrientation].contains(self) }

  /// What it is on an object that nobody changed.
  var initialValue: UInt64 { self == .rotation ? 1 : 0 }

  /// What its values mean.
  var kind: KMSProperty.Kind {
    switch self {
    case .active, .variableRefresh, .nonDesktop: .range(minimum: 0, maximum: 1)
    case .modeBlob, .gammaLookup, .degammaLookup, .colourMatrix, .damage: .blob
    case .crtc, .framebuffer: .object
    case .power: .enumeration(["On": 0, "Standby": 1, "Suspend": 2, "Off": 3])
    case .linkStatus: .enumeration(["Good": 0, "Bad": 1])
    case .panelOrientation:
      .enumeration(
        Dictionary(
          uniqueKeysWithValues: PanelOrientation.allCases.enumerated().map {
            ($0.element.rawValue, UInt64($0.offset))
          }))
    case .type: .enumeration(["Overlay": 0, "Primary": 1, "Cursor": 2])
    case .targetX, .targetY:
      .signedRange(minimum: Int64(Int32.min), maximum: Int64(Int32.max))
    case .targetWidth, .targetHeight: .range(minimum: 0, maximum: UInt64(Int32.max))
    case .sourceX, .sourceY, .sourceWidth, .sourceHeight:
      .range(minimum: 0, maximum: UInt64(UInt32.max))
    case .rotation:
      .bitmask([
        "rotate-0": 1, "rotate-90": 2, "rotate-180": 4, "rotate-270": 8, "reflect-x": 16,
        "reflect-y": 32,
      ])
    }
  }

  /// Whether a value may be set at all.
  func allows(_ value: UInt64) -> Bool {
    switch kind {
    case .range(let minimum, let maximum): minimum <= value && value <= maximum
    case .signedRange(let minimum, let maximum):
      minimum <= Int64(bitPattern: value) && Int64(bitPattern: value) <= maximum
    case .enumeration(let values): values.values.contains(value)
    case .bitmask(let bits): value & ~bits.values.reduce(0, |) == 0
    case .blob, .object: value <= UInt64(UInt32.max)
    }
  }
}
