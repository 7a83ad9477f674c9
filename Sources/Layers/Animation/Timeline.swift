/// The animations of a scene, and what they have to tell.
///
/// `advance` starts and ends what is due, in order of time, and only notes what is to be told;
/// `Scene.turn(at:)` tells it. What is on screen does not wait for either: it follows from the runs'
/// times alone.
final class Timeline {
  /// Committed and not over, in the order of commit.
  var runs: [AnimationRun] = []
  /// Open blocks, the innermost last.
  var blocks: [AnimationBlock] = []
  /// Runs of closed blocks in open ones, in the order of closing.
  var closed: [AnimationRun] = []
  /// How many stretches without animation are open.
  var stillDepth = 0
  /// Layers that turn.
  var spinning: [Layer] = []
  /// Layers whose content may move by itself; nil where that is to be found out.
  var movingLayers: [Layer]?
  /// What is to be told at the next turn.
  var notices: [Notice] = []
  /// Whether callbacks are being called.
  var isTelling = false
  /// How many animations and rotations were asked for.
  var orders = 0
  /// How far time has got.
  private(set) var latest = Int64.min

  /// Whether nothing moves, waits or is being changed in a block.
  var isIdle: Bool { runs.isEmpty && blocks.isEmpty && spinning.isEmpty }

  /// The next place in the order of commit.
  func nextOrder() -> Int {
    orders += 1
    return orders
  }

  /// Notes something to be told.
  func note(_ time: Int64, _ order: Int, _ kind: Notice.Kind, _ call: @escaping () -> Void) {
    notices.append(Notice(time: time, order: order, kind: kind, call: call))
  }

  /// Starts and ends what is due by a time; earlier than before, it is as late as it was.
  func advance(to time: Int64) {
    latest = max(latest, time)
    while let due = nextEvent, due <= latest {
      // What ends at a time has ended when something else starts at it.
      for run in runs where run.phase == .running && run.end.map({ $0 <= due }) ?? false {
        finish(run)
      }
      for run in runs where run.phase == .waiting && run.hasStarted(at: due) { begin(run) }
      for layer in spinning { layer.completeTurn(by: due) }
    }
  }

  /// When something starts or ends next.
  var nextEvent: Int64? {
    guard !runs.isEmpty || !spinning.isEmpty else { return nil }
    var next: Int64?
    for run in runs {
      guard let time = run.phase == .running ? run.end : run.start else { continue }
      next = min(next ?? time, time)
    }
    for layer in spinning {
      guard let time = layer.spin?.stop else { continue }
      next = min(next ?? time, time)
    }
    return next
  }
}

/// Something to be told at a turn.
struct Notice {
  /// At the same time for the same animation, in this order.
  enum Kind: Int {
    case start, stop
  }

  let time: Int64
  let order: Int
  let kind: Kind
  let call: () -> Void

  /// Whether it is told before another.
  func isBefore(_ other: Notice) -> Bool {
    (time, order, kind.rawValue) < (other.time, other.order, other.kind.rawValue)
  }
}

/// A block of changes while it is open.
struct AnimationBlock {
  /// The settings, with what it inherited.
  let animation: Animation
  let run: AnimationRun
  /// Whether its changes are plain ones.
  let isImmediate: Bool
}
