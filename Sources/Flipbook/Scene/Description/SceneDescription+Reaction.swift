extension SceneDescription {
  /// Something that is done when something happens.
  struct Reaction: Sendable, Equatable {
    /// The line that it begins on.
    var line: Int
    var trigger: Trigger
    /// Whether it happens the first time only.
    var isOnce = false
    /// At least one.
    var actions: [Action] = []
  }

  /// What a reaction waits for.
  enum Trigger: Sendable, Equatable {
    /// Nanoseconds passed since the first picture came on screen.
    case after(Int64)
    /// Something happened to an animator, a spinner, an animation or a button.
    case when(Name, Event)
  }

  /// What can happen.
  enum Event: String, Sendable, CaseIterable {
    /// It started.
    case starts
    /// It stopped, at its end or before.
    case stops
    /// It came to its end.
    case finishes
    /// A finger or its key pressed the button.
    case tapped
  }

  /// What can be done.
  enum Action: Sendable, Equatable {
    /// Starts an animator, spinner or animation; nothing where it runs.
    case start(Name)
    /// Stops it, now or where its cycle ends; nothing where it is stopped.
    case stop(Name, atEnd: Bool)
    /// Starts or stops it.
    case toggle(Name)
    /// Turns an animator round in place.
    case reverse(Name)
    /// Shows a hidden layer.
    case show(Name)
    /// Hides a layer.
    case hide(Name)
    /// Shows another picture in a layer.
    case picture(Name, Picture)
    /// Ends the program as `--at-end` says.
    case quit
  }
}
