@testable import Controls

/// What kernels say of devices, and what these are.
enum Devices {
  typealias Code = EvdevCode

  static func facts(
    keys: [UInt16] = [], axes: [UInt16] = [], motions: [UInt16] = [], properties: [UInt16] = [],
    range: EvdevRange = Kind.range, slots: EvdevRange = EvdevRange(minimum: 0, maximum: 4)
  ) -> EvdevFacts {
    var ranges = Dictionary(uniqueKeysWithValues: axes.map { ($0, range) })
    if axes.contains(Code.slot) { ranges[Code.slot] = slots }
    return EvdevFacts(
      keys: EvdevBits(count: 0x300, keys), axes: EvdevBits(count: 0x40, axes),
      motions: EvdevBits(count: 0x10, motions), properties: EvdevBits(count: 0x20, properties),
      ranges: ranges)
  }

  static let places: [UInt16] = [Code.x, Code.y]
  static let slots: [UInt16] = [Code.slot, Code.slotX, Code.slotY, Code.tracking]

  static let known: [(String, EvdevFacts, Set<InputDevice.Capability>, Int?)] = [
    ("a keyboard", facts(keys: [1, 30, 57]), [.keyboard], nil),
    ("a power button", facts(keys: [116]), [.keyboard], nil),
    ("a remote control", facts(keys: [0x160]), [.keyboard], nil),
    ("a mouse", facts(keys: [0x110], motions: [0, 1]), [.pointer], nil),
    ("QEMU's tablet", facts(keys: [0x110, 0x111], axes: places, motions: [8]), [.pointer], nil),
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
    ("a screen for one finger", facts(keys: [Code.touch], axes: places), [.touch], 0),
    (
      "a screen of protocol A",
      facts(keys: [Code.touch], axes: places + [Code.slotX, Code.slotY]), [.touch], 0
    ),
    (
      "a screen with keys", facts(keys: [158, Code.touch], axes: places), [.keyboard, .touch], 0
    ),
    ("a pen", facts(keys: [Code.pen, Code.touch], axes: places), [], nil),
    ("a pen on a screen", facts(keys: [Code.stylus], axes: slots, properties: [1]), [], nil),
    ("an accelerometer", facts(keys: [30], axes: places, properties: [6]), [], nil),
    ("a joystick", facts(keys: [0x120], axes: places), [], nil),
    ("a lid", facts(), [], nil),
    (
      "a remote with all axes", facts(keys: [Code.touch], axes: Array(0..<0x40)), [.touch], 0
    ),
  ]
}
