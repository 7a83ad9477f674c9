/// What came of asking for outputs: a choice for each that can be used, and for each other why not.
///
/// One that cannot be used is no reason to do without the others.
public struct OutputChoices: Sendable, Hashable {
  /// An output to play on.
  public struct Output: Sendable, Hashable {
    /// The device node of its card.
    public var path: String
    /// The connector, mode and CRTC, with a reason for each.
    public var choice: OutputChoice

    /// Pairs a card's path with a choice on it.
    public init(path: String, choice: OutputChoice) {
      self.path = path
      self.choice = choice
    }
  }

  /// An output that was asked for and cannot be had.
  public struct Missing: Sendable, Hashable {
    /// Its name; nil where there is none at all.
    public var output: String?
    /// A sentence that says why, and what to try.
    public var error: DisplayError

    /// Pairs a name with a reason.
    public init(output: String?, error: DisplayError) {
      self.output = output
      self.error = error
    }
  }

  /// What can be used, in the order that was asked for.
  ///
  /// Of all that are connected: the cards by rank, and on each the kernel's order.
  public var outputs: [Output]
  /// What cannot, in the same order.
  public var missing: [Missing]

  /// Makes a result.
  public init(outputs: [Output] = [], missing: [Missing] = []) {
    self.outputs = outputs
    self.missing = missing
  }
}

extension OutputChoice {
  /// Chooses an output, or several, of one card.
  ///
  /// Pure. Each has a CRTC of its own: that which lights it already, or else such that no output goes
  /// without as long as there is a way; where there is none, the last named ones do. A listed mode that
  /// is asked for holds for each output that has it.
  ///
  /// - Parameters:
  ///   - snapshot: what the card said.
  ///   - request: what the user wants.
  /// - Returns: a choice for each that can be used, with reasons, and why not for each other.
  public static func chooseAll(from snapshot: CardSnapshot, for request: OutputRequest)
    -> OutputChoices
  {
    let card = CardScan.Candidate(
      path: snapshot.path, number: nil, isBootVGA: false, snapshot: .success(snapshot))
    return OutputGathering(among: [card], request).choices
  }
}
