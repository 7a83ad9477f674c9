import CUdev
import Glibc

/// udevd's events of display cards; the only file of this room that names libudev.
final class UdevMonitor {
  private let context: OpaquePointer
  private let monitor: OpaquePointer

  /// The corresponding C functions are `udev_monitor_new_from_netlink`,
  /// `udev_monitor_filter_add_match_subsystem_devtype` and `udev_monitor_enable_receiving`.
  init() throws(Errno) {
    guard let context = udev_new() else { throw Errno.current }
    guard let monitor = udev_monitor_new_from_netlink(context, "udev") else {
      let error = Errno.current
      udev_unref(context)
      throw error
    }
    var answer = udev_monitor_filter_add_match_subsystem_devtype(monitor, "drm", nil)
    if answer >= 0 { answer = udev_monitor_enable_receiving(monitor) }
    guard answer >= 0 else {
      udev_monitor_unref(monitor)
      udev_unref(context)
      throw Errno(rawValue: -answer)
    }
    self.context = context
    self.monitor = monitor
  }

  deinit {
    udev_monitor_unref(monitor)
    udev_unref(context)
  }

  var descriptor: CInt { udev_monitor_get_fd(monitor) }

  /// The next event; nil where none waits.
  ///
  /// The corresponding C function is `udev_monitor_receive_device`.
  func next() -> DeviceEvent? {
    errno = 0
    guard let device = udev_monitor_receive_device(monitor) else {
      // Events were lost for want of room.
      return errno == ENOBUFS ? .card(.missed) : nil
    }
    defer { udev_device_unref(device) }
    var properties: [String: String] = [:]
    for name in ["ACTION", "SUBSYSTEM", "DEVPATH", "DEVNAME", "CONNECTOR", "PROPERTY"] {
      guard let value = udev_device_get_property_value(device, name) else { continue }
      properties[name] = String(cString: value)
    }
    return DeviceEvent(DeviceChange(properties: properties))
  }
}
