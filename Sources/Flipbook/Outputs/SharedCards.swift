import KMS
import Linux

/// The cards that the outputs of a run share, each opened once.
///
/// Confined to the loop's thread.
final class SharedCards {
  /// Told when one output has read events of another.
  var onKept: () -> Void = {}

  private let cards: any DisplayCards
  private var shared: [String: SharedCard] = [:]
  /// Cards of which a part was given out: closed with the last part.
  private var used: Set<String> = []

  init(_ cards: any DisplayCards) { self.cards = cards }

  /// Chooses all outputs that a request asks for and that can be had at present.
  ///
  /// - Parameter probing: whether displays are asked anew, which takes long: not on a card that shows
  ///   pictures, unless something has changed.
  func choose(
    _ request: OutputRequest, on card: String?, probing: Bool = true
  ) -> OutputChoices {
    let paths = card.map { [$0] } ?? cards.paths
    forgetUnused()
    let candidates = paths.map { CardScan.candidate($0, of: cards, look(at: $0, probing: probing)) }
    guard !candidates.isEmpty else {
      letGo()
      return OutputChoices(missing: [
        OutputChoices.Missing(output: nil, error: CardScan.noCards)
      ])
    }
    let choices = CardScan.chooseAll(
      among: candidates, request: request, wasAskedFor: card != nil)
    let chosen = choices.outputs.map(\.path)
    // While there is nothing to play on, a display that comes shall not be the console's.
    let awaited =
      chosen.isEmpty ? candidates.filter { $0.mayGetDisplay(for: request) }.map(\.path) : []
    closeUnused { path, device in
      chosen.contains(path) || (awaited.contains(path) && device.isMaster)
    }
    return choices
  }

  /// Closes the cards that no output plays on.
  func letGo() { closeUnused { _, _ in false } }

  /// Asks a card for everything, and opens it where that is to be done.
  private func look(at path: String, probing: Bool) -> Result<CardSnapshot, DisplayError> {
    do throws(DisplayError) {
      if let known = shared[path] {
        do throws(DisplayError) {
          return .success(
            try CardSnapshot(of: known.device, probing: probing || known.isUnused))
        } catch {
          // There may be another card of that name by now.
          guard error.code == .lost, known.isUnused else { throw error }
          known.device.close()
        }
      }
      let device = try CardScan.open(path, of: cards)
      let card = SharedCard(device)
      card.onKept = { [weak self] in self?.onKept() }
      shared[path] = card
      // What was plugged in while another program had it is known to nobody.
      return .success(try CardSnapshot(of: device, probing: true))
    } catch { return .failure(error) }
  }

  /// Whoever holds a card open keeps others from becoming its master.
  private func closeUnused(but isWanted: (String, any KMSDevice) -> Bool) {
    for (path, card) in shared where card.isUnused && !isWanted(path, card.device) {
      card.device.close()
      shared[path] = nil
    }
  }

  /// The part of its card that an output has.
  ///
  /// - Parameter kept: a part that is open; given again where it is the right one.
  func display(
    _ output: OutputChoices.Output, keeping kept: (any KMSDevice)?
  ) -> ChosenDisplay? {
    guard let card = shared[output.path] else { return nil }
    if let part = kept as? SharedCardDevice, part.card === card, part.crtc == output.choice.crtc {
      return ChosenDisplay(device: part, choice: output.choice)
    }
    used.insert(output.path)
    return ChosenDisplay(device: card.device(for: output.choice.crtc), choice: output.choice)
  }

  private func forgetUnused() {
    for (path, card) in shared where card.isUnused && used.contains(path) {
      shared[path] = nil
      used.remove(path)
    }
  }
}
