/// Tells when display cards come, go or change: by udev, or by the kernel itself where no udevd runs.
///
/// Watch `descriptor`, call `take()` whenever it is readable. With udevd a card is told of once its
/// node has its owner and rights. Confined to one thread.
public final class DeviceMonitor {
  /// Who tells.
  public enum Source: Sendable, Hashable {
    /// udevd, once it has dealt with the device.
    case udev
    /// The kernel, at once.
    case kernel
  }

  /// Who tells.
  public let source: Source
  private let udev: UdevMonitor?
  private let kernel: KernelEvents?

  /// Listens to udevd where it runs, to the kernel otherwise.
  ///
  /// - Throws: the errno of what refused.
  public convenience init() throws(Errno) {
    try self.init(File.kind(of: "/run/udev/control") == nil ? .kernel : .udev)
  }

  /// Listens to one of them.
  ///
  /// - Throws: the errno of what refused.
  public init(_ source: Source) throws(Errno) {
    switch source {
    case .udev: (udev, kernel) = (try UdevMonitor(), nil)
    case .kernel: (udev, kernel) = (nil, try KernelEvents())
    }
    self.source = source
  }

  /// What to watch: readable when there is something to take.
  public var descriptor: Int32 { udev?.descriptor ?? kernel?.descriptor ?? -1 }

  /// Takes what has come, oldest first; at most so many events that nothing else has to wait long.
  public func take() -> [DeviceChange] {
    var changes: [DeviceChange] = []
    for _ in 0..<64 {
      guard let event = udev?.next() ?? kernel?.next() else { break }
      if case .card(let change) = event { changes.append(change) }
    }
    return changes
  }
}

@available(*, unavailable)
extension DeviceMonitor: Sendable {}

/// One event that came.
enum DeviceEvent {
  /// About a card.
  case card(DeviceChange)
  /// About something else.
  case other

  init(_ change: DeviceChange?) { self = change.map { .card($0) } ?? .other }
}
