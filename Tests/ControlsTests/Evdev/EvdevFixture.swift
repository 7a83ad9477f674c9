import Pixels
import Testing

@testable import Controls

/// Records as short as can be written; times do not matter unless given.
enum Record {
  static func key(_ code: UInt16, _ value: Int32, at time: Int64 = 0) -> EvdevRecord {
    EvdevRecord(kind: 1, code: code, value: value, time: time)
  }
  static func place(_ code: UInt16, _ value: Int32) -> EvdevRecord {
    EvdevRecord(kind: 3, code: code, value: value, time: 0)
  }
  static func slot(_ number: Int32) -> EvdevRecord { place(EvdevCode.slot, number) }
  static func touch(_ number: Int32) -> EvdevRecord { place(EvdevCode.tracking, number) }
  static func at(_ x: Int32, _ y: Int32) -> [EvdevRecord] {
    [place(EvdevCode.slotX, x), place(EvdevCode.slotY, y)]
  }
  static func report(at time: Int64 = 0) -> EvdevRecord {
    EvdevRecord(kind: 0, code: EvdevCode.report, value: 0, time: time)
  }
  static let dropped = EvdevRecord(kind: 0, code: EvdevCode.dropped, value: 0, time: 0)
}

/// The devices that tests speak of.
enum Kind {
  static let range = EvdevRange(minimum: 0, maximum: 3999)

  /// - Parameter slots: 0 for one that knows one finger only.
  static func screen(slots: Int) -> EvdevKind {
    EvdevKind(
      capabilities: [.touch, .keyboard], x: range, y: range, slots: slots == 0 ? nil : slots)
  }
  static let keyboard = EvdevKind(capabilities: [.keyboard])
  static let mouse = EvdevKind(capabilities: [.pointer])
}

extension EvdevBits {
  init(_ members: [UInt16]) {
    self.init()
    for member in members { self[member] = true }
  }

  /// The numbers in it, the lowest first.
  var members: [UInt16] { (0..<0x400).filter { self[$0] } }
}

/// Ten of the axes' steps to a pixel.
let tenth = TouchMapping(panel: PixelSize(width: 400, height: 400))

extension EvdevState {
  /// Touches and where they are, by slot.
  init(keys: [UInt16] = [], _ fingers: (touch: Int32, x: Int32, y: Int32)...) {
    self.init(
      keys: EvdevBits(keys), touches: fingers.map(\.touch), x: fingers.map(\.x),
      y: fingers.map(\.y))
  }

  /// Nothing down anywhere.
  static func empty(_ kind: EvdevKind) -> EvdevState {
    let count = kind.capabilities.contains(.touch) ? kind.slots ?? 1 : 0
    let zeros = [Int32](repeating: 0, count: count)
    return EvdevState(touches: [Int32](repeating: -1, count: count), x: zeros, y: zeros)
  }
}

extension EvdevMachine {
  init(_ kind: EvdevKind, state: EvdevState? = nil) {
    self.init(device: 7, kind: kind, state: state ?? .empty(kind))
  }

  /// What is told of records after which no state is asked for.
  mutating func told(
    _ records: [EvdevRecord], mapping: TouchMapping? = tenth,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> [RawInput] {
    var inputs: [RawInput] = []
    for record in records {
      let mustAsk = take(record, mapping: mapping) { inputs.append($0) }
      #expect(!mustAsk, "the state is asked for", sourceLocation: sourceLocation)
    }
    return inputs
  }

  /// What is told of a state after records were lost.
  mutating func told(_ state: EvdevState, time: Int64) -> [RawInput] {
    var inputs: [RawInput] = []
    resynchronize(state, time: time, mapping: tenth) { inputs.append($0) }
    return inputs
  }

  /// What is told when the device goes.
  mutating func released(time: Int64) -> [RawInput] {
    var inputs: [RawInput] = []
    release(time: time) { inputs.append($0) }
    return inputs
  }
}

/// Follows what is told, and complains of what cannot be.
struct Follower {
  var keys: Set<UInt32> = []
  var fingers: [Int32: TouchPoint] = [:]
  /// How often a finger came down and a key was pressed.
  var touches = 0
  var presses = 0
  private var isFrameOpen = false

  /// Nothing is left of a frame without its end.
  mutating func finish() { #expect(!isFrameOpen, "touches without a frame") }

  mutating func take(_ input: RawInput) {
    switch input {
    case .key(7, let code, let isDown, _), .pointerButton(7, let code, let isDown, _):
      #expect(keys.contains(code) != isDown, "\(input)")
      if isDown { keys.insert(code) } else { keys.remove(code) }
      presses += isDown ? 1 : 0
      return
    case .touchDown(7, let slot, let place, _):
      #expect(fingers.updateValue(place, forKey: slot) == nil, "\(input)")
      touches += 1
    case .touchMotion(7, let slot, let place, _):
      #expect(fingers.updateValue(place, forKey: slot) != nil, "\(input)")
    case .touchUp(7, let slot, _), .touchCancel(7, let slot, _):
      #expect(fingers.removeValue(forKey: slot) != nil, "\(input)")
    case .touchFrame(7, _):
      #expect(isFrameOpen, "a frame of nothing")
      isFrameOpen = false
      return
    default:
      Issue.record("\(input)")
      return
    }
    isFrameOpen = true
  }
}
