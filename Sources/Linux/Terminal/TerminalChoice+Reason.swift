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
}
