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
      var choice = JSONObject()
      choice.add("card", chosen.path)
      choice.add("connector", chosen.choice.connector.name)
      choice.add("mode", mode(chosen.choice.mode))
      choice.add("crtc", chosen.choice.crtc)
      choice.add("format", chosen.choice.format.rawValue)
      choice.add("rotate", chosen.choice.orientation.degrees)
      choice.add("reasons", chosen.choice.reasons + chosen.choice.warnings)
      object.add("chosen", choice)
    } else {
      object.add("chosen", String?.none)
    }
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
