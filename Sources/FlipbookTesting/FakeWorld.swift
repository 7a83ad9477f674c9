import KMS
import Linux

/// The time of a simulated machine: what its cards do and what is scripted, in one order.
///
/// Nothing happens by itself. Whoever asks a card or the machine brings all of it up to the clock
/// first; while that goes on, `now` is the moment that is being lived through.
final class FakeWorld {
  let clock: any LoopClock
  private var moment: Int64?
  private var entries: [(time: Int64, action: () -> Void)] = []
  private var cards: [WeakCard] = []
  private var told: [(time: Int64, change: DeviceChange)] = []

  private struct WeakCard {
    weak var card: FakeCard?
  }

  init(clock: any LoopClock) { self.clock = clock }

  /// The time at which whatever happens now happens.
  var now: Int64 { moment ?? clock.now }

  /// Whether a script is being run, which cannot wait.
  var isScripted: Bool { moment != nil }

  func add(_ card: FakeCard) { cards.append(WeakCard(card: card)) }

  /// Has something happen once the clock gets there; at one time, what was asked for first.
  func schedule(at time: Int64, _ action: @escaping () -> Void) {
    let place = entries.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
    entries.insert((time, action), at: place)
  }

  /// When the next scripted thing is.
  var nextEntry: Int64? { entries.first?.time }

  /// Lives through all that has come due.
  func settle() {
    // What happens asks the cards itself.
    guard moment == nil else { return }
    let end = clock.now
    defer { moment = nil }
    while true {
      let flip = cards.compactMap { $0.card?.nextFlip }.min { $0.time < $1.time }
      let scripted = entries.first?.time
      let time = min(flip?.time ?? .max, scripted ?? .max)
      guard time <= end else { return }
      moment = max(moment ?? .min, time)
      // A vblank comes before what is done at it.
      if let flip, flip.time == time {
        flip.card.complete(flip.crtc)
      } else if !entries.isEmpty {
        entries.removeFirst().action()
      }
    }
  }

  /// Waits for a moment: moves a virtual clock on, sleeps on a real one; a script cannot wait.
  func wait(until time: Int64) {
    guard moment == nil else { return }
    clock.wait(until: time)
    settle()
  }

  // MARK: - What the kernel tells of

  /// Tells of a change, `later` nanoseconds from now.
  func tell(_ change: DeviceChange, later: Int64 = 0) {
    guard later > 0 else {
      told.append((now, change))
      return
    }
    schedule(at: now + later) { [weak self] in self?.tell(change) }
  }

  /// When the first change was told that nobody took.
  var firstTold: Int64? { told.first?.time }

  func takeChanges() -> [DeviceChange] {
    defer { told.removeAll() }
    return told.map(\.change)
  }
}
