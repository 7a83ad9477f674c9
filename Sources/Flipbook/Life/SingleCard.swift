import FlipbookTesting
import KMS
import Linux

/// One simulated card that somebody opened already, as all that a machine has.
final class SingleCard: DisplayCards {
  private let device: FakeKMSDevice
  private var isInUse = false

  init(_ device: FakeKMSDevice) { self.device = device }

  var paths: [String] { device.card.isGone ? [] : [device.path] }

  /// The file that is there already; once that was closed, another.
  func open(_ path: String) throws(Errno) -> any KMSDevice {
    guard path == device.path else { throw .notFound }
    guard isInUse else {
      isInUse = true
      return device
    }
    return try device.openAgain()
  }

  func isBootVGA(_ path: String) -> Bool { true }

  var changeDescriptor: Int32? { nil }

  var nextChangeTime: Int64? { device.card.nextChangeTime }

  func takeChanges() -> [DeviceChange] { device.card.takeChanges() }
}
