import Flipbook
import FlipbookTesting
import Linux

/// Whether the displays are left as they should be.
extension CampaignJudgement {
  /// Whether the player went over to another output or monitor, whose console it did not find.
  private var hasMoved: Bool {
    run.events.contains { if case .display("absent", _, _) = $0 { true } else { false } }
  }

  /// Whether the console was up where the first picture came: what is to be put back is that.
  private var foundConsole: Bool {
    for screen in timeline.screens {
      guard let first = screen.firstIndex(where: { $0.frame != nil }) else { continue }
      return first > 0 && screen[first - 1].isConsole
    }
    return false
  }

  mutating func judgeLeaving() {
    guard endsInCalm else { return }
    let present = run.cards.indices.filter { !run.cards[$0].isGone }
    for index in present where scenario.isEnsemble || scenario.cards.count == 1 {
      judge(run.cards[index], run.left.filter { $0.card == index })
    }
    judgeTerminal()
    // Once nobody has a card any more the kernel's console takes it, whatever was left on it.
    let after = run.leaveAlone()
    for index in present where run.cards[index].configuration.consoleIsLit {
      let seen = after.filter { $0.card == index }
      expect(
        seen.contains { $0.sighting.isConsole } && seen.allSatisfy { $0.sighting.frame == nil },
        "\(run.cards[index].path): not the console is there once all have closed it: \(seen)")
    }
  }

  /// Text, keys for the shell and switching by the kernel are put back, unless a picture stays up.
  private mutating func judgeTerminal() {
    guard let terminal = run.terminal, scenario.configuration.atEnd == .restore else { return }
    expect(
      (try? terminal.content()) == .text && (try? terminal.keyboard()) == .unicode
        && (try? terminal.switching()) == .automatic, "the terminal is not as it was")
    let content = terminal.requests.lastIndex(of: .content(.text))
    let taken = terminal.requests.lastIndex(of: .content(.graphics))
    expect(taken == nil || content ?? -1 > taken ?? -1, "the terminal shows no text again")
  }

  private mutating func judge(_ card: FakeCard, _ left: [CampaignRun.Seen]) {
    let keepsPictures = card.configuration.kernel >= KernelVersion(6, 8)
    let hasConsole = card.configuration.consoleIsLit
    switch scenario.configuration.atEnd {
    case .hold where keepsPictures:
      expect(
        scenario.isEnsemble
          ? left.allSatisfy { $0.sighting.frame != nil } && !left.isEmpty
          : left.contains { $0.sighting.frame != nil },
        "\(card.path): the last picture is not left: \(left)")
    case .black where keepsPictures:
      // An output that the player has left for another shows the console again.
      expect(
        left.allSatisfy { $0.sighting.isBlack || hasMoved && $0.sighting.isConsole },
        "\(card.path): something is on a screen that was to be black: \(left)")
    default:
      expect(
        left.allSatisfy { $0.sighting.frame == nil }, "\(card.path): a picture is left: \(left)")
      // What was there before is put back. Where that was nothing, or another program's picture, the
      // terminal's text brings the console, and without one the last who closes the card.
      let isDue =
        scenario.hasTerminal
        || foundConsole && !hasMoved && !scenario.isEnsemble
          && scenario.configuration.atEnd == .restore
      expect(
        !hasConsole || !isDue || left.contains { $0.sighting.isConsole },
        "\(card.path): no console is back")
    }
  }
}
