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
  private let held: HeldCards
  /// Where several outputs share cards: those, and what all of them are asked for.
  private var shared: (cards: SharedCards, request: OutputRequest, card: String?)?
  /// What was found of those when they were looked at last.
  private(set) var latest = OutputChoices()
  private let loop: EventLoop
  private var settling: TimerToken?
  private var nextChange: TimerToken?
  private var nextLook: TimerToken?
  private var isListening = false

  /// Changes come in bursts: connectors, card, and the same once more.
  private static let settlingTime: Int64 = 200_000_000

  /// Whether the cards are as they are, whatever happens.
  let neverChanges: Bool

  init(cards: any DisplayCards, loop: EventLoop, neverChanges: Bool) {
    self.cards = cards
    held = HeldCards(cards)
    self.neverChanges = neverChanges
    self.loop = loop
  }

  /// Begins to tell of changes.
  ///
  /// - Throws: why nobody tells of them, once; they are looked for now and then instead.
  func listen() throws(Errno) {
    guard !isListening else { return }
    isListening = true
    var deafness = cards.deafness
    if let descriptor = cards.changeDescriptor {
      do throws(Errno) {
        try loop.watch(descriptor, priority: 5) { [weak self] in self?.take() }
      } catch { deafness = error }
    }
    armNextChange()
    guard let deafness else { return }
    lookSoon()
    throw deafness
  }

  /// Often enough for who plugs a cable in and waits, and rare enough for what is playing.
  private static let lookInterval: Int64 = 5_000_000_000

  private func lookSoon() {
    nextLook = loop.schedule(at: loop.now + Self.lookInterval) { [weak self] in
      guard let self else { return }
      lookSoon()
      onChange()
    }
  }

  /// Tells of no more changes.
  func close() {
    onChange = {}
    if let descriptor = cards.changeDescriptor, isListening { loop.unwatch(descriptor) }
    isListening = false
    for timer in [settling, nextChange, nextLook].compactMap(\.self) { loop.cancel(timer) }
    letGo()
  }

  /// Closes the cards that are held while nothing is plugged in: another may have them.
  func letGo() {
    held.letGo()
    shared?.cards.letGo()
  }

  /// Opens each card once from now on, for all outputs that are asked for.
  func share(_ request: OutputRequest, on card: String?) {
    shared = (SharedCards(cards), request, card)
  }

  /// The outputs that can be had at present, and what is missing.
  ///
  /// - Parameters:
  ///   - inAnyMode: whether a mode that was asked for is left out of account.
  ///   - avoidsFirmwareDisplays: whether a display that the firmware set up is.
  ///   - probing: whether displays are asked anew, which takes long.
  func outputs(
    inAnyMode: Bool = false, avoidsFirmwareDisplays: Bool = false, probing: Bool = true
  ) -> OutputChoices {
    defer { armNextChange() }
    guard let shared else { return OutputChoices() }
    var request = shared.request
    request.avoidsFirmwareDisplays = avoidsFirmwareDisplays
    if inAnyMode { request.mode = nil }
    latest = shared.cards.choose(request, on: shared.card, probing: probing)
    return latest
  }

  /// Whom to tell when one output has read events of another.
  func whenEventsAreKept(_ body: @escaping () -> Void) { shared?.cards.onKept = body }

  /// Opens an output's part of its card.
  func display(
    _ output: OutputChoices.Output, keeping kept: (any KMSDevice)?
  ) -> ChosenDisplay? {
    shared?.cards.display(output, keeping: kept)
  }

  /// Finds one of the outputs that share cards: that of a name, or the first.
  private func findShared(
    _ request: OutputRequest, keeping kept: (any KMSDevice)?
  ) throws(DisplayError) -> ChosenDisplay {
    let name = request.output
    let choices = outputs(
      inAnyMode: request.mode == nil, avoidsFirmwareDisplays: request.avoidsFirmwareDisplays)
    let output = choices.outputs.first { output in
      name.map { $0.lowercased() == output.choice.connector.name.lowercased() } ?? true
    }
    if let output, let display = display(output, keeping: kept) { return display }
    let missing = choices.missing.first { missing in
      guard let name, let output = missing.output else { return true }
      return name.lowercased() == output.lowercased()
    }
    throw missing?.error
      ?? DisplayError(.noOutput, "Nothing is plugged into \(name ?? "any output") at present.")
  }

  /// Finds a display; a card that is open already is asked through that file.
  func find(
    _ request: OutputRequest, on card: String?, keeping kept: (any KMSDevice)? = nil
  ) throws(DisplayError) -> ChosenDisplay {
    defer { armNextChange() }
    if shared != nil { return try findShared(request, keeping: kept) }
    let opened = try held.openDisplay(keeping: kept, card: card, request: request)
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
      // A card that is one's own was closed by looking in vain; a part of a shared one was not.
      let found = try find(request, on: card, keeping: shared == nil ? nil : kept)
      log("\(error) Playing in \(found.choice.mode.title) meanwhile.")
      return found
    }
  }

  /// Whether another card has a display.
  func hasDisplay(besides path: String) -> Bool {
    guard shared == nil else { return false }
    return cards.paths.contains { other in
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
