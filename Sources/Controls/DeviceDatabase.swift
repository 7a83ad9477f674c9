import CInput
import Glibc
import Linux

/// What udev knows of devices; the only place that names libudev.
final class DeviceDatabase {
  /// Whether udev's daemon runs: without it no device is recognised by itself.
  static var hasDaemon: Bool { File.kind(of: "/run/udev/control") != nil }

  /// The library's own handle, valid while this object lives.
  let handle: OpaquePointer

  /// The corresponding C function is `udev_new`.
  init() throws(InputError) {
    guard let handle = udev_new() else {
      throw InputError(description: "libudev cannot start: \(Errno.current).")
    }
    self.handle = handle
  }

  deinit { udev_unref(handle) }

  /// Whether udev has looked at a device node.
  ///
  /// - Throws: the errno of `stat`; ENODEV if it is no character device.
  func isInitialized(_ path: String) throws(Errno) -> Bool {
    var information = stat()
    guard stat(path, &information) == 0 else { throw Errno.current }
    guard information.st_mode & S_IFMT == S_IFCHR else { throw .noDevice }
    let type = CChar(bitPattern: UInt8(ascii: "c"))
    guard let device = udev_device_new_from_devnum(handle, type, information.st_rdev) else {
      return false
    }
    defer { udev_device_unref(device) }
    return udev_device_get_is_initialized(device) == 1
  }
}
