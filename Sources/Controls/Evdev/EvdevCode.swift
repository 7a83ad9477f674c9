/// Numbers of the kernel's input events, of `linux/input-event-codes.h`.
enum EvdevCode {
  /// Kinds of records.
  enum Kind {
    /// `EV_SYN`.
    static let synchronization: UInt16 = 0
    /// `EV_KEY`.
    static let key: UInt16 = 1
    /// `EV_REL`.
    static let relative: UInt16 = 2
    /// `EV_ABS`.
    static let absolute: UInt16 = 3
  }

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
  /// `BTN_MOUSE` and the others of a mouse.
  static let mouseButtons: Range<UInt16> = 0x110..<0x120
  /// `INPUT_PROP_DIRECT`: touches are where the picture is.
  static let direct: UInt16 = 1
  /// `INPUT_PROP_ACCELEROMETER`.
  static let accelerometer: UInt16 = 6

  /// How many keys, axes and properties there are: `KEY_CNT`, `ABS_CNT`, `REL_CNT`, `INPUT_PROP_CNT`.
  static let counts = (keys: 0x300, axes: 0x40, motions: 0x10, properties: 0x20)

  /// Whether a code of `EV_KEY` is a keyboard's, by its number: `KEY_` and not `BTN_`.
  static func isKey(_ code: UInt16) -> Bool {
    (1..<0x100).contains(code) || (0x160..<0x220).contains(code) || (0x230..<0x2c0).contains(code)
  }

  /// Whether it is something to press with a pointer: not a key, no tool that comes near, no touch.
  static func isButton(_ code: UInt16) -> Bool {
    code >= 0x100 && !isKey(code) && !(0x140...0x148).contains(code)
      && !(0x14d...0x14f).contains(code) && code != touch
  }
}

/// A set of such numbers, as the kernel hands it over: in words of the processor.
struct EvdevBits: Hashable, Sendable {
  /// The words, the lowest numbers first.
  var words: [UInt]

  /// Makes a set with room for so many numbers from 0 on.
  init(count: Int, _ members: [UInt16] = []) {
    words = [UInt](repeating: 0, count: (count + UInt.bitWidth - 1) / UInt.bitWidth)
    for member in members { self[member] = true }
  }

  /// Whether a number is in it; what it has no room for is not.
  subscript(_ number: UInt16) -> Bool {
    get {
      let word = Int(number) / UInt.bitWidth
      return word < words.count && words[word] >> (Int(number) % UInt.bitWidth) & 1 == 1
    }
    set {
      let (word, bit) = (Int(number) / UInt.bitWidth, UInt(1) << (Int(number) % UInt.bitWidth))
      guard word < words.count else { return }
      if newValue { words[word] |= bit } else { words[word] &= ~bit }
    }
  }

  /// The numbers in it, the lowest first.
  var members: [UInt16] {
    words.indices.flatMap { word in
      (0..<(words[word] == 0 ? 0 : UInt.bitWidth)).compactMap { bit in
        words[word] >> bit & 1 == 1 ? UInt16(word * UInt.bitWidth + bit) : nil
      }
    }
  }
}
