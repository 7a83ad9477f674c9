import Linux

/// Gives memory back while the system is short of it, and takes it again after a quiet time.
///
/// On the loop's thread.
final class MemoryGuard {
  /// Gives back what is not needed now, before budgets shrink; answers whether there was any.
  var giveBackSpare: () -> Bool = { false }
  /// Called when `budget(of:)` answers otherwise than before.
  var onChange: () -> Void = {}

  private let loop: EventLoop
  private var relief = MemoryRelief()
  private var timer: TimerToken?
  private var pressure: MemoryPressure?

  init(loop: EventLoop) { self.loop = loop }

  deinit {
    if let timer { loop.cancel(timer) }
  }

  /// Listens to the system; not on a virtual clock, whose runs are the same everywhere.
  func listen(places: @autoclosure () -> MemoryPlaces = .system) {
    guard pressure == nil, !loop.clock.isVirtual else { return }
    pressure = MemoryPressure(loop: loop, places: places()) { [unowned self] in relieve() }
  }

  /// What is left of a budget.
  func budget(of whole: Int) -> Int { relief.budget(of: whole) }

  /// Memory is short.
  func relieve() {
    guard !giveBackSpare() else { return }
    relief.press(at: loop.now)
    onChange()
    awaitCalm()
  }

  private func awaitCalm() {
    if let timer { loop.cancel(timer) }
    timer = relief.nextCalm.map { time in
      loop.schedule(at: time) { [unowned self] in
        timer = nil
        if relief.calm(at: loop.now) { onChange() }
        awaitCalm()
      }
    }
  }
}
