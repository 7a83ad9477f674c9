/// Numbers of the kernel's input events, of `linux/input-event-codes.h`.
enum EvdevCode {
  /// `EV_SYN`, a kind of records as the next two are.
  static let synchronization: UInt16 = 0
  /// `EV_KEY`.
  static let key: UInt16 = 1
  /// `EV_ABS`.
  static let absolute: UInt16 = 3

  /// `SYN_REPORT`: what came before it happened at once.
  static let report: UInt16 = 0
  /// `SYN_DROPPED`: the reader was too slow, and records are lost.
  static let dropped: UInt16 = 3

  /// `ABS_X`.
  static let x: UInt16 = 0
  /// `ABS_Y`.
  static let y: UInt16 = 1
  /// `ABS_MT_SLOT`: which finger the next records are about.
  static let slot: UInt16 = 0x2f
  /// `ABS_MT_POSITION_X`.
  static let slotX: UInt16 = 0x35
  /// `ABS_MT_POSITION_Y`.
  static let slotY: UInt16 = 0x36
  /// `ABS_MT_TRACKING_ID`: a number that each touch has for itself, negative for none.
  static let tracking: UInt16 = 0x39

  /// `BTN_TOUCH`.
  static let touch: UInt16 = 0x14a
  /// `BTN_TOOL_PEN`.
  static let pen: UInt16 = 0x140
  /// `BTN_TOOL_FINGER`.
  static let finger: UInt16 = 0x145
  /// `BTN_STYLUS`.
  static let stylus: UInt16 = 0x14b
  /// `BTN_MOUSE`, the first of a mouse's, and `BTN_JOYSTICK`, the first that is none.
  static let mouseButtons: (UInt16, UInt16) = (0x110, 0x120)
  /// `INPUT_PROP_DIRECT`: touches are where the picture is.
  static let direct: UInt16 = 1
  /// `INPUT_PROP_ACCELEROMETER`.
  static let accelerometer: UInt16 = 6

  /// `KEY_CNT`: how many keys and buttons there are.
  static let keyCount: UInt16 = 0x300

  /// Whether a code of `EV_KEY` is a keyboard's, by its number: `KEY_` and not `BTN_`.
  static func isKey(_ code: UInt16) -> Bool {
    (1..<0x100).contains(code) || (0x160..<0x220).contains(code) || (0x230..<0x2c0).contains(code)
  }

  /// Whether it is something to press with a pointer: not a key, no tool that comes near, no touch.
  static func isButton(_ code: UInt16) -> Bool {
    (0x100..<keyCount).contains(code) && !isKey(code) && !(0x140...0x148).contains(code)
      && !(0x14d...0x14f).contains(code) && code != touch
  }
}

/// A set of such numbers, as the kernel hands it over: in words of the processor.
struct EvdevBits: Sendable {
  /// The words, the lowest numbers first: room for all keys, of which there are more than of anything.
  var words = [UInt](
    repeating: 0, count: Int(EvdevCode.keyCount) / UInt.bitWidth)

  /// Whether a number is in it; what it has no room for is not.
  subscript(_ number: UInt16) -> Bool {
    // Asked in many places, none of them in a hurry.
    @inline(never) get {
      let word = Int(number) / UInt.bitWidth
      return word < words.count && words[word] >> (Int(number) % UInt.bitWidth) & 1 == 1
    }
    @inline(never) set {
      let (word, bit) = (Int(number) / UInt.bitWidth, UInt(1) << (Int(number) % UInt.bitWidth))
      guard word < words.count else { return }
      if newValue { words[word] |= bit } else { words[word] &= ~bit }
    }
  }
}
