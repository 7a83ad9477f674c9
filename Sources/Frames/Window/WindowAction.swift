/// What the window's policy wants done, in order.
enum WindowAction: Sendable, Hashable {
  /// Give a frame to a worker.
  case decode(Int)
  /// Free a held frame's memory, before anything that follows.
  case drop(Int)
  /// Take a frame back from a worker if it has not begun with it.
  case cancel(Int)
  /// Name a frame as bad: it alone takes more than the budget.
  case refuse(Int)
}

/// What the policy answers a worker that has read a frame's header.
enum WindowGrant: Sendable, Hashable {
  /// The memory is reserved: decode.
  case proceed
  /// There is no room yet, or the frame is no longer wanted: leave it.
  case postpone
  /// The frame alone takes more than the budget: leave it.
  case refuse
}
