import Linux

/// One way to read devices; for one thread only.
protocol InputReader: AnyObject {
  /// Readable when there is something to drain.
  var descriptor: CInt { get }

  /// Closes all devices: keys go up and touches do not count.
  func suspend()

  /// Opens them again; those that cannot be opened are known to its `DeviceAccess`.
  func resume()

  /// Takes everything that has come, touches as places of what is shown.
  ///
  /// - Parameters:
  ///   - mapping: where a device's touches are on what is shown; nil for nowhere.
  ///   - take: is given each input before the next is looked at.
  func drain(mapping: (Int) -> TouchMapping?, take: (RawInput) -> Void)
}

/// The choice between the ways.
enum InputReading {
  /// Opens devices by libinput where udevd runs, which alone can tell it what they are, and by their
  /// nodes where it does not; and what a user should know of that.
  ///
  /// Chosen once. A udevd that starts later changes nothing: the nodes go on telling, and opening
  /// anew would lose what is held down.
  static func open(
    _ source: InputDevices.Source, access: DeviceAccess
  ) throws(InputError) -> (any InputReader, notes: [String]) {
    guard DeviceDatabase.hasDaemon else {
      let reader = try EvdevReader(source, access: access)
      return (reader, reader.notes)
    }
    switch source {
    case .automatic: return (try InputLibrary.seat(access: access), [])
    case .path(let path): return (try device(at: path, access: access), [])
    }
  }

  /// What libinput makes of a node.
  private static func device(
    at path: String, access: DeviceAccess
  ) throws(InputError) -> InputLibrary {
    let isKnown: Bool
    let database = try DeviceDatabase()
    do throws(Errno) {
      isKnown = try database.isInitialized(path)
    } catch Errno.noDevice {
      throw .isNone(path)
    } catch {
      throw .cannotBeUsed(path, access, error)
    }
    // Asked first, for libinput would wait two seconds for udev to come to know it.
    guard isKnown else {
      throw InputError(
        description: """
          udev does not know the input device \(path), so libinput cannot tell what it is; \
          start systemd-udevd, or give another device.
          """)
    }
    guard let library = try InputLibrary.device(at: path, access: access) else {
      throw .cannotBeUsed(path, access, access.lastError)
    }
    return library
  }
}

extension InputError {
  /// What leads to no input device.
  static func isNone(_ path: String) -> InputError {
    InputError(
      description: """
        \(path) is no input device; give a node such as /dev/input/event0 \
        (“flipbook probe” names them).
        """)
  }

  /// A device that cannot be used, and why: for want of rights, by an errno or by what was logged.
  static func cannotBeUsed(_ path: String, _ access: DeviceAccess, _ error: Errno?) -> InputError {
    let reason: String
    if let problem = access.permissionProblems.last {
      reason = ". \(problem)"
    } else if let error {
      reason = ": \(error)."
    } else {
      reason = ". \(access.log.last ?? "It is no keyboard, pointer or touch screen.")"
    }
    return InputError(description: "The input device \(path) cannot be used\(reason)")
  }
}
