import Linux

extension CardScan {
  /// Why there is nothing to look at.
  public static var noCards: DisplayError { noCards(in: "/dev/dri") }

  /// What counts for choosing a card.
  public static func candidate(
    _ path: String, of cards: any DisplayCards, _ snapshot: Result<CardSnapshot, DisplayError>
  ) -> Candidate {
    Candidate(
      path: path, number: number(ofNode: path.split(separator: "/").last ?? ""),
      isBootVGA: cards.isBootVGA(path), snapshot: snapshot)
  }

  /// Opens a card of a machine.
  ///
  /// - Throws: a sentence that says what is missing and what to try.
  public static func open(
    _ path: String, of cards: any DisplayCards
  ) throws(DisplayError) -> any KMSDevice {
    do { return try cards.open(path) } catch { throw refusal(error, opening: path) }
  }
}
