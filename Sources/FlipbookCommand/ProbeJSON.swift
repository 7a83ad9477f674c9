import Controls
import Flipbook
import KMS
import Linux
import Pixels

/// A probe's findings for programs.
enum ProbeJSON {
  static func object(_ report: DisplayReport, _ input: InputFindings, _ console: ConsoleFindings)
    -> JSONObject
  {
    var object = JSONObject()
    object.add("cards", report.cards.map(card))
    let outputs = report.choices.outputs.enumerated().map { index, chosen in
      output(chosen, index < report.drivings.count ? report.drivings[index] : nil)
    }
    if let first = outputs.first {
      object.add("chosen", first)
    } else {
      object.add("chosen", String?.none)
    }
    object.add("outputs", outputs)
    object.add("missing", report.choices.missing.map(\.error.message))
    object.add("problem", report.problem)
    object.add("seat", console.seat)
    object.add("terminal", console.terminal)
    object.add("console_notes", console.notes)
    object.add("input_reason", input.reason)
    object.add(
      "input",
      input.devices.map { device in
        var entry = JSONObject()
        entry.add("device", device.systemName)
        entry.add("name", device.name)
        entry.add("capabilities", device.capabilities.map(\.rawValue).sorted())
        entry.add("output", device.outputName)
        entry.add("calibration", device.calibrationText)
        return entry
      })
    object.add("input_problems", input.problems)
    return object
  }

  private static func output(_ output: OutputChoices.Output, _ driving: DisplayReport.Driving?)
    -> JSONObject
  {
    var object = JSONObject()
    object.add("card", output.path)
    object.add("connector", output.choice.connector.name)
    object.add("mode", mode(output.choice.mode))
    object.add("crtc", output.choice.crtc)
    object.add("format", output.choice.format.rawValue)
    object.add("rotate", output.choice.orientation.degrees)
    object.add("kms", driving?.interface?.rawValue)
    object.add(
      "reasons", output.choice.reasons + (driving?.reasons ?? []) + output.choice.warnings)
    return object
  }

  private static func card(_ card: DisplayReport.Card) -> JSONObject {
    var object = JSONObject()
    object.add("path", card.path)
    object.add("driver", card.driverName)
    object.add("problem", card.problem)
    object.add("is_master", card.isMaster)
    if let hasVblank = card.hasVblank { object.add("has_vblank", hasVblank) }
    if let formats = card.formats { object.add("formats", formats.map(\.rawValue)) }
    object.add("connectors", card.connectors.map(connector))
    object.add("users", card.users.users.map(user))
    object.add("users_complete", card.users.isComplete)
    return object
  }

  private static func user(_ user: CardUsers.User) -> JSONObject {
    var object = JSONObject()
    object.add("pid", Int(user.process.id))
    object.add("name", user.process.name)
    if let isMaster = user.isMaster { object.add("is_master", isMaster) }
    return object
  }

  private static func connector(_ connector: Connector) -> JSONObject {
    var object = JSONObject()
    object.add("name", connector.name)
    object.add("status", "\(connector.status)")
    object.add("panel_orientation", connector.panelOrientation?.rawValue)
    object.add("modes", connector.modes.map(mode))
    return object
  }

  private static func mode(_ mode: DisplayMode) -> JSONObject {
    var object = JSONObject()
    object.add("width", mode.hdisplay)
    object.add("height", mode.vdisplay)
    object.add("refresh", mode.refresh?.hertz ?? .nan)
    object.add("preferred", mode.isPreferred)
    return object
  }
}
