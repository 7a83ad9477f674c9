import Pixels

extension PropertyValue {
  /// The value between this one and another, past them where progress overshoots; nil where there is
  /// nothing in between.
  ///
  /// At 0 and 1 it is exactly the one or the other. Numbers that have bounds stay in them.
  func mixed(with other: PropertyValue, at progress: Double) -> PropertyValue? {
    let mixed = unendedMixture(with: other, at: progress)
    // Sums of fractions would come close to the ends only.
    guard let mixed else { return nil }
    return progress == 0 ? self : progress == 1 ? other : mixed
  }

  private func unendedMixture(
    with other: PropertyValue, at progress: Double
  ) -> PropertyValue? {
    switch (self, other) {
    case (.point(let one), .point(let two)): .point(one.mixed(with: two, at: progress))
    case (.rectangle(let one), .rectangle(let two)):
      .rectangle(one.mixed(with: two, at: progress))
    case (.transform(let one), .transform(let two)):
      .transform(one.mixed(with: two, at: progress))
    case (.number(let one), .number(let two)): .number(one + (two - one) * progress)
    case (.background(let one), .background(let two)):
      one.mixed(with: two, at: progress).map { .background($0) }
    case (.content(.color(let one)), .content(.color(let two))):
      .content(.color(one.mixed(with: two, at: progress)))
    default: nil
    }
  }

  /// A number so much larger.
  func shifted(by amount: Double) -> PropertyValue {
    if case .number(let number) = self { .number(number + amount) } else { self }
  }
}

extension Rectangle {
  fileprivate func mixed(with other: Rectangle, at progress: Double) -> Rectangle {
    var mixed = Rectangle(origin: origin.mixed(with: other.origin, at: progress), size: size)
    mixed.size.width.mix(with: other.size.width, at: progress)
    mixed.size.height.mix(with: other.size.height, at: progress)
    mixed.size = Size(width: max(0, mixed.size.width), height: max(0, mixed.size.height))
    return mixed
  }
}

extension Background {
  fileprivate func mixed(with other: Background, at progress: Double) -> Background? {
    guard let one = ends, let two = other.ends else { return nil }
    let top = one.top.mixed(with: two.top, at: progress)
    let bottom = one.bottom.mixed(with: two.bottom, at: progress)
    if case .color = self, case .color = other { return .color(top) }
    return .gradient(top: top, bottom: bottom)
  }

  private var ends: (top: Color, bottom: Color)? {
    switch self {
    case .none: nil
    case .color(let color): (color, color)
    case .gradient(let top, let bottom): (top, bottom)
    }
  }
}

extension Color {
  fileprivate func mixed(with other: Color, at progress: Double) -> Color {
    func channel(_ one: UInt8, _ two: UInt8) -> UInt8 {
      let mixed = Double(one) + (Double(two) - Double(one)) * progress
      return UInt8(min(max(0, mixed.rounded()), 255))
    }
    return Color(
      red: channel(red, other.red), green: channel(green, other.green),
      blue: channel(blue, other.blue))
  }
}
