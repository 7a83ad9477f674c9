import KMS

/// One opening of a simulated card: the kernel's `drm_file`.
final class FakeFile {
  /// Whether it may become master without having been it, as root may.
  let isPrivileged: Bool
  /// Whether it has been master.
  var wasMaster = false
  var isAtomic = false
  // As for a file whose program asked for universal planes.
  var listsAllPlanes = true
  var buffers: [UInt32: FakeBuffer] = [:]
  var lastHandle: UInt32 = 0
  var unread: [(event: FlipEvent, time: Int64)] = []
  /// Events of flips that are not done yet.
  var reserved = 0
  var isClosed = false

  /// Events that may be reserved or unread at once: 4096 bytes of 32 each.
  static let eventLimit = 128

  init(isPrivileged: Bool) { self.isPrivileged = isPrivileged }

  /// Whether so many more events fit.
  func hasRoom(for count: Int) -> Bool { unread.count + reserved + count <= Self.eventLimit }
}
