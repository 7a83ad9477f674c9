/// What a player tells while it plays; times are nanoseconds of the monotonic clock.
public enum PlayerEvent: Sendable, Hashable {
  /// Playing began, or went on after a stop.
  case start(animation: String, time: Int64)
  /// A frame reached the screen at a vblank.
  case frame(index: Int, vblank: Int64, time: Int64)
  /// With several animations on a scene: a frame of one of them reached the screen at a vblank.
  case animationFrame(animation: String, index: Int, vblank: Int64, time: Int64)
  /// Playing stopped: `finished` where it ran to its end.
  case stop(animation: String, finished: Bool, time: Int64)
  /// The frames turned round.
  case reverse(direction: String, time: Int64)
  /// A frame could not be decoded; told once for each.
  case bad(index: Int, name: String, reason: String, time: Int64)
  /// The display came or went: "absent", "lost", "paused", "unplugged", "plugged" or, again, "lit".
  case display(state: String, output: String, time: Int64)
  /// Input devices are being listened to: how many.
  case input(devices: Int, time: Int64)

  /// Whether it says itself which output it is of.
  var namesOutput: Bool { if case .display = self { true } else { false } }

  /// The event as one JSON object.
  public var json: JSONObject {
    var object = JSONObject()
    switch self {
    case .start(let animation, let time):
      object.add("event", "start")
      object.add("animation", animation)
      object.add("t", time)
    case .frame(let index, let vblank, let time):
      object.add("event", "frame")
      object.add("index", index)
      object.add("vblank", vblank)
      object.add("t", time)
    case .animationFrame(let animation, let index, let vblank, let time):
      object.add("event", "frame")
      object.add("animation", animation)
      object.add("index", index)
      object.add("vblank", vblank)
      object.add("t", time)
    case .stop(let animation, let finished, let time):
      object.add("event", "stop")
      object.add("animation", animation)
      object.add("finished", finished)
      object.add("t", time)
    case .reverse(let direction, let time):
      object.add("event", "reverse")
      object.add("direction", direction)
      object.add("t", time)
    case .bad(let index, let name, let reason, let time):
      object.add("event", "bad")
      object.add("index", index)
      object.add("name", name)
      object.add("reason", reason)
      object.add("t", time)
    case .display(let state, let output, let time):
      object.add("event", "display")
      object.add("state", state)
      object.add("output", output)
      object.add("t", time)
    case .input(let devices, let time):
      object.add("event", "input")
      object.add("devices", devices)
      object.add("t", time)
    }
    return object
  }
}
