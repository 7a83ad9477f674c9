/// One record that a device node gives.
struct EvdevRecord: Hashable, Sendable {
  /// Of `EvdevCode.Kind`.
  var kind: UInt16
  /// Which key or axis.
  var code: UInt16
  /// 0, 1 and 2 for a key: up, down, repeated; the place on an axis.
  var value: Int32
  /// Nanoseconds of the monotonic clock.
  var time: Int64
}

/// What is down on a device at one moment, and where.
struct EvdevState: Hashable, Sendable {
  /// A finger's place and the number of its touch.
  struct Finger: Hashable, Sendable {
    /// The touch's number; negative while none is there, 0 on a screen that knows one finger only.
    var touch: Int32 = -1
    /// Where on the axis across.
    var x: Int32 = 0
    /// Where on the axis down.
    var y: Int32 = 0
  }

  /// The keys and buttons that are down.
  var keys = EvdevBits(count: EvdevCode.counts.keys)
  /// The slot that the next records are about.
  var slot: Int32 = 0
  /// One for each slot; one on a screen that knows one finger only.
  var fingers: [Finger] = []
}
