import Glibc
import Linux

/// Devices as their nodes tell of them, with nobody between: for where no udevd runs.
final class EvdevReader: InputReader {
  private static let folder = "/dev/input"
  /// What the poller calls the notices; devices count from 1.
  private static let noticesIdentifier: UInt64 = 0

  private let source: InputDevices.Source
  private let access: DeviceAccess
  private let poller: Poller
  private let notices: FileNotices?
  /// What a user should know, a sentence each.
  private(set) var notes = [
    """
    udev is not running (there is no /run/udev/control), so input devices are read from their \
    nodes; calibrations and outputs that udev's rules give to touch screens are not known.
    """
  ]
  private var devices: [EvdevDevice] = []
  private var nextNumber = 0
  private var isSuspended = false

  /// Opens the devices that are there, and hears of those that come.
  ///
  /// - Throws: a sentence, where the device of a path cannot be used.
  init(_ source: InputDevices.Source, access: DeviceAccess) throws(InputError) {
    do throws(Errno) {
      poller = try Poller()
    } catch {
      throw InputError(description: "Input devices cannot be waited for: \(error).")
    }
    self.source = source
    self.access = access
    do throws(Errno) {
      let notices = try FileNotices()
      try poller.add(notices.rawDescriptor, identifier: Self.noticesIdentifier)
      self.notices = consume notices
    } catch {
      notices = nil
      notes.append("Devices that are plugged in later are not noticed: inotify says \(error).")
    }
    if case .path(let path) = source { try openAsked(path) }
    look()
  }

  var descriptor: CInt { poller.rawDescriptor }

  func suspend() {
    isSuspended = true
    for device in devices { device.isGone = true }
  }

  func resume() {
    isSuspended = false
    look()
  }

  func drain(mapping: (Int) -> TouchMapping?, take: (RawInput) -> Void) {
    tell(take)
    var isOther = false
    poller.wait(blocking: false) { identifier in
      guard let device = devices.first(where: { $0.identifier == identifier }) else {
        notices?.clear()
        isOther = true
        return
      }
      do throws(Errno) {
        try device.read(mapping: mapping(device.description.id), take: take)
      } catch {
        device.isGone = true
        // Another one may have got its name before this was noticed.
        isOther = isOther || error == .noDevice
      }
    }
    // At once: what is gone would wake the loop for ever.
    tell(take)
    guard isOther else { return }
    look()
    tell(take)
  }

  /// Tells of devices that came, and lets go of those that are gone.
  private func tell(_ take: (RawInput) -> Void) {
    var index = 0
    while index < devices.count {
      let device = devices[index]
      if !device.isTold { take(.deviceAdded(device.description)) }
      device.isTold = true
      index += 1
      guard device.isGone else { continue }
      index -= 1
      devices.remove(at: index)
      // Who lent it may have it open still, and then closing would not take it from the poller.
      poller.remove(device.descriptor)
      device.release(take)
    }
  }

  /// Opens what is there and not open yet; what may not be opened now may be once its rights change.
  private func look() {
    guard !isSuspended else { return }
    // The folder comes with the first device, and goes with the last. Watched before it is listed,
    // so that nothing slips through; where there is none its own folder tells of it.
    watch("/dev")
    watch(Self.folder)
    if case .path(let path) = source { return openNoting(path) }
    let names = (try? Directory.list(Self.folder)) ?? []
    for name in names where name.hasPrefix("event") { openNoting("\(Self.folder)/\(name)") }
  }

  @inline(never)
  private func watch(_ folder: String) {
    do throws(Errno) {
      try notices?.watchFolder(folder)
    } catch {
      if error != .notFound { access.note("\(folder) cannot be watched: \(error).") }
    }
  }

  @inline(never)
  private func openNoting(_ path: String) {
    guard !devices.contains(where: { $0.path == path }) else { return }
    do throws(Errno) {
      _ = try open(path)
    } catch {
      access.note("\(path) cannot be used: \(error).")
    }
  }

  /// Whether it is of use.
  private func open(_ path: String) throws(Errno) -> Bool {
    guard let device = try EvdevDevice.open(path, number: nextNumber, access: access) else {
      return false
    }
    nextNumber += 1
    try poller.add(device.descriptor, identifier: device.identifier)
    devices.append(device)
    return true
  }

  private func openAsked(_ path: String) throws(InputError) {
    do throws(Errno) {
      // Anything else is not asked what only a device understands.
      if File.kind(of: path) != nil, File.deviceMinor(of: path) == nil { throw .noDevice }
      if try open(path) { return }
    } catch {
      switch error.rawValue {
      case ENOTTY, EINVAL, ENODEV: throw .isNone(path)
      default: throw .cannotBeUsed(path, access, error)
      }
    }
    throw .cannotBeUsed(path, access, nil)
  }
}
