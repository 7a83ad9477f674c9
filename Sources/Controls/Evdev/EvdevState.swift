/// One record that a device node gives.
struct EvdevRecord: Sendable {
  /// `EvdevCode.key` and its like.
  var kind: UInt16
  /// Which key or axis.
  var code: UInt16
  /// 0, 1 and 2 for a key: up, down, repeated; the place on an axis.
  var value: Int32
  /// Nanoseconds of the monotonic clock.
  var time: Int64
}

/// What is down on a device at one moment, and where.
struct EvdevState: Sendable {
  /// The keys and buttons that are down.
  var keys = EvdevBits()
  /// The slot that the next records are about.
  var slot: Int32 = 0
  /// By slot, the number of the touch that is there, negative for none; of a screen that knows one
  /// finger only, 0 while that is down.
  var touches: [Int32] = []
  /// By slot, where it is or was on the axis across.
  var x: [Int32] = []
  /// By slot, where it is or was on the axis down.
  var y: [Int32] = []
}
