/// The fingers on one device, from the first down to the last up, and whether they still may tap.
struct TouchGesture: Sendable {
  private struct Finger {
    var place: TouchPoint
    var downTime: Int64
  }

  /// By slot; a device that knows one finger only calls it -1.
  private var fingers: [Int32: Finger] = [:]
  private var fingerCount = 0
  private var firstDownTime: Int64 = 0
  private var isVoid = false

  /// What was completed since the last frame.
  private var completed: [Gesture] = []

  /// Whether nothing is down and nothing remains to be told.
  var isIdle: Bool { fingers.isEmpty && completed.isEmpty }

  mutating func down(_ slot: Int32, at place: TouchPoint, time: Int64) {
    if fingers.isEmpty {
      fingerCount = 0
      firstDownTime = time
      isVoid = false
    }
    fingerCount += 1
    // A slot that is down already means that a lift was lost: who knows what else.
    let isNew = fingers.updateValue(Finger(place: place, downTime: time), forKey: slot) == nil
    let isInTime = time - firstDownTime <= GestureRecognizer.longestGap
    if !isNew || fingerCount > 2 || !isInTime { isVoid = true }
  }

  mutating func move(_ slot: Int32, to place: TouchPoint, farthest: Double) {
    guard let finger = fingers[slot] else { return }
    let (x, y) = (place.x - finger.place.x, place.y - finger.place.y)
    if (x * x + y * y).squareRoot() > farthest { isVoid = true }
  }

  mutating func up(_ slot: Int32, time: Int64) {
    guard let finger = fingers.removeValue(forKey: slot) else { return }
    if time - finger.downTime > GestureRecognizer.longestTap { isVoid = true }
    guard fingers.isEmpty, !isVoid else { return }
    completed.append(fingerCount == 1 ? .tap : .twoFingerTap)
  }

  mutating func cancel(_ slot: Int32) {
    if fingers.removeValue(forKey: slot) != nil { isVoid = true }
  }

  mutating func takeCompleted() -> [Gesture] {
    defer { completed = [] }
    return completed
  }
}
