import CInput
import Glibc
import Linux
import Pixels

/// A libinput context; the only file that names libinput.
///
/// One thread, as the library demands.
final class InputLibrary: InputReader {
  private let database: DeviceDatabase
  private let context: OpaquePointer
  private let access: DeviceAccess
  private let interface: UnsafeMutablePointer<libinput_interface>
  private let owner: UnsafeMutablePointer<cinput_owner>
  private var identifiers: [OpaquePointer: Int] = [:]
  private var nextIdentifier = 0

  /// Every device of the first seat, as udev announces them.
  ///
  /// The corresponding C functions are `libinput_udev_create_context` and
  /// `libinput_udev_assign_seat`.
  static func seat(access: DeviceAccess) throws(InputError) -> InputLibrary {
    let library = try InputLibrary(access: access) { interface, owner, database in
      libinput_udev_create_context(interface, owner, database)
    }
    // It answers 0 also when no device could be opened: `access` knows of those.
    guard libinput_udev_assign_seat(library.context, access.seat) == 0 else {
      throw InputError(
        description:
          "libinput cannot look for input devices of \(access.seat): is /run/udev readable?")
    }
    return library
  }

  /// One device by its node; nil if libinput refuses it.
  ///
  /// The corresponding C functions are `libinput_path_create_context` and
  /// `libinput_path_add_device`.
  static func device(at path: String, access: DeviceAccess) throws(InputError) -> InputLibrary? {
    let library = try InputLibrary(access: access) { interface, owner, _ in
      libinput_path_create_context(interface, owner)
    }
    return libinput_path_add_device(library.context, path) == nil ? nil : library
  }

  private init(
    access: DeviceAccess,
    create: (UnsafePointer<libinput_interface>, UnsafeMutableRawPointer, OpaquePointer) ->
      OpaquePointer?
  ) throws(InputError) {
    let database = try DeviceDatabase()
    // The context keeps both pointers, so what they point to must stay where it is.
    let owner = UnsafeMutablePointer<cinput_owner>.allocate(capacity: 1)
    owner.initialize(
      to: cinput_owner(
        take: { object, line in
          let access = Unmanaged<DeviceAccess>.fromOpaque(object).takeUnretainedValue()
          access.note(String(cString: line))
        }, object: Unmanaged.passUnretained(access).toOpaque()))
    let interface = UnsafeMutablePointer<libinput_interface>.allocate(capacity: 1)
    interface.initialize(
      to: libinput_interface(
        open_restricted: { path, flags, owner in
          guard let path, let owner else { return -EINVAL }
          let object = owner.assumingMemoryBound(to: cinput_owner.self).pointee.object
          let access = Unmanaged<DeviceAccess>.fromOpaque(object).takeUnretainedValue()
          return access.open(String(cString: path), flags: flags)
        },
        close_restricted: { descriptor, owner in
          guard let owner else { return }
          let object = owner.assumingMemoryBound(to: cinput_owner.self).pointee.object
          let access = Unmanaged<DeviceAccess>.fromOpaque(object).takeUnretainedValue()
          access.close(descriptor)
        }))
    guard let context = create(interface, owner, database.handle) else {
      interface.deallocate()
      owner.deallocate()
      throw InputError(description: "libinput cannot start: \(Errno.current).")
    }
    cinput_collect_log(context)
    self.owner = owner
    self.database = database
    self.context = context
    self.access = access
    self.interface = interface
  }

  deinit {
    libinput_unref(context)  // Closes devices and may log: what it points to must still be there.
    owner.deallocate()
    interface.deallocate()
  }

  /// The corresponding C function is `libinput_get_fd`.
  var descriptor: CInt { libinput_get_fd(context) }

  /// Closes all devices.
  ///
  /// The corresponding C function is `libinput_suspend`.
  func suspend() { libinput_suspend(context) }

  /// Opens them again; those that cannot be opened are known to `access`.
  ///
  /// The corresponding C function is `libinput_resume`.
  func resume() { libinput_resume(context) }

  /// Takes everything that has come, touches as places of what is shown.
  ///
  /// The corresponding C functions are `libinput_dispatch` and `libinput_get_event`.
  ///
  /// - Parameters:
  ///   - mapping: where a device's touches are on what is shown; nil for nowhere.
  ///   - take: is given each input before the next is looked at.
  func drain(mapping: (Int) -> TouchMapping?, take: (RawInput) -> Void) {
    libinput_dispatch(context)
    while let event = libinput_get_event(context) {
      if let input = translate(event, mapping) { take(input) }
      libinput_event_destroy(event)
    }
  }

