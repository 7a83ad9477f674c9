import Glibc
import Linux

/// The driver of a real card, which can be taken from its device and given back.
final class Driver {
  /// The card's node; another one may come once the driver is back.
  private(set) var node: String
  private(set) var isUnbound = false
  /// The driver's folder, and the device's name there; nil for a card that is no device's.
  private let place: (folder: String, device: String)?

  init(_ node: String) {
    self.node = node
    let name = node.split(separator: "/").last.map(String.init) ?? ""
    let device = Self.target(of: "/sys/class/drm/\(name)/device")
    let folder = Self.target(of: "/sys/class/drm/\(name)/device/driver")
    if let device, let folder {
      place = (folder, device.split(separator: "/").last.map(String.init) ?? "")
    } else {
      place = nil
    }
  }

  var canBeUnbound: Bool { place != nil }

  func unbind() throws(Errno) {
    try write("unbind")
    isUnbound = true
  }

  /// Gives the driver back, and waits for the card's node.
  func bind() throws(Errno) {
    try write("bind")
    isUnbound = false
    for _ in 0..<200 {
      for number in 0..<16 where access("/dev/dri/card\(number)", R_OK) == 0 {
        node = "/dev/dri/card\(number)"
        return
      }
      usleep(10_000)
    }
    throw .notFound
  }

  private func write(_ what: String) throws(Errno) {
    guard let place else { throw .notSupported }
    let file = Glibc.open("\(place.folder)/\(what)", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw Errno.current }
    defer { close(file) }
    let bytes = Array(place.device.utf8)
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else { throw Errno.current }
  }

  private static func target(of link: String) -> String? {
    guard let path = realpath(link, nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }
}
