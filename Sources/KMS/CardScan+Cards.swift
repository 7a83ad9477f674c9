import Linux

extension CardScan {
  /// Finds the card and the output to play on among a machine's cards, and opens it.
  ///
  /// - Parameters:
  ///   - cards: of the machine.
  ///   - kept: a card that is open already, and is asked through that file; closed if it is not chosen.
  ///   - card: a device node asked for; nil to choose one.
  ///   - request: what the user wants of the output.
  /// - Returns: the card, open, and the choice.
  /// - Throws: a sentence that says what is missing and what to try.
  public static func openDisplay(
    among cards: any DisplayCards, keeping kept: (any KMSDevice)? = nil, card: String? = nil,
    request: OutputRequest
  ) throws(DisplayError) -> OpenedDisplay {
    let paths = card.map { [$0] } ?? cards.paths
    var devices: [String: any KMSDevice] = [:]
    if let kept { devices[kept.path] = kept }
    var chosen: String?
    defer {
      // Whoever holds a card open keeps others from becoming its master.
      for (path, device) in devices where path != chosen { device.close() }
    }
    guard !paths.isEmpty else { throw noCards }
    var candidates: [Candidate] = []
    for path in paths {
      let snapshot: Result<CardSnapshot, DisplayError>
      do throws(DisplayError) {
        let device: any KMSDevice
        if let opened = devices[path] {
          device = opened
        } else {
          device = try open(path, of: cards)
        }
        devices[path] = device
        snapshot = .success(try CardSnapshot(of: device, probing: true))
      } catch { snapshot = .failure(error) }
      candidates.append(candidate(path, of: cards, snapshot))
    }
    let (path, choice) = try choose(among: candidates, request: request, wasAskedFor: card != nil)
    guard let device = devices[path] else { throw noCards }
    chosen = path
    return OpenedDisplay(device: device, choice: choice)
  }

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
