@testable import Controls

/// What kernels say of devices, and what these are.
enum Devices {
  typealias Code = EvdevCode

  static func facts(
    keys: [UInt16] = [], axes: [UInt16] = [], properties: [UInt16] = [],
    range: EvdevRange = Kind.range, lastSlot: Int32 = 4
  ) -> EvdevFacts {
    func of(_ axis: UInt16) -> EvdevRange { axes.contains(axis) ? range : EvdevRange() }
    return EvdevFacts(
      keys: EvdevBits(keys), axes: EvdevBits(axes),
      properties: EvdevBits(properties),
      x: of(Code.x), y: of(Code.y), slotX: of(Code.slotX), slotY: of(Code.slotY),
      lastSlot: axes.contains(Code.slot) ? lastSlot : 0)
  }

  static let places: [UInt16] = [Code.x, Code.y]
  static let slots: [UInt16] = [Code.slot, Code.slotX, Code.slotY, Code.tracking]

  static let known: [(String, EvdevFacts, Set<InputDevice.Capability>, Int?)] = [
    ("a keyboard", facts(keys: [1, 30, 57]), [.keyboard], nil),
    ("a power button", facts(keys: [116]), [.keyboard], nil),
    ("a remote control", facts(keys: [0x160]), [.keyboard], nil),
    ("a mouse", facts(keys: [0x110]), [.pointer], nil),
    ("QEMU's tablet", facts(keys: [0x110, 0x111], axes: places), [.pointer], nil),
    (
      "a touch pad", facts(keys: [0x110, Code.touch, Code.finger], axes: places + slots),
      [.pointer], nil
    ),
    (
      "a screen with slots",
      facts(keys: [Code.touch], axes: places + slots, properties: [Code.direct]), [.touch], 5
    ),
    ("the same without the property", facts(keys: [Code.touch], axes: slots), [.touch], 5),
    (
      "a screen with slots only", facts(axes: slots, properties: [Code.direct]), [.touch], 5
    ),
    ("a screen for one finger", facts(keys: [Code.touch], axes: places), [.touch], nil),
    (
      "a screen of protocol A",
      facts(keys: [Code.touch], axes: places + [Code.slotX, Code.slotY]), [.touch], nil
    ),
    (
      "a screen with keys", facts(keys: [158, Code.touch], axes: places), [.keyboard, .touch], nil
    ),
    ("a pen", facts(keys: [Code.pen, Code.touch], axes: places), [], nil),
    ("a pen on a screen", facts(keys: [Code.stylus], axes: slots, properties: [1]), [], nil),
    ("an accelerometer", facts(keys: [30], axes: places, properties: [6]), [], nil),
    ("a joystick", facts(keys: [0x120], axes: places), [], nil),
    ("a lid", facts(), [], nil),
    (
      "a remote with all axes", facts(keys: [Code.touch], axes: Array(0..<0x40)), [.touch], nil
    ),
  ]
}
