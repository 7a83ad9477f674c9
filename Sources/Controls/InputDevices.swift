public import Linux

/// The input devices of this machine, by libinput.
///
/// For the loop's thread only. Having no device is no error: `devices` is empty then and may fill up later.
public final class InputDevices {
  /// Which devices to use.
  public enum Source: Sendable, Hashable {
    /// All of the first seat, also those plugged in later.
    case automatic
    /// One, by its node, such as `/dev/input/event3`.
    case path(String)
  }

  /// The panels that touches are on, and the way from each to what is shown.
  ///
  /// May be changed when displays come and go; devices are bound anew.
  public var mappings: TouchMappings {
    didSet { bindAll() }
  }
  /// By device number, the output that a touch screen is on, and why.
  public private(set) var bindings: [Int: TouchBinding] = [:]
  /// The devices that are there.
  public private(set) var devices: [InputDevice] = []
  /// What a user should know of how devices were found, a sentence each.
  public private(set) var notes: [String] = []

  private let access: DeviceAccess
  private var library: InputLibrary?
  private var waiting: [RawInput] = []

  /// Opens the devices that are there.
  ///
  /// - Parameters:
  ///   - source: which.
  ///   - mappings: where touches of each device are on what is shown.
  ///   - grabs: whether what they do reaches nobody else, such as a shell that reads a terminal.
  ///   - broker: who opens devices, those of its seat; nil for the program itself.
  /// - Throws: a sentence, if libinput cannot start or the device of a path cannot be used.
  public init(
    source: Source, mappings: TouchMappings, grabs: Bool = false, broker: (any SeatBroker)? = nil
  ) throws(InputError) {
    self.mappings = mappings
    access = DeviceAccess(grabs: grabs, broker: broker)
    switch source {
    case .automatic:
      if !DeviceDatabase.hasDaemon {
        notes.append(
          """
          udev is not running (there is no /run/udev/control), so input devices are not \
          recognised; start systemd-udevd to use keys and touch.
          """)
      }
      library = try InputLibrary.seat(access: access)
    case .path(let path):
      library = try InputDevices.open(path, access: access)
    }
    waiting = drain()
  }

  /// Opens the devices that are there, with every touch screen on one panel.
  public convenience init(
    source: Source, mapping: TouchMapping, grabs: Bool = false, broker: (any SeatBroker)? = nil
  ) throws(InputError) {
    let output = TouchMappings.Output(name: "", mapping: mapping)
    try self.init(
      source: source, mappings: TouchMappings(outputs: [output]), grabs: grabs, broker: broker)
  }

  deinit { close() }

  /// What to watch: readable when there is something to dispatch; -1 once closed.
  public var descriptor: CInt { library?.descriptor ?? -1 }

  /// Devices that could not be opened for want of rights, a sentence each with what to do.
  public var permissionProblems: [String] { access.permissionProblems }

  /// The last lines that libinput logged.
  public var log: [String] { access.log }

  /// Takes everything that has come, and first what came with the opening.
  ///
  /// Call it once after opening, and soon whenever the descriptor is readable.
  public func dispatch() -> [RawInput] {
    let first = waiting
    waiting = []
    return first + drain()
  }

  /// Lets go of all devices for a while, as when another terminal is in front.
  ///
  /// - Returns: what came with it: keys and fingers go up.
  public func suspend() -> [RawInput] {
    library?.suspend()
    return dispatch()
  }

  /// Opens the devices again that are there now; `dispatch` tells which.
  public func resume() { library?.resume() }

  /// Lets go of all devices; nothing more comes.
  public func close() {
    library = nil
    devices = []
    bindings = [:]
    waiting = []
  }

  private func drain() -> [RawInput] {
    var inputs: [RawInput] = []
    // A device and its first touches may come at once: it is bound before they are placed.
    library?.drain { [self] in
      mapping(of: $0)
    } take: { [self] in
      note($0)
      inputs.append($0)
    }
    return inputs
  }

  private func mapping(of device: Int) -> TouchMapping? {
    bindings[device].map { mappings.outputs[$0.output].mapping }
  }

  private func note(_ input: RawInput) {
    switch input {
    case .deviceAdded(let device):
      devices.append(device)
      bind(device)
    case .deviceRemoved(let id):
      devices.removeAll { $0.id == id }
      bindings[id] = nil
    default: break
    }
  }

  private func bind(_ device: InputDevice) {
    guard device.capabilities.contains(.touch) else { return }
    bindings[device.id] = mappings.binding(of: device)
  }

  private func bindAll() {
    bindings = [:]
    for device in devices { bind(device) }
  }

  private static func open(
    _ path: String, access: DeviceAccess
  ) throws(InputError) -> InputLibrary {
    let isKnown: Bool
    let database = try DeviceDatabase()
    do throws(Errno) {
      isKnown = try database.isInitialized(path)
    } catch Errno.noDevice {
      throw InputError(
        description: """
          \(path) is no input device; give a node such as /dev/input/event0 \
          (“libinput list-devices” names them).
          """)
    } catch {
      throw InputError(description: "The input device \(path) cannot be used: \(error).")
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
      let reason =
        access.permissionProblems.last ?? access.lastError.map { "It cannot be opened: \($0)." }
        ?? access.log.last ?? "It is no keyboard, pointer or touch screen."
      throw InputError(description: "The input device \(path) cannot be used. \(reason)")
    }
    return library
  }
}

@available(*, unavailable)
extension InputDevices: Sendable {}
