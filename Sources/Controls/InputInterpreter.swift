public import Pixels
public import Timing

/// Makes commands of raw inputs, by gestures and bindings.
public struct InputInterpreter: Sendable {
  /// Which event asks for which command.
  public var bindings: Bindings

  private var recognizer: GestureRecognizer

  /// Makes an interpreter for touches on a screen of this size.
  public init(bindings: Bindings = .standard, screen: PixelSize) {
    self.bindings = bindings
    recognizer = GestureRecognizer(screen: screen)
  }

  /// Takes in one input and answers the commands that it gives, in order.
  ///
  /// A key counts when it goes down.
  public mutating func take(_ input: RawInput) -> [Command] {
    triggers(of: input).compactMap { bindings[$0] }
  }

  /// Takes in one input and answers what can be bound in it, in order.
  ///
  /// A key counts when it goes down.
  public mutating func triggers(of input: RawInput) -> [InputTrigger] {
    if case .key(_, let code, let isDown, _) = input { return isDown ? [.key(code)] : [] }
    return recognizer.take(input).map { .gesture($0) }
  }
}
