import Linux

/// One opened card that several screens drive, an output each.
///
/// The kernel knows one file, with one right to set modes and one queue of events. Each screen is given a
/// `SharedCardDevice`, which is the card to it: it gets the events of its own CRTC, whoever reads them,
/// and the right to set modes is dropped when no screen wants it any longer. To the kernel, all else goes as it is.
///
///     let card = SharedCard(opened)
///     let screens = try choices.map { try Screen(device: card.device(for: $0.crtc), choice: $0, …) }
///
/// Watch `eventDescriptor` once a card, and when it is readable have every screen of the card handle its
/// events: what one has read for another is waiting in memory, and the descriptor does not tell of it.
/// One that reads at other times, as while it is lit first, has `onKept` called.
/// Confined to the thread of the device.
public final class SharedCard {
  /// The card itself.
  public let device: any KMSDevice

  /// Told when one screen has read events of another: nothing else will tell that one.
  public var onKept: () -> Void = {}

  private var router = EventRouter()
  /// By CRTC, those that are open, and whether they have given up the right to set modes.
  private var sharers: [UInt32: Sharer] = [:]

  private struct Sharer {
    var number: Int
    var hasDropped: Bool
  }
  private var lastNumber = 0

  /// Shares an opened card, of which this is the only user from now on.
  public init(_ device: any KMSDevice) { self.device = device }

  /// A descriptor that becomes readable when an event of any screen waits; nil for a simulated device.
  public var eventDescriptor: CInt? { device.eventDescriptor }

  /// Whether no screen has its part of the card open.
  public var isUnused: Bool { sharers.isEmpty }

  /// The card as the screen of one CRTC sees it.
  ///
  /// When the last such part is closed, the card is closed; while others are open, closing one
  /// takes nothing from them. A part that was given out for the same CRTC before is closed by this.
  public func device(for crtc: UInt32) -> SharedCardDevice {
    lastNumber += 1
    router.open(crtc, number: lastNumber)
    sharers[crtc] = Sharer(number: lastNumber, hasDropped: false)
    return SharedCardDevice(card: self, crtc: crtc, number: lastNumber)
  }

  // MARK: - What a part asks

  func isOpen(_ part: SharedCardDevice) -> Bool { sharers[part.crtc]?.number == part.number }

  func close(_ part: SharedCardDevice) {
    guard isOpen(part) else { return }
    sharers[part.crtc] = nil
    router.close(part.crtc)
    guard !sharers.isEmpty else { return device.close() }
    // The others may have waited for this one only. Where that is refused, nobody is left to be told: the
    // right was lost to another program.
    try? dropWhereUnwanted()
  }

  // MARK: Mastership

  func isMaster(_ part: SharedCardDevice) -> Bool {
    sharers[part.crtc]?.hasDropped == false && device.isMaster
  }

  func setMaster(_ part: SharedCardDevice) throws(Errno) {
    if !device.isMaster { try device.setMaster() }
    sharers[part.crtc]?.hasDropped = false
  }

  func dropMaster(_ part: SharedCardDevice) throws(Errno) {
    // As the kernel says of who has nothing to drop.
    guard sharers[part.crtc]?.hasDropped == false else { throw .invalidArgument }
    sharers[part.crtc]?.hasDropped = true
    try dropWhereUnwanted()
  }

  private func dropWhereUnwanted() throws(Errno) {
    guard sharers.values.allSatisfy(\.hasDropped) else { return }
    try device.dropMaster()
  }

  // MARK: Events

  func nextEventTime(_ part: SharedCardDevice) -> Int64? {
    router.firstTime(part.crtc) ?? device.nextEventTime
  }

  func readEvents(_ part: SharedCardDevice) throws(Errno) -> [FlipEvent] {
    let time = device.nextEventTime
    do {
      let events = try device.readEvents()
      router.sort(events, time: time ?? events.first?.timestamp ?? 0)
    } catch {
      // What was read before the card went is told first; the next call throws again.
      let events = router.take(part.crtc)
      guard !events.isEmpty else { throw error }
      return events
    }
    let own = router.take(part.crtc)
    if router.keepsAny { onKept() }
    return own
  }

  /// Has a flip go to the kernel with its number marked, and notes it where that takes it.
  func flip(
    _ part: SharedCardDevice, _ userData: UInt64, _ body: (UInt64) throws(Errno) -> Void
  ) throws(Errno) {
    try body(router.marked(userData, on: part.crtc))
    router.note(flip: userData, on: part.crtc)
  }
}
