import Linux

/// Finds a display among a machine's cards, and keeps those open that may get one.
///
/// While nothing is plugged in anywhere, the cards that this program is master of stay open: neither
/// the console nor another program takes the display that comes, and only a master's question has a
/// card look for one. Confined to one thread.
public final class HeldCards {
  private let cards: any DisplayCards
  private var held: [String: any KMSDevice] = [:]

  /// Holds none yet.
  public init(_ cards: any DisplayCards) { self.cards = cards }

  deinit { letGo() }

  /// Closes what is held.
  public func letGo() {
    for device in held.values { device.close() }
    held = [:]
  }

  /// Finds the card and the output to play on, and opens it.
  ///
  /// - Parameters:
  ///   - kept: a card that is open already, and is asked through that file; closed if it is not chosen.
  ///   - card: a device node asked for; nil to choose one.
  ///   - request: what the user wants of the output.
  /// - Returns: the card, open, and the choice; no other card is open then.
  /// - Throws: a sentence that says what is missing and what to try.
  public func openDisplay(
    keeping kept: (any KMSDevice)? = nil, card: String? = nil, request: OutputRequest
  ) throws(DisplayError) -> OpenedDisplay {
    let paths = card.map { [$0] } ?? cards.paths
    var devices = held
    held = [:]
    if let kept { devices.updateValue(kept, forKey: kept.path)?.close() }
    var chosen: String?
    defer {
      for (path, device) in devices where path != chosen && held[path] == nil { device.close() }
    }
    guard !paths.isEmpty else { throw CardScan.noCards }
    var candidates: [CardScan.Candidate] = []
    for path in paths {
      let snapshot = look(at: path, &devices)
      candidates.append(CardScan.candidate(path, of: cards, snapshot))
    }
    do throws(DisplayError) {
      let (path, choice) = try CardScan.choose(
        among: candidates, request: request, wasAskedFor: card != nil)
      guard let device = devices[path] else { throw CardScan.noCards }
      chosen = path
      return OpenedDisplay(device: device, choice: choice)
    } catch {
      for candidate in candidates where candidate.mayGetDisplay(for: request) {
        guard let device = devices[candidate.path], device !== kept, device.isMaster else {
          continue
        }
        held[candidate.path] = device
      }
      throw error
    }
  }

  /// Asks a card for everything, and opens it where that is to be done.
  private func look(
    at path: String, _ devices: inout [String: any KMSDevice]
  ) -> Result<CardSnapshot, DisplayError> {
    do throws(DisplayError) {
      if let device = devices[path] {
        do throws(DisplayError) {
          return .success(try CardSnapshot(of: device, probing: true))
        } catch {
          // There may be another card of that name by now.
          guard error.code == .lost else { throw error }
          device.close()
          devices[path] = nil
        }
      }
      let device = try CardScan.open(path, of: cards)
      devices[path] = device
      return .success(try CardSnapshot(of: device, probing: true))
    } catch { return .failure(error) }
  }
}

extension CardScan.Candidate {
  /// Whether a display that is plugged in later may be the one asked for.
  public func mayGetDisplay(for request: OutputRequest) -> Bool {
    guard let snapshot = try? look(for: request) else { return false }
    return snapshot.connectors.contains { connector in
      switch request.outputs {
      case .automatic, .allConnected: connector.isDesktop
      case .named(let names):
        names.contains { $0.lowercased() == connector.name.lowercased() }
      }
    }
  }
}
