/// What the kernel says of a device, before anything is made of it.
struct EvdevFacts: Hashable, Sendable {
  /// The keys and buttons that it has.
  var keys = EvdevBits(count: EvdevCode.counts.keys)
  /// The axes that have places.
  var axes = EvdevBits(count: EvdevCode.counts.axes)
  /// The axes that it moves along.
  var motions = EvdevBits(count: EvdevCode.counts.motions)
  /// Its properties.
  var properties = EvdevBits(count: EvdevCode.counts.properties)
  /// The first and last value of axes that have places.
  var ranges: [UInt16: EvdevRange] = [:]
}

/// The values that an axis says it has.
struct EvdevRange: Hashable, Sendable {
  var minimum: Int32
  var maximum: Int32

  /// Whether places can be made of it: drivers are seen that report 0 to 0, and the wrong way round.
  var isSound: Bool { minimum < maximum }

  /// Where a value is on so many pixels, as libinput reckons it.
  func place(of value: Int32, across extent: Int) -> Double {
    (Double(value) - Double(minimum)) * Double(extent)
      / (Double(maximum) - Double(minimum) + 1)
  }
}

/// What a device is for us.
struct EvdevKind: Hashable, Sendable {
  /// How touches of a screen are told.
  struct Touch: Hashable, Sendable {
    /// The values across.
    var x: EvdevRange
    /// The values down.
    var y: EvdevRange
    /// How many fingers have a slot each; 0 for a screen that knows one finger only.
    var slots: Int
  }

  /// What can be used of it.
  var capabilities: Set<InputDevice.Capability> = []
  /// Its touches; nil for what is no touch screen.
  var touch: Touch?

  /// The kernel itself grants no more slots to a device than this.
  static let mostSlots: Int32 = 100
}

extension EvdevKind {
  /// Tells what a device is, by the rules of udev's `input_id`, which libinput goes by.
  ///
  /// Pens, joysticks and accelerometers are nothing here. A touch pad is a pointer: its buttons count.
  /// Screens that speak multi-touch protocol A, without slots, count by their first finger.
  init(_ facts: EvdevFacts) {
    func has(_ keys: UInt16...) -> Bool { keys.contains { facts.keys[$0] } }
    guard !facts.properties[EvdevCode.accelerometer] else { return }
    if facts.keys.members.contains(where: EvdevCode.isKey) { capabilities.insert(.keyboard) }
    let hasPlaces = facts.axes[EvdevCode.x] && facts.axes[EvdevCode.y]
    // All axes at once are a remote control that makes them up.
    let hasSlots =
      facts.axes[EvdevCode.slotX] && facts.axes[EvdevCode.slotY] && facts.axes[EvdevCode.slot]
      && !facts.axes[EvdevCode.slot - 1]
    let isDirect = facts.properties[EvdevCode.direct]
    let isPen = (hasPlaces || hasSlots) && has(EvdevCode.pen, EvdevCode.stylus)
    let isPad = (hasPlaces || hasSlots) && has(EvdevCode.finger) && !isDirect
    let hasMouseButton = EvdevCode.mouseButtons.contains { facts.keys[$0] }
    if !isPen, hasMouseButton { capabilities.insert(.pointer) }
    guard !isPen, !isPad, has(EvdevCode.touch) || isDirect else { return }
    if hasSlots {
      // One slot is 0 to 0.
      let last = min(max(facts.ranges[EvdevCode.slot]?.maximum ?? 0, 0), Self.mostSlots - 1)
      touch = Self.touch(facts, EvdevCode.slotX, EvdevCode.slotY, slots: Int(last) + 1)
    } else if hasPlaces, !hasMouseButton, has(EvdevCode.touch) {
      touch = Self.touch(facts, EvdevCode.x, EvdevCode.y, slots: 0)
    }
    if touch != nil { capabilities.insert(.touch) }
  }

  /// Nil where no place can be made of what it will say.
  private static func touch(_ facts: EvdevFacts, _ x: UInt16, _ y: UInt16, slots: Int) -> Touch? {
    guard let x = facts.ranges[x], let y = facts.ranges[y], x.isSound, y.isSound else { return nil }
    return Touch(x: x, y: y, slots: slots)
  }
}
