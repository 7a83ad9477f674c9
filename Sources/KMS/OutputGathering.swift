/// The way to choices for several outputs at once, on one card or on several.
///
/// Pure: first which connectors are meant, then their modes, then a CRTC for each.
struct OutputGathering {
  /// What came of it.
  private(set) var choices = OutputChoices()

  /// An output on its way to a choice; what failed has left its place in the order.
  private struct Found {
    var place: Int
    var card: CardScan.Candidate
    var snapshot: CardSnapshot
    var connector: Connector
    var why: String
    var mode: (DisplayMode, String)?
  }

  private let cards: [CardScan.Candidate]
  private let request: OutputRequest
  private var failures: [(place: Int, missing: OutputChoices.Missing)] = []

  /// Chooses.
  ///
  /// - Parameters:
  ///   - cards: by rank; the names of outputs are the same on no two of them.
  ///   - request: what the user wants.
  init(among cards: [CardScan.Candidate], _ request: OutputRequest) {
    self.cards = cards
    self.request = request
    var found: [Found]
    switch request.outputs {
    case .automatic: found = one()
    case .named(let names): found = named(names)
    case .allConnected: found = all()
    }
    chooseModes(&found)
    chooseCRTCs(found.filter { $0.mode != nil })
    choices.missing = failures.sorted { $0.place < $1.place }.map(\.missing)
  }

  // MARK: - Which

  private mutating func one() -> [Found] { found(at: 0, name: nil).map { [$0] } ?? [] }

  private mutating func named(_ names: [String]) -> [Found] {
    var unique: [String] = []
    for name in names where !unique.contains(where: { $0.lowercased() == name.lowercased() }) {
      unique.append(name)
    }
    return unique.enumerated().compactMap { place, name in found(at: place, name: name) }
  }

  /// The first card that has the output; all their refusals in one where none has.
  private mutating func found(at place: Int, name: String?) -> Found? {
    var single = request
    single.outputs = name.map { .named([$0]) } ?? .automatic
    var refusals: [DisplayError] = []
    for card in cards {
      do throws(DisplayError) {
        let snapshot = try card.look(for: request)
        let (connector, why) = try OutputChoice.chooseConnector(snapshot, single)
        return Found(
          place: place, card: card, snapshot: snapshot, connector: connector, why: why)
      } catch { refusals.append(error) }
    }
    fail(place, name, CardScan.refusal(of: refusals))
    return nil
  }

  private mutating func all() -> [Found] {
    for status in [ConnectorStatus.connected, .unknown] {
      var found: [Found] = []
      for card in cards {
        guard let snapshot = try? card.look(for: request) else { continue }
        for connector in snapshot.connectors
        where connector.isDesktop && !connector.modes.isEmpty && connector.status == status {
          let why =
            status == .connected
            ? "Output \(connector.name) is connected, and all are used."
            : "Output \(connector.name) may be connected, and none is for certain."
          found.append(
            Found(
              place: found.count, card: card, snapshot: snapshot, connector: connector,
              why: why))
        }
      }
      if !found.isEmpty { return found }
    }
    return one()
  }

  // MARK: - How

  private mutating func chooseModes(_ found: inout [Found]) {
    var lacking: [(index: Int, error: DisplayError)] = []
    for index in found.indices {
      do throws(DisplayError) {
        found[index].mode = try OutputChoice.chooseMode(
          found[index].snapshot, request, connector: found[index].connector)
      } catch { lacking.append((index, error)) }
    }
    // A listed mode that no output has is a mistake; one that some have is not meant for the others.
    let isKnown = found.contains { $0.mode != nil }
    for (index, error) in lacking {
      guard case .listed(let wanted) = request.mode, isKnown else {
        fail(found[index].place, found[index].connector.name, error)
        continue
      }
      var usual = request
      usual.mode = nil
      let connector = found[index].connector
      do throws(DisplayError) {
        let (mode, why) = try OutputChoice.chooseMode(
          found[index].snapshot, usual, connector: connector)
        found[index].mode = (
          mode, "\(why) \(connector.name) has no mode \(wanted), which others have."
        )
      } catch { fail(found[index].place, connector.name, error) }
    }
  }

  private mutating func chooseCRTCs(_ found: [Found]) {
    var made: [(place: Int, output: OutputChoices.Output)] = []
    for card in cards {
      let mine = found.filter { $0.card.path == card.path }
      guard let snapshot = mine.first?.snapshot else { continue }
      let crtcs = OutputChoice.assignCRTCs(
        snapshot, to: mine.map(\.connector), format: request.format)
      let served = zip(mine, crtcs).filter { $0.1 != nil }.map(\.0.connector.name)
      for (output, crtc) in zip(mine, crtcs) {
        guard let mode = output.mode else { continue }
        do throws(DisplayError) {
          guard let crtc else { throw noCRTC(for: output, others: served) }
          let choice = try OutputChoice.make(
            snapshot, request, connector: (output.connector, output.why), crtc: crtc, mode: mode)
          made.append((output.place, OutputChoices.Output(path: card.path, choice: choice)))
        } catch { fail(output.place, output.connector.name, error) }
      }
    }
    choices.outputs = made.sorted { $0.place < $1.place }.map(\.output)
  }

  private func noCRTC(for output: Found, others: [String]) -> DisplayError {
    let card = "\(output.snapshot.path) (driver \(output.snapshot.driverName))"
    let name = output.connector.name
    guard !others.isEmpty, !output.snapshot.crtcs(for: output.connector).isEmpty else {
      return DisplayError(
        .refused, "No CRTC of \(card) can light \(name); choose another output with --output.")
    }
    return DisplayError(
      .refused,
      "\(name) stays dark: \(card) has no CRTC left over for it beside "
        + "\(others.joined(separator: ", ")). Name fewer outputs with --output.")
  }

  private mutating func fail(_ place: Int, _ output: String?, _ error: DisplayError) {
    failures.append((place, OutputChoices.Missing(output: output, error: error)))
  }
}
