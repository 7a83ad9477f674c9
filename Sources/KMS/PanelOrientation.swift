public import Pixels

/// How a panel is built in: which of its sides is up, by the connector's property
/// "panel orientation".
public enum PanelOrientation: String, Sendable, Hashable, CaseIterable {
  /// The top, as on most.
  case normal = "Normal"
  /// The bottom.
  case upsideDown = "Upside Down"
  /// The left side.
  case leftSideUp = "Left Side Up"
  /// The right side.
  case rightSideUp = "Right Side Up"

  /// What a value of the property says, by the names that the kernel gives its values.
  init?(_ value: UInt64, of property: KMSProperty) {
    guard case .enumeration(let values) = property.kind,
      let name = values.first(where: { $0.value == value })?.key
    else { return nil }
    self.init(rawValue: name)
  }

  /// How pictures are turned on it to stand upright.
  public var orientation: Orientation {
    switch self {
    case .normal: .upright
    case .upsideDown: .half
    // The top of pictures is to be on the panel's left.
    case .leftSideUp: .threeQuarters
    case .rightSideUp: .quarter
    }
  }

  /// "with its left side up".
  var phrase: String {
    switch self {
    case .normal: "the right way up"
    case .upsideDown: "upside down"
    case .leftSideUp: "with its left side up"
    case .rightSideUp: "with its right side up"
    }
  }
}

/// How a user wants pictures turned.
public enum RotationRequest: Sendable, Hashable {
  /// As the panel is built in; upright where the kernel does not tell.
  case automatic
  /// So far, however the panel is built in.
  case fixed(Orientation)
}

extension OutputChoice {
  /// How pictures are turned on an output; the reason is nil where there is nothing to say.
  static func chooseOrientation(_ request: OutputRequest, on connector: Connector)
    -> (Orientation, String?)
  {
    let panel = connector.panelOrientation
    let name = connector.name
    switch request.rotation {
    case .fixed(let orientation):
      let told = panel.map { $0 == .normal ? "" : ", though its panel is built in \($0.phrase)" }
      return (
        orientation,
        "Pictures are turned by \(orientation) on \(name)\(told ?? ""): that was asked for."
      )
    case .automatic:
      guard let panel, panel != .normal else { return (.upright, nil) }
      return (
        panel.orientation,
        "Pictures are turned by \(panel.orientation): the panel of \(name) is built in "
          + "\(panel.phrase)."
      )
    }
  }
}
