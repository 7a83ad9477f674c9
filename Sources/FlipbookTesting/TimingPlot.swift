/// A picture of flip timing: a bar a vblank, and which frame was up; an SVG that any browser shows.
///
/// Give it each frame as it reaches the screen. It counts all, keeps the first 20,000 and after that
/// the late ones with what they replaced, so that a run may last for months.
public struct TimingPlot: Sendable {
  /// A frame on screen, and how it got there.
  struct Shown: Sendable, Hashable {
    var frame: Int
    var firstVblank: UInt64
    /// The first vblank without it.
    var end: UInt64
    var overdue: Int
    var dropped: Int

    /// Whether something went wrong on the way to it.
    var isTrouble: Bool { overdue > 0 || dropped > 0 }
  }

  /// The headline: what was played.
  public var title: String
  /// A line below it: display, rate, options.
  public var subtitle: String
  /// Vblanks a second.
  public let refresh: Double

  /// Changes of frame so far.
  public private(set) var framesShown = 0
  /// Those that came later than they were due.
  public private(set) var framesLate = 0
  /// Frames left out to catch up.
  public private(set) var framesDropped = 0

  private(set) var kept: [Shown] = []
  /// How many frames were on screen for how many vblanks.
  private(set) var holds: [UInt64: Int] = [:]
  private(set) var firstVblank: UInt64?
  private(set) var endVblank: UInt64 = 0
  private var last: Shown?

  static let keptLimit = 20_000
  static let keptTroubleLimit = 2_000

  /// Makes an empty plot.
  ///
  /// - Parameters:
  ///   - title: the headline: what was played.
  ///   - subtitle: a line below it.
  ///   - refresh: vblanks a second, above 0.
  public init(title: String, subtitle: String = "", refresh: Double) {
    precondition(refresh > 0, "a display refreshes")
    self.title = title
    self.subtitle = subtitle
    self.refresh = refresh
  }

  /// Notes that a frame has reached the screen.
  ///
  /// - Parameters:
  ///   - frame: its index.
  ///   - vblank: the first vblank with it, in a count that does not wrap; not before the last frame's.
  ///   - overdue: by how many vblanks it came late.
  ///   - dropped: how many frames before it were left out.
  public mutating func show(frame: Int, vblank: UInt64, overdue: Int = 0, dropped: Int = 0) {
    // A number below that of the last frame would be a mistake of the caller: draw on.
    let vblank = max(vblank, last?.firstVblank ?? 0)
    let previous = ended(at: vblank)
    framesShown += 1
    framesLate += overdue > 0 ? 1 : 0
    framesDropped += dropped
    firstVblank = firstVblank ?? vblank
    endVblank = max(endVblank, vblank + 1)
    let shown = Shown(
      frame: frame, firstVblank: vblank, end: vblank + 1, overdue: overdue, dropped: dropped)
    if let previous { keep(previous, isNeeded: shown.isTrouble) }
    last = shown
  }

  /// Notes the first vblank at which the last frame was no longer on screen.
  public mutating func end(vblank: UInt64) {
    if let previous = ended(at: vblank) { keep(previous, isNeeded: true) }
    endVblank = max(endVblank, vblank)
    last = nil
  }

  /// What is known of the run, oldest first.
  var shown: [Shown] {
    guard let last else { return kept }
    return kept + [last]
  }

  private mutating func ended(at vblank: UInt64) -> Shown? {
    guard var previous = last else { return nil }
    previous.end = max(vblank, previous.firstVblank)
    holds[previous.end - previous.firstVblank, default: 0] += 1
    return previous
  }

  private mutating func keep(_ shown: Shown, isNeeded: Bool) {
    let hasRoom =
      kept.count < Self.keptLimit
      || (isNeeded || shown.isTrouble) && kept.count < Self.keptLimit + Self.keptTroubleLimit
    if hasRoom { kept.append(shown) }
  }
}
