import Pixels

/// One value of a layer, whichever it is.
enum PropertyValue {
  case point(Point)
  case rectangle(Rectangle)
  case transform(AffineTransform)
  case number(Double)
  case flag(Bool)
  case background(Background)
  case content(Content)
  case contentMode(ContentMode)

  /// Whether nobody could see another value in its place.
  func isSame(as other: PropertyValue) -> Bool {
    switch (self, other) {
    case (.point(let one), .point(let two)): one == two
    case (.rectangle(let one), .rectangle(let two)): one == two
    case (.transform(let one), .transform(let two)): one == two
    case (.number(let one), .number(let two)): one == two
    case (.flag(let one), .flag(let two)): one == two
    case (.background(let one), .background(let two)): one == two
    case (.content(let one), .content(let two)): one.isSame(as: two)
    case (.contentMode(let one), .contentMode(let two)): one == two
    default: false
    }
  }
}

extension LayerValues {
  /// One of the values.
  subscript(property: LayerProperty) -> PropertyValue {
    get {
      switch property {
      case .center: .point(center)
      case .bounds: .rectangle(bounds)
      case .transform: .transform(transform)
      case .rotation: .number(rotation)
      case .alpha: .number(alpha)
      case .isHidden: .flag(isHidden)
      case .zPosition: .number(zPosition)
      case .background: .background(background)
      case .content: .content(content)
      case .contentMode: .contentMode(contentMode)
      }
    }
    set {
      switch (property, newValue) {
      case (.center, .point(let value)): center = value
      case (.bounds, .rectangle(let value)): bounds = value
      case (.transform, .transform(let value)): transform = value
      case (.rotation, .number(let value)): rotation = value
      case (.alpha, .number(let value)): alpha = value
      case (.isHidden, .flag(let value)): isHidden = value
      case (.zPosition, .number(let value)): zPosition = value
      case (.background, .background(let value)): background = value
      case (.content, .content(let value)): content = value
      case (.contentMode, .contentMode(let value)): contentMode = value
      default: fatalError("\(property) of a layer cannot be \(newValue)")
      }
    }
  }
}

extension Content {
  /// Whether it is the same picture, moving content or colour.
  func isSame(as other: Content) -> Bool {
    switch (self, other) {
    case (.none, .none): true
    case (.color(let one), .color(let two)): one == two
    case (.picture(let one), .picture(let two)): one === two
    case (.moving(let one), .moving(let two)): one === two
    default: false
    }
  }
}
