/// A layer's turning for ever about its middle.
struct Spin {
  /// Nanoseconds of a turn.
  let duration: Int64
  let isClockwise: Bool
  /// When it stood, or would have stood, upright; nil while the layer is in no scene.
  var start: Int64?
  /// How far it had turned when it was started, in nanoseconds of its turn.
  let lead: Int64
  /// When it will have come to rest, upright; nil while it was not asked to.
  var stop: Int64?
  /// Where its stop is in the order of commit.
  var order = 0
  /// Told when it has come to rest.
  var completion: ((Bool) -> Void)?

  /// The turns at a time, from -1 to 1; positive ones are clockwise.
  func angle(at time: Int64) -> Double {
    if let stop, time >= stop { return 0 }
    let passed = start.map { max(0, Int128(time) - Int128($0)) } ?? 0
    let turns = Double((passed + Int128(lead)) % Int128(duration)) / Double(duration)
    return isClockwise ? turns : -turns
  }

  /// Whether it turns right after a time.
  func isTurning(after time: Int64) -> Bool { start != nil && stop.map { time < $0 } ?? true }

  /// When it is next upright, at a time or after it.
  func upright(from time: Int64) -> Int64 {
    guard let start else { return time }
    let passed = max(0, Int128(time) - Int128(start)) + Int128(lead)
    let left = (Int128(duration) - passed % Int128(duration)) % Int128(duration)
    return Int64(clamping: Int128(max(time, start)) + left)
  }
}

/// Where a layer stood when its turning was stopped: started again, it turns on from there.
struct SpinPause {
  /// Turns past upright, 0 to 1, clockwise.
  let angle: Double
  /// The layer's own rotation without the angle.
  let upright: Double
  /// The layer's own rotation with it.
  let rotation: Double
}
