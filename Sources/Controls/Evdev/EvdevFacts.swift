/// What the kernel says of a device, before anything is made of it.
struct EvdevFacts: Sendable {
  /// The keys and buttons that it has.
  var keys = EvdevBits()
  /// The axes that have places.
  var axes = EvdevBits()
  /// Its properties.
  var properties = EvdevBits()
  /// The values across and down.
  var x = EvdevRange()
  var y = EvdevRange()
  /// Those of slots.
  var slotX = EvdevRange()
  var slotY = EvdevRange()
  /// The number of the last slot.
  var lastSlot: Int32 = 0
}

/// The values that an axis says it has.
struct EvdevRange: Sendable {
  var minimum: Int32 = 0
  var maximum: Int32 = 0

  /// Whether places can be made of it: drivers are seen that report 0 to 0, and the wrong way round.
  var isSound: Bool { minimum < maximum }

  /// Where a value is on so many pixels, as libinput reckons it.
  func place(of value: Int32, across extent: Int) -> Double {
    (Double(value) - Double(minimum)) * Double(extent)
      / (Double(maximum) - Double(minimum) + 1)
  }
}

/// What a device is for us.
struct EvdevKind: Sendable {
  /// What can be used of it.
  var capabilities: Set<InputDevice.Capability> = []
  /// The values of its touches; of no meaning for what is no touch screen.
  var x = EvdevRange()
  var y = EvdevRange()
  /// How many fingers of a touch screen have a slot each; nil for one that knows one finger only.
  var slots: Int?

  /// The kernel itself grants no more slots to a device than this.
  static let mostSlots: Int32 = 100
}

extension EvdevKind {
  /// Tells what a device is, by the rules of udev's `input_id`, which libinput goes by.
  ///
  /// Pens, joysticks and accelerometers are nothing here. A touch pad is a pointer: its buttons count.
  /// Screens that speak multi-touch protocol A, without slots, count by their first finger.
  init(_ facts: EvdevFacts) {
    guard !facts.properties[EvdevCode.accelerometer] else { return }
    var hasKey = false
    var hasMouseButton = false
    for code in 0..<EvdevCode.keyCount where facts.keys[code] {
      if EvdevCode.isKey(code) { hasKey = true }
      if code >= EvdevCode.mouseButtons.0, code < EvdevCode.mouseButtons.1 { hasMouseButton = true }
    }
    if hasKey { capabilities.insert(.keyboard) }
    let hasPlaces = facts.axes[EvdevCode.x] && facts.axes[EvdevCode.y]
    // All axes at once are a remote control that makes them up.
    let hasSlots =
      facts.axes[EvdevCode.slotX] && facts.axes[EvdevCode.slotY] && facts.axes[EvdevCode.slot]
      && !facts.axes[EvdevCode.slot - 1]
    let isDirect = facts.properties[EvdevCode.direct]
    let isPlane = hasPlaces || hasSlots
    let isPen = isPlane && (facts.keys[EvdevCode.pen] || facts.keys[EvdevCode.stylus])
    if !isPen, hasMouseButton { capabilities.insert(.pointer) }
    let isPad = isPlane && facts.keys[EvdevCode.finger] && !isDirect
    let hasTouch = facts.keys[EvdevCode.touch]
    guard !isPen, !isPad,
      hasSlots ? hasTouch || isDirect : hasTouch && hasPlaces && !hasMouseButton
    else { return }
    x = hasSlots ? facts.slotX : facts.x
    y = hasSlots ? facts.slotY : facts.y
    // Nothing can be made of what it will say otherwise.
    guard x.isSound, y.isSound else { return }
    if hasSlots { slots = Int(min(max(facts.lastSlot, 0), Self.mostSlots - 1)) + 1 }
    capabilities.insert(.touch)
  }
}
