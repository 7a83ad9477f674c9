import Pixels

/// What an input device did; times are nanoseconds of the monotonic clock.
public enum RawInput: Sendable, Hashable {
  /// A device is there now; always before its first event.
  case deviceAdded(InputDevice)
  /// A device is gone; whatever it held down is void.
  case deviceRemoved(id: Int)
  /// A key went down or up; the code is evdev's, without repeats.
  case key(device: Int, code: UInt32, isDown: Bool, time: Int64)
  /// A pointer's button went down or up; the code is evdev's.
  case pointerButton(device: Int, code: UInt32, isDown: Bool, time: Int64)
  /// A finger came down.
  case touchDown(device: Int, slot: Int32, at: TouchPoint, time: Int64)
  /// A finger moved.
  case touchMotion(device: Int, slot: Int32, at: TouchPoint, time: Int64)
  /// A finger was lifted where it last was.
  case touchUp(device: Int, slot: Int32, time: Int64)
  /// A finger does not count: a palm, or the device went away.
  case touchCancel(device: Int, slot: Int32, time: Int64)
  /// What came since the last frame happened at once.
  case touchFrame(device: Int, time: Int64)
}

/// A place of what is shown, in pixels from its top left corner, fractions too.
public struct TouchPoint: Sendable, Hashable {
  /// Pixels from the left.
  public var x: Double
  /// Pixels from the top.
  public var y: Double

  /// Makes a place.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  init(_ point: Point) { self.init(x: point.x, y: point.y) }
}

/// An input device and what it can do.
public struct InputDevice: Sendable, Hashable {
  /// What a device can do; one device may do several things.
  public enum Capability: String, Sendable, Hashable, CaseIterable {
    /// It has keys: a keyboard, a remote control, buttons on a board.
    case keyboard
    /// It moves a pointer or has its buttons.
    case pointer
    /// It is a touch screen.
    case touch
  }

  /// A number that no other device of this run has.
  public let id: Int
  /// What the device calls itself.
  public let name: String
  /// The kernel's name, such as `event3`.
  public let systemName: String
  /// What of it the program can use; empty for a lid switch and its like.
  public let capabilities: Set<Capability>
  /// The output that a touch screen or pointer belongs to, by udev's property `WL_OUTPUT`; nil where
  /// that does not say.
  public let outputName: String?
  /// What of a touch screen's places libinput makes, by udev's `LIBINPUT_CALIBRATION_MATRIX`: two rows
  /// of three numbers; nil where it leaves them as they are.
  public let calibration: [Float]?

  /// Describes a device.
  public init(
    id: Int, name: String, systemName: String, capabilities: Set<Capability>,
    outputName: String? = nil, calibration: [Float]? = nil
  ) {
    self.outputName = outputName
    self.calibration = calibration
    self.id = id
    self.name = name
    self.systemName = systemName
    self.capabilities = capabilities
  }
}
