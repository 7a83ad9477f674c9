import Controls
import Linux
import Synchronization

/// Opens the input devices on a thread of their own, and hands them to the loop's.
///
/// libinput reads its database and asks every device: that lasts as long as several frames on a
/// small machine, and the loop has pictures to show. The devices have one thread at a time, the
/// opening one until `take()`, the loop's from then on.
final class InputOpening: Sendable {
  private enum State {
    case waiting
    case done(Result<InputDevices, InputError>)
    case over
  }

  private let state = Mutex(State.waiting)

  /// Starts opening; the waker is rung when there is something to take.
  func start(
    _ source: InputDevices.Source, mappings: TouchMappings, grabs: Bool,
    broker: (any SeatBroker)?, waker: Waker
  ) throws(Errno) {
    try BackgroundThread.start {
      self.open(source, mappings: mappings, grabs: grabs, broker: broker)
      waker.wake()
    }
  }

  /// Whether the outcome is still to be taken.
  var isUnderWay: Bool {
    state.withLock { if case .over = $0 { false } else { true } }
  }

  /// What came of it, once; nil before and after.
  func take() -> Result<InputDevices, InputError>? {
    state.withLock { state in
      guard case .done(let result) = state else { return nil }
      state = .over
      return result
    }
  }

  /// Gives up: what is being opened is waited for and closed, what was not begun never is.
  func cancel() {
    state.withLock { $0 = .over }
  }

  /// The lock is held meanwhile, so that no one sees half of it.
  private func open(
    _ source: InputDevices.Source, mappings: TouchMappings, grabs: Bool, broker: (any SeatBroker)?
  ) {
    state.withLock { state in
      guard case .waiting = state else { return }
      do throws(InputError) {
        state = .done(
          .success(
            try InputDevices(source: source, mappings: mappings, grabs: grabs, broker: broker)))
      } catch {
        state = .done(.failure(error))
      }
    }
  }
}
