public import KMS
public import Linux

/// A simulated machine, whose cards and cables come and go as a test wants.
///
///     let clock = VirtualClock()
///     let machine = FakeMachine(clock: clock)
///     let card = machine.plugIn(FakeDisplayConfiguration(), as: "card0")
///     let second: Int64 = 1_000_000_000
///     card.schedule(at: clock.now + 2 * second, .disconnect(output: "Virtual-1"))
///     card.schedule(at: clock.now + 3 * second, .connect(output: "Virtual-1", modes: nil))
///     // … run a program on `machine`, then ask `card` what was seen.
///
/// Nothing happens by itself: a script is run by whoever asks the machine or a card of it next, at
/// the times that were written down. A loop on a virtual clock goes from one `nextChangeTime` to the
/// next. Confined to one thread.
public final class FakeMachine: DisplayCards {
  /// What everything is timed by.
  public let clock: any LoopClock

  let world: FakeWorld
  private var cards: [(card: FakeCard, isBootVGA: Bool)] = []

  /// Makes a machine without any card.
  public init(clock: any LoopClock) {
    self.clock = clock
    world = FakeWorld(clock: clock)
  }

  // MARK: - Cards

  /// Plugs a card in, and tells of it and of its connectors.
  ///
  /// - Parameters:
  ///   - configuration: what it is like.
  ///   - name: its node's name, "card0"; a card of that name that is there is pulled out first.
  ///   - isBootVGA: whether the firmware started the machine on it.
  @discardableResult
  public func plugIn(
    _ configuration: FakeDisplayConfiguration, as name: String = "card0", isBootVGA: Bool = false
  ) -> FakeCard {
    remove(name)
    let card = FakeCard(
      configuration: configuration, path: Self.path(name), world: world)
    cards.append((card, isBootVGA))
    world.tell(.added(node: card.path))
    for _ in card.connectors {
      world.tell(.changed(node: card.path, connector: nil, property: nil))
    }
    return card
  }

  /// Pulls a card out: pending flips are done, then every call on it fails with ENODEV.
  public func remove(_ name: String) {
    world.settle()
    guard let place = place(of: name) else { return }
    cards.remove(at: place).card.pullOut()
  }

  /// A card that is there, by name; nil for none.
  public func card(_ name: String) -> FakeCard? { place(of: name).map { cards[$0].card } }

  private func place(of name: String) -> Int? {
    cards.firstIndex { $0.card.path == Self.path(name) }
  }

  private static func path(_ name: String) -> String {
    name.hasPrefix("/") ? name : "/dev/dri/\(name)"
  }

  // MARK: - A script

  /// Has something done when the clock gets to `time`: cards plugged in or pulled out, cables moved.
  public func schedule(at time: Int64, _ action: @escaping (FakeMachine) -> Void) {
    world.schedule(at: time) { [weak self] in
      if let self { action(self) }
    }
  }

  // MARK: - As a program sees it

  /// Device nodes, by number.
  public var paths: [String] {
    world.settle()
    return cards.map(\.card.path).sorted {
      ($0.utf8.count, $0) < ($1.utf8.count, $1)
    }
  }

  /// Opens a card; ENOENT for one that is not there.
  public func open(_ path: String) throws(Errno) -> any KMSDevice { try file(of: path) }

  /// Opens a card, as `open` does, with what a simulated one can do besides.
  public func file(of path: String) throws(Errno) -> FakeKMSDevice {
    world.settle()
    guard let place = place(of: path) else { throw .notFound }
    return FakeKMSDevice(cards[place].card)
  }

  /// Whether the firmware started the machine on a card.
  public func isBootVGA(_ path: String) -> Bool {
    place(of: path).map { cards[$0].isBootVGA } ?? false
  }

  /// Always nil: see `nextChangeTime`.
  public var changeDescriptor: Int32? { nil }

  /// When there is or was something to take, or the next thing of the script; nil for none to come.
  public var nextChangeTime: Int64? {
    world.settle()
    return world.firstTold ?? world.nextEntry
  }

  /// What was told since the last time, oldest first.
  public func takeChanges() -> [DeviceChange] {
    world.settle()
    return world.takeChanges()
  }
}
