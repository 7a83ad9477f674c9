/// Something that went wrong on a simulated card, told when it came about.
///
/// A fault of `FakeFaults` that waits for a call comes about when it meets one, which may be never.
public struct FakeIncident: Sendable, Hashable {
  /// What went wrong.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A flip was refused with EBUSY although none was pending.
    case busyFlip
    /// A flip was refused with ENOMEM.
    case deniedFlip
    /// A flip's call took long.
    case slowFlip
    /// A mode set was refused.
    case refusedModeSet
    /// A flip's picture came, and no event.
    case lostEvent
    /// A flip came late.
    case lateFlip
    /// The vblanks' numbers jumped.
    case sequenceJump
    /// The first event after a mode set told a vblank from before it.
    case staleTimestamp
    /// An event told no time.
    case zeroTimestamp
    /// A dumb buffer was refused with ENOMEM.
    case deniedBuffer
    /// A dumb buffer had no memory behind it.
    case untouchableBuffer
    /// A display was plugged in or pulled out.
    case cable
    /// A display lost what it is sent.
    case brokenLink
    /// Another program became master.
    case otherMaster
    /// Another program took all pictures away.
    case otherClearing
    /// Another program showed a picture.
    case otherPicture
    /// Another program gave up being master, or ended.
    case otherLeaving
    /// The console took the screen.
    case console
    /// The card was pulled out.
    case removal
  }

  /// What went wrong.
  public var kind: Kind
  /// When, in nanoseconds of the card's clock.
  public var time: Int64
  /// The outputs that it is about; nil for all of the card.
  public var outputs: [String]?
}

extension FakeCard {
  /// Tells that something went wrong: of some CRTCs, or of all the card.
  func note(_ incident: FakeIncident.Kind, on crtcs: [FakeCRTC]? = nil) {
    lastFaultTime = world.now
    guard onIncident != nil else { return }
    let concerned = crtcs?.flatMap { outputs(of: $0) } ?? []
    // A CRTC that feeds nothing yet may be for any.
    tell(incident, outputs: concerned.isEmpty ? nil : concerned)
  }

  /// Tells that something went wrong with an output.
  func note(_ incident: FakeIncident.Kind, on output: FakeConnector) {
    lastFaultTime = world.now
    tell(incident, outputs: [output.output.name])
  }

  private func tell(_ incident: FakeIncident.Kind, outputs: [String]?) {
    onIncident?(FakeIncident(kind: incident, time: world.now, outputs: outputs))
  }

  /// The outputs that a CRTC feeds.
  func outputs(of crtc: FakeCRTC) -> [String] {
    connectors.filter { crtc.connectors.contains($0.id) }.map(\.output.name)
  }
}
