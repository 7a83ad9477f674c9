import Glibc
public import Linux

/// Finds the cards of this machine, and the one to play on.
public enum CardScan {
  /// A card that was looked at, with what counts for choosing.
  public struct Candidate: Sendable, Hashable {
    /// The device node.
    public var path: String
    /// The N of `cardN`; nil for a node of another name.
    public var number: Int?
    /// Whether the firmware started the machine on it.
    public var isBootVGA: Bool
    /// What it said of itself, or why it cannot be used.
    public var snapshot: Result<CardSnapshot, DisplayError>

    /// Makes a description.
    public init(
      path: String, number: Int?, isBootVGA: Bool, snapshot: Result<CardSnapshot, DisplayError>
    ) {
      self.path = path
      self.number = number
      self.isBootVGA = isBootVGA
      self.snapshot = snapshot
    }

    /// What it said, if it can be used at all.
    var usable: CardSnapshot? { try? snapshot.get() }

    /// What it said, if it may be used at present.
    func look(for request: OutputRequest) throws(DisplayError) -> CardSnapshot {
      let snapshot = try snapshot.get()
      guard request.avoidsFirmwareDisplays, snapshot.isOfFirmware else { return snapshot }
      throw DisplayError(
        .noCard,
        "\(path) is the display that the firmware set up (driver \(snapshot.driverName)); the "
          + "driver of the graphics itself is waited for first.")
    }
  }

  /// Device nodes of cards by number, "card2" before "card10"; there may be no `card0`.
  ///
  /// - Parameter folder: where to look.
  /// - Returns: their paths; empty without such a folder.
  public static func paths(in folder: String = "/dev/dri") -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var numbers: [Int] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(zeroTerminated: $0) }
      if let number = number(ofNode: name) { numbers.append(number) }
    }
    return numbers.sorted().map { "\(folder)/card\($0)" }
  }

  /// The N of "cardN"; nil for render nodes and for what is no node of a card.
  static func number(ofNode name: some StringProtocol) -> Int? {
    guard name.hasPrefix("card"), name.count <= 8 else { return nil }
    let digits = name.dropFirst(4)
    guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    return Int(digits)
  }

  /// Whether the firmware's display is on a card: `boot_vga` of its PCI device.
  static func isBootVGA(_ number: Int) -> Bool {
    let file = Glibc.open("/sys/class/drm/card\(number)/device/boot_vga", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var character: UInt8 = 0
    return read(file, &character, 1) == 1 && character == UInt8(ascii: "1")
  }

  /// Opens a card and asks it for everything.
  ///
  /// - Parameters:
  ///   - path: of the node.
  ///   - probing: whether displays are asked anew.
  ///   - broker: who opens it; nil for this program.
  /// - Returns: the card, nil where it cannot be opened, and what is known of it.
  public static func look(at path: String, probing: Bool, broker: (any SeatBroker)? = nil)
    -> (device: LibDRMDevice?, candidate: Candidate)
  {
    let name = path.split(separator: "/").last ?? ""
    let number = number(ofNode: name)
    var device: LibDRMDevice?
    let snapshot: Result<CardSnapshot, DisplayError>
    do throws(DisplayError) {
      let opened = try open(path, broker)
      device = opened
      snapshot = .success(try CardSnapshot(of: opened, probing: probing))
    } catch { snapshot = .failure(error) }
    return (
      device,
      Candidate(
        path: path, number: number, isBootVGA: number.map { isBootVGA($0) } ?? false,
        snapshot: snapshot)
    )
  }

  private static func open(_ path: String, _ broker: (any SeatBroker)?) throws(DisplayError)
    -> LibDRMDevice
  {
    do throws(Errno) {
      guard let broker else { return try LibDRMDevice.open(path: path) }
      return try LibDRMDevice.open(path: path, broker: broker)
    } catch {
      guard let broker, error != .notSupported else { throw refusal(error, opening: path) }
      throw DisplayError(
        .denied, "\(path) is not given by the seat \(broker.name): \(error).", errno: error)
    }
  }

  /// A sentence for a node that cannot be opened.
  static func refusal(_ errno: Errno, opening path: String) -> DisplayError {
    switch errno {
    case .accessDenied, .notPermitted:
      DisplayError(
        .denied,
        "Not allowed to open \(path): add the user to the group video "
          + "(sudo usermod -aG video USER, then log in anew), or run as root.", errno: errno)
    case .notFound:
      DisplayError(
        .noCard, "There is no \(path). `flipbook probe` lists the cards that are there.",
        errno: errno)
    case .notSupported, .invalidArgument:
      DisplayError(
        .noCard,
        "\(path) is not a graphics card; `flipbook probe` lists the cards that are there.",
        errno: errno)
    case .busy:
      DisplayError(
        .busy, "\(path) is kept by another program for itself; end it.", errno: errno)
    default:
      DisplayError(
        errno == .noDevice ? .lost : .refused, "\(path) cannot be opened: \(errno).",
        errno: errno)
    }
  }

  /// Why there is nothing to look at.
  static func noCards(in folder: String) -> DisplayError {
    DisplayError(
      .noCard,
      "There is no display device: \(folder) holds no card. A kernel driver for the graphics is "
        + "missing (on a board, see its device tree; in a virtual machine, add a virtio-gpu), "
        + "or this is a container without it. Play on the simulated display with --display fake.")
  }
}