  private func translate(
    _ event: OpaquePointer, _ mapping: (Int) -> TouchMapping?
  ) -> RawInput? {
    guard let handle = libinput_event_get_device(event) else { return nil }
    let type = libinput_event_get_type(event)
    if type == LIBINPUT_EVENT_DEVICE_ADDED { return .deviceAdded(describe(handle)) }
    guard let device = identifiers[handle] else { return nil }
    switch type {
    case LIBINPUT_EVENT_DEVICE_REMOVED:
      identifiers[handle] = nil
      return .deviceRemoved(id: device)
    case LIBINPUT_EVENT_KEYBOARD_KEY:
      let key = libinput_event_get_keyboard_event(event)
      return .key(
        device: device, code: libinput_event_keyboard_get_key(key),
        isDown: libinput_event_keyboard_get_key_state(key) == LIBINPUT_KEY_STATE_PRESSED,
        time: nanoseconds(libinput_event_keyboard_get_time_usec(key)))
    case LIBINPUT_EVENT_POINTER_BUTTON:
      let pointer = libinput_event_get_pointer_event(event)
      return .pointerButton(
        device: device, code: libinput_event_pointer_get_button(pointer),
        isDown: libinput_event_pointer_get_button_state(pointer) == LIBINPUT_BUTTON_STATE_PRESSED,
        time: nanoseconds(libinput_event_pointer_get_time_usec(pointer)))
    default:
      return translateTouch(event, type: type, device: device, mapping)
    }
  }

  private func translateTouch(
    _ event: OpaquePointer, type: libinput_event_type, device: Int,
    _ mapping: (Int) -> TouchMapping?
  ) -> RawInput? {
    let kinds = [
      LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_TOUCH_UP,
      LIBINPUT_EVENT_TOUCH_CANCEL, LIBINPUT_EVENT_TOUCH_FRAME,
    ]
    // Asking another event for its touch is an error of the caller's that libinput logs.
    guard kinds.contains(type), let touch = libinput_event_get_touch_event(event) else {
      return nil
    }
    let time = nanoseconds(libinput_event_touch_get_time_usec(touch))
    if type == LIBINPUT_EVENT_TOUCH_FRAME { return .touchFrame(device: device, time: time) }
    let slot = libinput_event_touch_get_slot(touch)
    switch type {
    case LIBINPUT_EVENT_TOUCH_UP: return .touchUp(device: device, slot: slot, time: time)
    case LIBINPUT_EVENT_TOUCH_CANCEL: return .touchCancel(device: device, slot: slot, time: time)
    default: break
    }
    // Only these two have a place: on the panel, and calibrated.
    guard let mapping = mapping(device) else { return nil }
    let panel = mapping.panel
    let point = Point(
      x: libinput_event_touch_get_x_transformed(touch, UInt32(clamping: panel.width)),
      y: libinput_event_touch_get_y_transformed(touch, UInt32(clamping: panel.height)))
    return mapping.touch(
      at: point, isDown: type == LIBINPUT_EVENT_TOUCH_DOWN, device: device, slot: slot, time: time)
  }

  private func describe(_ handle: OpaquePointer) -> InputDevice {
    let identifier = nextIdentifier
    nextIdentifier += 1
    identifiers[handle] = identifier
    let kinds: [(libinput_device_capability, InputDevice.Capability)] = [
      (LIBINPUT_DEVICE_CAP_KEYBOARD, .keyboard), (LIBINPUT_DEVICE_CAP_POINTER, .pointer),
      (LIBINPUT_DEVICE_CAP_TOUCH, .touch),
    ]
    return InputDevice(
      id: identifier,
      name: libinput_device_get_name(handle).map { String(cString: $0) } ?? "",
      systemName: libinput_device_get_sysname(handle).map { String(cString: $0) } ?? "",
      capabilities: Set(
        kinds.filter { libinput_device_has_capability(handle, $0.0) != 0 }.map(\.1)),
      outputName: libinput_device_get_output_name(handle).map { String(cString: $0) },
      calibration: calibration(of: handle))
  }

  /// The corresponding C function is `libinput_device_config_calibration_get_matrix`.
  private func calibration(of handle: OpaquePointer) -> [Float]? {
    guard libinput_device_config_calibration_has_matrix(handle) != 0 else { return nil }
    var matrix = [Float](repeating: 0, count: 6)
    // It answers whether the matrix does anything.
    return libinput_device_config_calibration_get_matrix(handle, &matrix) != 0 ? matrix : nil
  }

  private func nanoseconds(_ microseconds: UInt64) -> Int64 {
    Int64(clamping: microseconds) &* 1000
  }
}
