/// Chooses the virtual terminal that a player has for itself; pure.
public enum TerminalChoice: Sendable, Hashable {
  /// What was asked for.
  public enum Request: Sendable, Hashable {
    /// The one that the program was started on, or for root the one in front.
    case automatic
    /// None: keys and switching are left as they are.
    case none
    /// `/dev/ttyN`.
    case number(Int)
  }

  /// What the machine says.
  public struct Facts: Sendable, Hashable {
    /// What a terminal is.
    public enum Terminal: Sendable, Hashable {
      /// A virtual one: N of `/dev/ttyN`.
      case virtual(Int)
      /// One of another program: a window, a connection over the network.
      case pseudo
      /// A serial line.
      case other
    }

    /// What the program's input is, if a terminal.
    public var input: Terminal?
    /// The terminal whose keys send signals to the program.
    public var controlling: Terminal?
    /// Whether somebody started it over a network.
    public var isRemote = false
    /// Whether it has root's rights.
    public var isPrivileged = false
    /// The virtual terminal in front; nil where the kernel has none.
    public var foreground: Int?
    /// Whether another program than a player is asked before it is switched away from.
    public var isForegroundTaken = false

    /// Facts of a machine where nothing is a terminal.
    public init() {}

    /// Whether the program was started on a terminal: nobody else is at work there.
    public func isStarted(on number: Int) -> Bool {
      controlling == .virtual(number) || input == .virtual(number)
    }
  }

  /// This one.
  case terminal(Int)
  /// None, and why: a sentence, or nil where nobody needs to be told.
  case none(String?)

  /// Chooses.
  public static func choose(_ request: Request, _ facts: Facts) -> TerminalChoice {
    guard let foreground = facts.foreground else {
      guard case .number(let number) = request else { return .none(nil) }
      return .none("There is no /dev/tty\(number): this kernel has no virtual terminals.")
    }
    switch request {
    case .none: return .none(nil)
    case .number(let number): return .terminal(number)
    case .automatic: break
    }
    if case .virtual(let number) = facts.controlling ?? facts.input { return .terminal(number) }
    if case .virtual(let number) = facts.input { return .terminal(number) }
    // Who sits elsewhere does not expect the console to change.
    if facts.isRemote || facts.controlling == .pseudo || facts.input == .pseudo {
      return .none(nil)
    }
    return facts.isPrivileged ? .terminal(foreground) : .none(nil)
  }
}
