/// Which output a touch screen lies on, and why.
public struct TouchBinding: Sendable, Hashable {
  /// What a user says of a device: it lies on this output.
  public struct Wish: Sendable, Hashable {
    /// The device: its name, the kernel's (`event3`) or its node (`/dev/input/event3`).
    public var device: String
    /// The connector's name, "HDMI-A-1".
    public var output: String

    /// Pairs a device with an output.
    public init(device: String, output: String) {
      self.device = device
      self.output = output
    }
  }

  /// The output's place among those that were given.
  public var output: Int
  /// A sentence.
  public var reason: String

  /// Finds the output of a device.
  ///
  /// Pure. That which the user says; else what udev's property `WL_OUTPUT` says; else the panel that is
  /// built in; else the first.
  ///
  /// - Parameters:
  ///   - device: a touch screen.
  ///   - outputs: the connectors that pictures are on, in the order asked for.
  ///   - wishes: what the user says.
  /// - Returns: nil where there is no output.
  public init?(of device: InputDevice, among outputs: [String], wishes: [Wish] = []) {
    guard !outputs.isEmpty else { return nil }
    func place(_ name: String) -> Int? {
      outputs.firstIndex { $0.lowercased() == name.lowercased() }
    }
    let name = "Touch screen \(device.name) (\(device.systemName))"
    // What names an output that shows nothing of ours says nothing; the reason below tells.
    var instead = ""
    for wish in wishes where Self.names(wish.device, device) {
      if let place = place(wish.output) {
        self.init(output: place, reason: "\(name) is on \(outputs[place]): that was asked for.")
        return
      }
      instead = ", not on \(wish.output), which shows no picture"
    }
    if let wanted = device.outputName {
      if let place = place(wanted) {
        self.init(
          output: place, reason: "\(name) is on \(outputs[place]): udev says so (WL_OUTPUT).")
        return
      }
      if instead.isEmpty { instead = ", not on \(wanted), which shows no picture" }
    }
    if let place = outputs.firstIndex(where: Self.isBuiltIn) {
      self.init(
        output: place, reason: "\(name) is on \(outputs[place])\(instead): that is built in.")
    } else {
      let why = outputs.count == 1 ? "the only output" : "the first output"
      self.init(output: 0, reason: "\(name) is on \(outputs[0])\(instead): that is \(why).")
    }
  }

  private init(output: Int, reason: String) {
    self.output = output
    self.reason = reason
  }

  private static func names(_ text: String, _ device: InputDevice) -> Bool {
    text == device.name || text == device.systemName
      || text == "/dev/input/\(device.systemName)"
  }

  /// Whether a connector is one that panels are soldered to, by the kernel's name of its kind.
  private static func isBuiltIn(_ output: String) -> Bool {
    ["DSI-", "eDP-", "LVDS-", "DPI-"].contains { output.lowercased().hasPrefix($0.lowercased()) }
  }
}

/// The ways from several panels to what is shown on them.
public struct TouchMappings: Sendable, Hashable {
  /// One output.
  public struct Output: Sendable, Hashable {
    /// The connector's name, "HDMI-A-1".
    public var name: String
    /// The way from its panel to what is shown.
    public var mapping: TouchMapping

    /// Pairs a name with a mapping.
    public init(name: String, mapping: TouchMapping) {
      self.name = name
      self.mapping = mapping
    }
  }

  /// The outputs that pictures are on, in the order asked for; empty while there is none.
  public var outputs: [Output]
  /// What the user says of devices.
  public var wishes: [TouchBinding.Wish]

  /// Makes mappings.
  public init(outputs: [Output], wishes: [TouchBinding.Wish] = []) {
    self.outputs = outputs
    self.wishes = wishes
  }

  /// The output that a device is on; nil where there is no output.
  public func binding(of device: InputDevice) -> TouchBinding? {
    TouchBinding(of: device, among: outputs.map(\.name), wishes: wishes)
  }

  /// The way from a device's places to what is shown; nil where there is no output.
  public func mapping(of device: InputDevice) -> TouchMapping? {
    binding(of: device).map { outputs[$0.output].mapping }
  }
}
