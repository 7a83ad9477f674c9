import KMS
import Linux
import Timing

/// Looks at the cards of a machine, opens the right one, and tells when they have changed.
///
/// Confined to the loop's thread.
final class DisplayFinder {
  /// Told once cards or cables have changed and have settled.
  var onChange: () -> Void = {}

  private let cards: any DisplayCards
  private let loop: EventLoop
  private var settling: TimerToken?
  private var nextChange: TimerToken?
  private var isListening = false

  /// Changes come in bursts: connectors, card, and the same once more.
  private static let settlingTime: Int64 = 200_000_000

  /// Whether the cards are as they are, whatever happens.
  let neverChanges: Bool

  init(cards: any DisplayCards, loop: EventLoop, neverChanges: Bool) {
    self.cards = cards
    self.neverChanges = neverChanges
    self.loop = loop
  }

  /// Begins to tell of changes.
  ///
  /// - Throws: the errno of `epoll_ctl`.
  func listen() throws(Errno) {
    guard !isListening else { return }
    isListening = true
    if let descriptor = cards.changeDescriptor {
      try loop.watch(descriptor, priority: 5) { [weak self] in self?.take() }
    }
    armNextChange()
  }

  /// Tells of no more changes.
  func close() {
    onChange = {}
    if let descriptor = cards.changeDescriptor, isListening { loop.unwatch(descriptor) }
    isListening = false
    for timer in [settling, nextChange].compactMap(\.self) { loop.cancel(timer) }
  }

  /// Finds a display; a card that is open already is asked through that file.
  func find(
    _ request: OutputRequest, on card: String?, keeping kept: (any KMSDevice)? = nil
  ) throws(DisplayError) -> ChosenDisplay {
    defer { armNextChange() }
    let opened = try CardScan.openDisplay(
      among: cards, keeping: kept, card: card, request: request)
    return ChosenDisplay(device: opened.device, choice: opened.choice)
  }

  /// Finds a display to go on with: where none has the mode that was asked for, in another.
  func findAgain(
    _ request: OutputRequest, on card: String?, keeping kept: (any KMSDevice)?,
    log: (String) -> Void
  ) throws(DisplayError) -> ChosenDisplay {
    do throws(DisplayError) {
      return try find(request, on: card, keeping: kept)
    } catch {
      guard error.code == .unknownMode, request.mode != nil else { throw error }
      var request = request
      request.mode = nil
      let found = try find(request, on: card)
      log("\(error) Playing in \(found.choice.mode.title) meanwhile.")
      return found
    }
  }

  /// Whether another card has a display.
  func hasDisplay(besides path: String) -> Bool {
    cards.paths.contains { other in
      guard other != path, let device = try? cards.open(other) else { return false }
      defer { device.close() }
      return (try? CardSnapshot(of: device, probing: true))?.hasConnectedOutput == true
    }
  }

  private func take() {
    defer { armNextChange() }
    guard !cards.takeChanges().isEmpty, settling == nil else { return }
    // From the first on, so that a stream of them cannot put it off for ever.
    settling = loop.schedule(at: loop.now + Self.settlingTime) { [weak self] in
      guard let self else { return }
      settling = nil
      onChange()
    }
  }

  /// A simulated machine has no descriptor.
  func armNextChange() {
    if let nextChange { loop.cancel(nextChange) }
    guard isListening else { return }
    nextChange = cards.nextChangeTime.map { time in
      loop.schedule(at: time) { [weak self] in
        self?.nextChange = nil
        self?.take()
      }
    }
  }
}
