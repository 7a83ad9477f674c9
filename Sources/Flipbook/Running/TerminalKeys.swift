import Controls

/// Finds Ctrl, Alt and a function key in what keyboards do; pure.
struct TerminalKeys {
  private var held: Set<Key> = []

  private struct Key: Hashable {
    let device: Int
    let code: UInt32
  }

  private static let control: [UInt32] = [29, 97]
  private static let alternate: [UInt32] = [56, 100]

  /// Takes in one input; answers the terminal that it asks for.
  mutating func take(_ input: RawInput) -> Int? {
    switch input {
    case .key(let device, let code, let isDown, _):
      let key = Key(device: device, code: code)
      if !isDown { held.remove(key) }
      guard isDown else { return nil }
      if Self.control.contains(code) || Self.alternate.contains(code) { held.insert(key) }
      guard isHeld(Self.control), isHeld(Self.alternate) else { return nil }
      return Self.terminal(code)
    case .deviceRemoved(let device):
      held = held.filter { $0.device != device }
      return nil
    default: return nil
    }
  }

  private func isHeld(_ codes: [UInt32]) -> Bool { held.contains { codes.contains($0.code) } }

  /// F1 to F12, by evdev's codes.
  private static func terminal(_ code: UInt32) -> Int? {
    switch code {
    case 59...68: Int(code) - 58
    case 87, 88: Int(code) - 76
    default: nil
    }
  }
}
