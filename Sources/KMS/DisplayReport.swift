import Linux
public import Pixels

/// What displays are here, which rights are missing, and what would be chosen and why.
///
/// A value for `probe` to print; gathering it changes nothing on any screen.
public struct DisplayReport: Sendable, Hashable {
  /// A card and what it offers.
  public struct Card: Sendable, Hashable {
    /// The device node.
    public var path: String
    /// The driver's name; nil where the card could not be opened.
    public var driverName: String?
    /// A sentence for what keeps it from being used, and what to try; nil if nothing does.
    public var problem: String?
    /// Whether this program may set modes at the moment; false while another does.
    public var isMaster: Bool
    /// Whether flips wait for a vblank; nil where the kernel does not tell before a mode is set.
    public var hasVblank: Bool?
    /// Whether the firmware started the machine on it.
    public var isBootVGA: Bool
    /// The connectors with their modes, in the kernel's order.
    public var connectors: [Connector]
    /// By connector number, the CRTC that feeds it now.
    public var litBy: [UInt32: UInt32]
    /// Formats that at least one CRTC scans out; nil where the kernel does not tell.
    public var formats: [PixelFormat]?
    /// The largest framebuffer; nil where the card could not be asked.
    public var maximumSize: PixelSize?
    /// Who has it open besides this program.
    public var users: CardUsers
  }

  /// How an output would be driven.
  public struct Driving: Sendable, Hashable {
    /// By which calls; nil where only its master can find out.
    public var interface: KMSInterface?
    /// Why so, and what paces the pictures: a sentence each.
    public var reasons: [String]
  }

  /// The cards by number.
  public var cards: [Card]
  /// What would be played on, and which outputs that were asked for cannot be.
  public var choices: OutputChoices
  /// The first of what would be played on; nil if nothing can be.
  public var chosen: OutputChoices.Output? { choices.outputs.first }
  /// How each of what would be played on would be driven, in the same order.
  public var drivings: [Driving] = []
  /// A sentence for why nothing can be; nil if something was chosen.
  public var problem: String?

  /// Looks at the cards of this machine.
  ///
  /// - Parameters:
  ///   - card: a device node to look at alone; nil for all.
  ///   - request: what a user wants of the output.
  ///   - interface: which of the kernel's ways of setting modes is wanted.
  ///   - folder: where cards are looked for.
  /// - Returns: what was found.
  public static func gather(
    card: String? = nil, request: OutputRequest = OutputRequest(),
    interface: KMSInterface = .automatic, in folder: String = "/dev/dri"
  ) -> DisplayReport {
    let paths = card.map { [$0] } ?? CardScan.paths(in: folder)
    guard !paths.isEmpty else {
      return DisplayReport(
        cards: [], choices: OutputChoices(), problem: CardScan.noCards(in: folder).message)
    }
    let looks = paths.map { CardScan.look(at: $0, probing: true) }
    return DisplayReport(
      of: looks.map { ($0.device, $0.candidate) }, request: request, interface: interface,
      wasAskedFor: card != nil)
  }

  /// Describes one card that is open, real or simulated.
  ///
  /// - Parameters:
  ///   - device: the card.
  ///   - request: what a user wants of the output.
  ///   - interface: which of the kernel's ways of setting modes is wanted.
  public init(
    of device: any KMSDevice, request: OutputRequest = OutputRequest(),
    interface: KMSInterface = .automatic
  ) {
    let snapshot: Result<CardSnapshot, DisplayError>
    do { snapshot = .success(try CardSnapshot(of: device, probing: true)) } catch {
      snapshot = .failure(error)
    }
    let candidate = CardScan.Candidate(
      path: device.path, number: nil, isBootVGA: false, snapshot: snapshot)
    self.init(
      of: [(device, candidate)], request: request, interface: interface, wasAskedFor: true)
  }

  private init(cards: [Card], choices: OutputChoices, problem: String?) {
    self.cards = cards
    self.choices = choices
    self.problem = problem
  }

  private init(
    of looks: [(device: (any KMSDevice)?, candidate: CardScan.Candidate)],
    request: OutputRequest, interface: KMSInterface, wasAskedFor: Bool
  ) {
    cards = looks.map { Card(device: $0.device, candidate: $0.candidate) }
    choices = CardScan.chooseAll(
      among: looks.map(\.candidate), request: request, wasAskedFor: wasAskedFor)
    if choices.outputs.isEmpty {
      problem = choices.missing.map(\.error.message).joined(separator: " ")
    }
    for output in choices.outputs {
      guard let device = looks.first(where: { $0.candidate.path == output.path })?.device else {
        continue
      }
      let hasVblank = cards.first { $0.path == output.path }?.hasVblank
      drivings.append(
        Driving(of: output.choice, on: device, wanted: interface, hasVblank: hasVblank))
    }
  }
}

extension DisplayReport.Card {
  fileprivate init(device: (any KMSDevice)?, candidate: CardScan.Candidate) {
    path = candidate.path
    driverName = device?.driverName
    users = CardUsers.look(at: candidate.path)
    isBootVGA = candidate.isBootVGA
    isMaster = device?.isMaster ?? false
    connectors = []
    litBy = [:]
    switch candidate.snapshot {
    case .failure(let error): problem = error.message
    case .success(let snapshot):
      connectors = snapshot.connectors
      for connector in connectors {
        litBy[connector.id] = snapshot.crtc(lighting: connector)
      }
      let known = snapshot.formats.values
      formats =
        known.isEmpty
        ? nil
        : PixelFormat.allCases.filter { format in
          known.contains { $0.contains(format) }
        }
      maximumSize = PixelSize(
        width: Int(snapshot.resources.maxWidth), height: Int(snapshot.resources.maxHeight))
      hasVblank = device.flatMap { Self.hasVblank($0, crtcs: snapshot.resources.crtcs) }
      if !isMaster {
        problem =
          "\(path) is driven by \(users.driver) at the moment; end that before playing here."
      }
    }
  }

  /// A driver without vblank says so even of a CRTC that is off; one with it objects to that.
  private static func hasVblank(_ device: any KMSDevice, crtcs: [UInt32]) -> Bool? {
    for crtc in crtcs {
      do {
        _ = try device.vblank(crtc: crtc)
        return true
      } catch .notSupported { return false } catch .invalidArgument { return true } catch {}
    }
    return nil
  }
}
