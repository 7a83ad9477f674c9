public import Linux

/// The cards of a machine: which are there at the moment, and when that changes.
///
/// `SystemCards` is the real machine's; `FakeMachine` of `FlipbookTesting` is a simulated one, whose
/// cards and cables come and go as a test wants. Confined to the thread that owns the event loop.
public protocol DisplayCards: AnyObject {
  /// Device nodes of cards, by number; none is an empty array.
  var paths: [String] { get }

  /// Opens a card anew; the first to do so while nobody is master becomes it.
  ///
  /// - Throws: what `open(2)` answers, or `notSupported` for what is no DRM device.
  func open(_ path: String) throws(Errno) -> any KMSDevice

  /// Whether the firmware started the machine on a card.
  func isBootVGA(_ path: String) -> Bool

  /// Readable when there are changes to take; nil where they come at `nextChangeTime`, or where
  /// nobody tells of any.
  var changeDescriptor: Int32? { get }

  /// Why nobody tells of changes; nil where they are told of.
  var deafness: Errno? { get }

  /// When a simulated machine has its next change, in loop time; nil for none to come.
  var nextChangeTime: Int64? { get }

  /// Takes what has changed, oldest first.
  ///
  /// Hints, not facts: wait a moment after the first, then look at the cards and compare.
  func takeChanges() -> [DeviceChange]
}

extension DisplayCards {
  /// Changes are told of.
  public var deafness: Errno? { nil }
}
