import KMS
import Linux

/// The cards that the outputs of a run share, each opened once.
///
/// Confined to the loop's thread.
final class SharedCards {
  private let cards: any DisplayCards
  private var shared: [String: SharedCard] = [:]
  /// Cards of which a part was given out: closed with the last part.
  private var used: Set<String> = []

  init(_ cards: any DisplayCards) { self.cards = cards }

  /// Chooses all outputs that a request asks for and that can be had at present.
  func choose(_ request: OutputRequest, on card: String?) -> OutputChoices {
    let paths = card.map { [$0] } ?? cards.paths
    var candidates: [CardScan.Candidate] = []
    var opened: [String: any KMSDevice] = [:]
    forgetUnused()
    for path in paths {
      let snapshot: Result<CardSnapshot, DisplayError>
      do throws(DisplayError) {
        let device: any KMSDevice
        if let known = shared[path]?.device {
          device = known
        } else {
          device = try CardScan.open(path, of: cards)
          opened[path] = device
        }
        snapshot = .success(try CardSnapshot(of: device, probing: true))
      } catch { snapshot = .failure(error) }
      candidates.append(CardScan.candidate(path, of: cards, snapshot))
    }
    guard !candidates.isEmpty else {
      return OutputChoices(missing: [
        OutputChoices.Missing(output: nil, error: CardScan.noCards)
      ])
    }
    let choices = CardScan.chooseAll(
      among: candidates, request: request, wasAskedFor: card != nil)
    for (path, device) in opened {
      // Whoever holds a card open keeps others from becoming its master.
      if choices.outputs.contains(where: { $0.path == path }) {
        shared[path] = SharedCard(device)
      } else {
        device.close()
      }
    }
    return choices
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
