public import Linux

/// The input devices of this machine: by libinput or, where no udevd runs, by the kernel itself.
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
  private var reader: (any InputReader)?
  private var waiting: [RawInput] = []

  /// Opens the devices that are there.
  ///
  /// - Parameters:
  ///   - source: which.
  ///   - mappings: where touches of each device are on what is shown.
  ///   - grabs: whether what they do reaches nobody else, such as a shell that reads a terminal.
  ///   - broker: who opens devices, those of its seat; nil for the program itself.
  /// - Throws: a sentence, if nothing can be read or the device of a path cannot be used.
  public init(
    source: Source, mappings: TouchMappings, grabs: Bool = false, broker: (any SeatBroker)? = nil
  ) throws(InputError) {
    self.mappings = mappings
    access = DeviceAccess(grabs: grabs, broker: broker)
    (reader, notes) = try InputReading.open(source, access: access)
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
  public var descriptor: CInt { reader?.descriptor ?? -1 }

  /// Devices that could not be opened for want of rights, a sentence each with what to do.
  public var permissionProblems: [String] { access.permissionProblems }

  /// The last lines of what was logged of devices.
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
    reader?.suspend()
    return dispatch()
  }

  /// Opens the devices again that are there now; `dispatch` tells which.
  public func resume() { reader?.resume() }

  /// Lets go of all devices; nothing more comes.
  public func close() {
    reader = nil
    devices = []
    bindings = [:]
    waiting = []
  }

  private func drain() -> [RawInput] {
    var inputs: [RawInput] = []
    // A device and its first touches may come at once: it is bound before they are placed.
    reader?.drain { [self] in
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
}

@available(*, unavailable)
extension InputDevices: Sendable {}
