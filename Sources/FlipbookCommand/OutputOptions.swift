import Controls
import Flipbook
import KMS

/// What is said of several outputs, and whether it goes together.
enum OutputOptions {
  /// Takes in one `--output`.
  static func add(
    output: String, to configuration: inout PlayerConfiguration
  ) throws(UsageError) {
    switch (configuration.outputs, output) {
    case (.automatic, "all"): configuration.outputs = .allConnected
    case (.automatic, _): configuration.outputs = .named([output])
    case (.named(let names), let name) where name != "all":
      guard !names.contains(where: { $0.lowercased() == name.lowercased() }) else {
        throw UsageError(message: "--output \(name) is given twice: name each output once.")
      }
      configuration.outputs = .named(names + [name])
    default:
      throw UsageError(
        message: "--output all means every connected output: name none beside it.")
    }
  }

  /// Looks whether sources, outputs and arrangement fit one another.
  static func check(_ configuration: PlayerConfiguration) throws(UsageError) {
    let (outputs, sources) = (configuration.outputs, configuration.sources)
    let arrangement = configuration.arrangement
    guard sources.count <= 1 || arrangement == .each else {
      throw UsageError(
        message: "play takes one SOURCE; \(sources.count) were given: "
          + "\(sources.joined(separator: ", ")). Quote a glob so that the shell leaves it, or add "
          + "--arrange each to show them on an output each.")
    }
    if arrangement != .mirror {
      guard outputs.mayBeSeveral else {
        throw UsageError(
          message: "--arrange \(arrangement.rawValue) needs several outputs: name them, "
            + "--output HDMI-A-1 --output HDMI-A-2, or give --output all.")
      }
    }
    if arrangement == .each {
      guard sources.count > 1 else {
        throw UsageError(
          message: "--arrange each shows a SOURCE on each output; "
            + "\(sources.isEmpty ? "none was" : "one was") given.")
      }
      if case .named(let names) = outputs, names.count != sources.count {
        throw UsageError(
          message: "--arrange each shows a SOURCE on each output: \(sources.count) sources and "
            + "\(names.count) outputs were given.")
      }
    }
    guard case .named(let names) = outputs else { return }
    for wish in configuration.touchScreens
    where !names.contains(where: { $0.lowercased() == wish.output.lowercased() }) {
      throw UsageError(
        message: "--touch \(wish.device)=\(wish.output): \(wish.output) is none of the outputs "
          + "that --output names.")
    }
  }
}

extension OutputSelection {
  /// Whether pictures may be on more than one output.
  fileprivate var mayBeSeveral: Bool {
    switch self {
    case .automatic: false
    case .named(let names): names.count > 1
    case .allConnected: true
    }
  }
}

extension TouchBinding.Wish {
  /// Reads `DEVICE=OUTPUT`; a device's name may have an equals sign in it, an output's has none.
  init?(parsing text: String) {
    guard let sign = text.lastIndex(of: "=") else { return nil }
    let (device, output) = (text[..<sign], text[text.index(after: sign)...])
    guard !device.isEmpty, !output.isEmpty else { return nil }
    self.init(device: String(device), output: String(output))
  }
}
