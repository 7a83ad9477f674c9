public import Linux

/// A card that is open, and what to do with it.
public struct OpenedDisplay {
  /// The card.
  public let device: any KMSDevice
  /// The output, mode and CRTC, with reasons; the first reason is the card's.
  public let choice: OutputChoice

  /// Pairs a card with a choice made for it.
  public init(device: any KMSDevice, choice: OutputChoice) {
    self.device = device
    self.choice = choice
  }
}

extension CardScan {
  /// Finds the card and the output to play on, and opens it.
  ///
  /// - Parameters:
  ///   - card: a device node asked for; nil to choose one.
  ///   - request: what the user wants of the output.
  ///   - folder: where cards are looked for.
  ///   - broker: who opens cards; nil for this program.
  /// - Returns: the card, open, and the choice.
  /// - Throws: a sentence that says what is missing and what to try.
  public static func openDisplay(
    card: String? = nil, request: OutputRequest, in folder: String = "/dev/dri",
    broker: (any SeatBroker)? = nil
  ) throws(DisplayError) -> OpenedDisplay {
    try HeldCards(SystemCards(in: folder, broker: broker)).openDisplay(card: card, request: request)
  }

  /// Chooses among cards, by rules that can be explained.
  ///
  /// Pure. One with a connected display goes before one without, then the one that the firmware started
  /// on, then the lowest number. An output that is asked for by name is looked for on all.
  ///
  /// - Parameters:
  ///   - candidates: the cards; at least one.
  ///   - request: what the user wants of the output.
  ///   - wasAskedFor: whether the one candidate was named by the user.
  /// - Returns: the card's path, and the choice on it.
  /// - Throws: a sentence for the best of those that cannot be used.
  public static func choose(
    among candidates: [Candidate], request: OutputRequest, wasAskedFor: Bool = false
  ) throws(DisplayError) -> (path: String, choice: OutputChoice) {
    let ranked = rank(candidates)
    var refusals: [DisplayError] = []
    for candidate in ranked {
      do {
        var choice = try OutputChoice.choose(from: try candidate.look(for: request), for: request)
        choice.reasons.insert(
          reason(candidate, among: ranked, request, wasAskedFor: wasAskedFor), at: 0)
        return (candidate.path, choice)
      } catch {
        // An output's own trouble is told at once; only where nothing is, others are looked at.
        refusals.append(error)
        guard [.noOutput, .unknownOutput, .noCard, .denied, .busy].contains(error.code) else {
          throw error
        }
      }
    }
    throw refusal(of: refusals)
  }

  /// Chooses an output, or several, among all cards.
  ///
  /// Pure. Names of outputs are the kernel's, which gives none twice, so that each is looked for on
  /// all cards. See `OutputChoice.chooseAll` for what holds on each of them.
  ///
  /// - Parameters:
  ///   - candidates: the cards.
  ///   - request: what the user wants.
  ///   - wasAskedFor: whether the one candidate was named by the user.
  /// - Returns: a choice for each output that can be used, with reasons of which the first is the
  ///   card's, and why not for each other.
  public static func chooseAll(
    among candidates: [Candidate], request: OutputRequest, wasAskedFor: Bool = false
  ) -> OutputChoices {
    let ranked = rank(candidates)
    var choices = OutputGathering(among: ranked, request).choices
    for index in choices.outputs.indices {
      guard let card = ranked.first(where: { $0.path == choices.outputs[index].path }) else {
        continue
      }
      var single = request
      if request.outputs != .automatic {
        single.outputs = .named([choices.outputs[index].choice.connector.name])
      }
      choices.outputs[index].choice.reasons.insert(
        reason(card, among: ranked, single, wasAskedFor: wasAskedFor), at: 0)
    }
    return choices
  }

  /// The order in which cards are tried.
  static func rank(_ candidates: [Candidate]) -> [Candidate] {
    func key(_ card: Candidate) -> (Int, Int, Int) {
      let use = card.usable.map { $0.hasConnectedOutput ? 0 : 1 } ?? 2
      return (use, card.isBootVGA ? 0 : 1, card.number ?? .max)
    }
    return candidates.sorted { key($0) < key($1) }
  }

  private static func reason(
    _ card: Candidate, among all: [Candidate], _ request: OutputRequest, wasAskedFor: Bool
  ) -> String {
    let driver = card.usable.map { " (driver \($0.driverName))" } ?? ""
    let name = "Card \(card.path)\(driver)"
    if wasAskedFor { return "\(name) was asked for." }
    if all.count == 1 { return "\(name) is the only one." }
    if let output = request.output { return "\(name) has the output \(output)." }
    let connected = all.filter { $0.usable?.hasConnectedOutput == true }
    guard connected.contains(card) else {
      return "\(name) may have a display, and no card has one for certain."
    }
    if connected.count == 1 { return "\(name) is the only one with a display connected." }
    return card.isBootVGA
      ? "\(name) has a display connected, and the machine started on it."
      : "\(name) is the first with a display connected."
  }

  /// The refusal to tell where no card will do: that of the card that came nearest.
  static func refusal(of refusals: [DisplayError]) -> DisplayError {
    let order: [DisplayError.Code] = [.noOutput, .denied, .busy, .unknownOutput, .noCard]
    // With a name given, a card that knows the name but has no display on it says more.
    let nearest = order.lazy.compactMap { code in refusals.first { $0.code == code } }.first
    guard var error = nearest ?? refusals.first else {
      return DisplayError(.noCard, "There is no card to choose from.")
    }
    let others = refusals.filter { $0 != error }.map(\.message)
    if !others.isEmpty {
      error = DisplayError(
        error.code, ([error.message] + others).joined(separator: " "), errno: error.errno)
    }
    return error
  }
}
