public import Timing

/// What can be bound: a gesture or a key.
public enum InputTrigger: Sendable, Hashable, CustomStringConvertible {
  /// Something that fingers say.
  case gesture(Gesture)
  /// A key that goes down, by its evdev code.
  case key(UInt32)

  /// The word that `--bind` takes for it.
  public var description: String {
    switch self {
    case .gesture(.tap): "tap"
    case .gesture(.twoFingerTap): "two-finger-tap"
    case .key(let code): InputCode.name(of: code)
    }
  }
}

/// Which event asks for which command: the defaults, changed by `--bind EVENT=ACTION`.
public struct Bindings: Sendable, Hashable {
  private var commands: [InputTrigger: Command] = [:]

  /// No event asks for anything.
  public init() {}

  /// Tap and space start and stop, `r` and two fingers reverse, `q` and Escape quit.
  public static let standard: Bindings = {
    var bindings = Bindings()
    bindings.commands = [
      .gesture(.tap): .toggle, .gesture(.twoFingerTap): .reverse,
    ]
    for (name, command) in [("space", .toggle), ("r", .reverse), ("q", .quit), ("esc", .quit)]
      as [(String, Command)]
    {
      if let code = InputCode.code(of: name) { bindings.commands[.key(code)] = command }
    }
    return bindings
  }()

  /// What an event asks for; nil if nothing.
  public subscript(trigger: InputTrigger) -> Command? {
    get { commands[trigger] }
    set { commands[trigger] = newValue }
  }

  /// Every event that asks for something and the action's word, in alphabetical order of events.
  public var list: [(event: String, action: String)] {
    commands.map { (event: $0.key.description, action: Bindings.word(for: $0.value)) }
      .sorted { $0.event < $1.event }
  }
}
