extension TerminalChoice {
  /// What is chosen and why: a sentence.
  public static func explain(_ request: Request, _ facts: Facts) -> String {
    switch choose(request, facts) {
    case .terminal(let number):
      let why =
        switch request {
        case .number: "it was asked for"
        case _ where facts.controlling == .virtual(number): "the player is started on it"
        case _ where facts.input == .virtual(number): "the player's input is from it"
        case _ where facts.isForegroundTaken:
          "it is in front, and root may take it; that is done once the program that has it gives it up"
        default: "it is in front, and root may take it"
        }
      return "The terminal /dev/tty\(number) is taken: \(why)."
    case .none(let reason?): return reason
    case .none(nil):
      let why =
        if facts.foreground == nil {
          "this kernel has none"
        } else if request == .none {
          "--vt none"
        } else if facts.isRemote || facts.controlling == .pseudo || facts.input == .pseudo {
          "the player is started over a network or in a window, and whoever sits at the console "
            + "does not expect it; --vt N takes one"
        } else {
          "the player is not started on one, and only root may take the one in front"
        }
      return "No virtual terminal is taken: \(why)."
    }
  }

  /// What becomes of keys that a player without a terminal of its own does not read itself: a
  /// sentence; nil where the kernel has no terminal either.
  public static func exposedKeys(_ facts: Facts) -> String? {
    guard let foreground = facts.foreground else { return nil }
    return
      "What is typed on a keyboard that the player does not open reaches whoever reads "
      + "/dev/tty\(foreground), such as a login or a shell, for no terminal is the player's. Give it "
      + "one by --vt N, or its keyboards: by the group input, or as root."
  }
}
