import Controls
import KMS
import Pixels

/// A probe's findings for people.
enum ProbeText {
  static func text(_ report: DisplayReport, _ input: InputFindings, _ console: ConsoleFindings)
    -> String
  {
    var text = report.cards.isEmpty ? "" : "Displays\n"
    for card in report.cards { text += describe(card, report.choices) }
    for (index, chosen) in report.choices.outputs.enumerated() {
      text += "\nWould play on \(chosen.choice.connector.name) of \(chosen.path)"
      text += " in \(chosen.choice.mode.title), because:\n"
      let driving = index < report.drivings.count ? report.drivings[index].reasons : []
      for reason in chosen.choice.reasons + driving + chosen.choice.warnings {
        text += "  - \(reason)\n"
      }
    }
    if let problem = report.problem {
      text += "\(text.isEmpty ? "" : "\n")No usable display: \(problem)\n"
    } else {
      for missing in report.choices.missing { text += "\n  ! \(missing.error)\n" }
    }
    text += "\nConsole\n  \(console.seat)\n  \(console.terminal)\n"
    for note in console.notes { text += "  ! \(note)\n" }
    text += "\nInput\n  \(input.reason)\n"
    for device in input.devices {
      let abilities = device.capabilities.map(\.rawValue).sorted().joined(separator: ", ")
      text += "  \(padded(device.systemName, to: 10)) \(device.name) (\(abilities))"
      if let output = device.outputName { text += ", belongs to \(output)" }
      if let matrix = device.calibrationText {
        text += ", calibrated by \(matrix), from which --rotate goes on"
      }
      text += "\n"
    }
    if input.devices.isEmpty { text += "  none; a player runs without as well\n" }
    for problem in input.problems { text += "  ! \(problem)\n" }
    return text
  }

  private static func describe(_ card: DisplayReport.Card, _ choices: OutputChoices)
    -> String
  {
    var text = "  \(card.path)  driver \(card.driverName ?? "unknown")"
    if let hasVblank = card.hasVblank {
      text += hasVblank ? ", flips at vblank" : ", no vblank: paced by a timer"
    }
    if let formats = card.formats {
      text += ", formats \(formats.map(\.rawValue).joined(separator: " "))"
    }
    text += "\n"
    if let problem = card.problem { text += "    ! \(problem)\n" }
    if let users = card.users.sentence { text += "    \(users)\n" }
    for connector in card.connectors {
      text += "    \(padded(connector.name, to: 12)) \(connector.status)"
      text += connector.isNonDesktop ? ", not a desktop display" : ""
      text += connector.panelOrientation.map { ", panel orientation \($0.rawValue)\n" } ?? "\n"
      let chosen = choices.outputs.first {
        $0.path == card.path && $0.choice.connector.id == connector.id
      }
      for mode in connector.modes {
        let isChosen = mode == chosen?.choice.mode
        text += "      \(isChosen ? "*" : " ") \(mode.title)"
        text += mode.isPreferred ? "  preferred\n" : "\n"
      }
    }
    return text
  }
}

extension InputDevice {
  /// The numbers of the calibration, as udev spells them; nil without one.
  var calibrationText: String? { calibration?.map { "\($0)" }.joined(separator: " ") }
}
