public import Linux

/// The cards of this machine: `/dev/dri`, and what udev or the kernel tells of it.
public final class SystemCards: DisplayCards {
  private let folder: String
  private let monitor: DeviceMonitor?
  /// Why changes are not told of; nil where they are.
  public let deafness: Errno?

  private let broker: (any SeatBroker)?

  /// Begins to listen; where nobody tells of changes, cards are still found by looking again.
  ///
  /// - Parameters:
  ///   - folder: where cards are looked for.
  ///   - broker: who opens cards; nil for this program.
  public init(in folder: String = "/dev/dri", broker: (any SeatBroker)? = nil) {
    self.folder = folder
    self.broker = broker
    do throws(Errno) {
      monitor = try DeviceMonitor()
      deafness = nil
    } catch {
      monitor = nil
      deafness = error
    }
  }

  /// Device nodes by number.
  public var paths: [String] { CardScan.paths(in: folder) }

  /// Opens a card: `open(2)`, or by the broker.
  public func open(_ path: String) throws(Errno) -> any KMSDevice {
    guard let broker else { return try LibDRMDevice.open(path: path) }
    return try LibDRMDevice.open(path: path, broker: broker)
  }

  /// Whether the firmware's display is on a card: `boot_vga` of its PCI device.
  public func isBootVGA(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return CardScan.number(ofNode: name).map { CardScan.isBootVGA($0) } ?? false
  }

  /// The monitor's descriptor.
  public var changeDescriptor: Int32? { monitor?.descriptor }

  /// None: changes are told of by the descriptor.
  public var nextChangeTime: Int64? { nil }

  /// What udev or the kernel told.
  public func takeChanges() -> [DeviceChange] { monitor?.take() ?? [] }
}

@available(*, unavailable)
extension SystemCards: Sendable {}
