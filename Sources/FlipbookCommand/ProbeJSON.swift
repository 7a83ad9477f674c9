import Controls
import Flipbook
import KMS
import Pixels

/// A probe's findings for programs.
enum ProbeJSON {
  static func object(_ report: DisplayReport, _ input: InputFindings) -> JSONObject {
    var object = JSONObject()
    object.add("cards", report.cards.map(card))
    if let chosen = report.chosen {
      object.add("chosen", output(chosen))
    } else {
      object.add("chosen", String?.none)
    }
    object.add("outputs", report.choices.outputs.map(output))
    object.add("missing", report.choices.missing.map(\.error.message))
    object.add("problem", report.problem)
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

  private static func output(_ output: OutputChoices.Output) -> JSONObject {
    var object = JSONObject()
    object.add("card", output.path)
    object.add("connector", output.choice.connector.name)
    object.add("mode", mode(output.choice.mode))
    object.add("crtc", output.choice.crtc)
    object.add("format", output.choice.format.rawValue)
    object.add("rotate", output.choice.orientation.degrees)
    object.add("reasons", output.choice.reasons + output.choice.warnings)
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
