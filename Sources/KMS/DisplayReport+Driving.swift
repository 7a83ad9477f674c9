import Linux
import Pixels

extension DisplayReport.Driving {
  /// Finds out with a buffer of its own, and shows nothing.
  init(
    of choice: OutputChoice, on device: any KMSDevice, wanted: KMSInterface, hasVblank: Bool?
  ) {
    let refresh = choice.mode.title
    let pacing =
      switch hasVblank {
      case true?: "Flips wait for the display's vblank, which paces the pictures."
      case false?:
        "The driver has no vblank: a timer paces the pictures, in the rhythm of \(refresh)."
      case nil: "Whether flips wait for a vblank is known once a picture is up."
      }
    // What is as always has no sentence in the choice.
    let usual = [
      choice.formatReason == nil
        ? "Format \(choice.format.rawValue) is used, as \(choice.connector.name) takes it." : nil,
      choice.reasons.contains { $0.hasPrefix("Pictures are turned") }
        ? nil : "Pictures are not turned: neither --rotate nor the panel says so.",
    ].compactMap(\.self)
    guard device.isMaster else {
      let unknown =
        "Whether atomic commits are used is found out by a test that only the card's master may "
        + "make."
      reasons = usual + [unknown, pacing]
      return
    }
    do {
      let buffer = try DumbBuffer(
        device: device, size: choice.size, format: choice.format, name: "A buffer to test with")
      let chosen = try ChosenPath.choose(
        on: device, for: choice, wanted: wanted, framebuffer: buffer.framebuffer)
      chosen.path.release()
      interface = chosen.path.interface
      reasons = usual + [chosen.reason, pacing]
    } catch { reasons = usual + [error.message, pacing] }
  }
}
