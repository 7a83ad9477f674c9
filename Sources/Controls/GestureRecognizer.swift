public import Pixels

/// Finds taps in touches and clicks: raw inputs in, gestures out, no clock but that of the inputs.
///
/// Every device has its own gesture, from the first finger down to the last one up. It is void
/// if a finger is cancelled, moves far or stays long, if a third comes, or if the device goes.
public struct GestureRecognizer: Sendable {
  /// How long a finger may stay down, in nanoseconds.
  public static let longestTap: Int64 = 500_000_000
  /// How long after the first finger the second may come down, in nanoseconds.
  public static let longestGap: Int64 = 300_000_000

  /// How far a finger may move, in pixels.
  public let farthestMove: Double

  private var touches: [Int: TouchGesture] = [:]
  private var clicks: [Int: Int64] = [:]

  /// Makes a recognizer for a screen; a finger may move by 1/25 of its shorter side.
  public init(screen: PixelSize) {
    farthestMove = Double(min(screen.width, screen.height)) / 25
  }

  /// Takes in one input and answers the gestures that it completes.
  public mutating func take(_ input: RawInput) -> [Gesture] {
    switch input {
    case .touchDown(let device, let slot, let place, let time):
      touches[device, default: TouchGesture()].down(slot, at: place, time: time)
    case .touchMotion(let device, let slot, let place, _):
      touches[device]?.move(slot, to: place, farthest: farthestMove)
    case .touchUp(let device, let slot, let time):
      touches[device]?.up(slot, time: time)
    case .touchCancel(let device, let slot, _):
      touches[device]?.cancel(slot)
    case .touchFrame(let device, _):
      let completed = touches[device]?.takeCompleted() ?? []
      if touches[device]?.isIdle == true { touches[device] = nil }
      return completed
    case .pointerButton(let device, InputCode.leftButton, let isDown, let time):
      return click(device, isDown: isDown, time: time)
    case .deviceRemoved(let device):
      touches[device] = nil
      clicks[device] = nil
    case .deviceAdded, .key, .pointerButton:
      break
    }
    return []
  }

  private mutating func click(_ device: Int, isDown: Bool, time: Int64) -> [Gesture] {
    if isDown {
      clicks[device] = time
    } else if let start = clicks.removeValue(forKey: device) {
      return time - start <= GestureRecognizer.longestTap ? [.tap] : []
    }
    return []
  }
}
