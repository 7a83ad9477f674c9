import Linux

/// One device: its node, and what is made of its records.
final class EvdevDevice {
  /// Where it is.
  let path: String
  /// What it is.
  let description: InputDevice

  /// Whether it was told of.
  var isTold = false
  /// Whether it is to be let go of.
  var isGone = false

  private let node: EvdevNode
  private var machine: EvdevMachine
  /// What waits is read so many times, at most, to be thrown away.
  private static let mostReads = 64

  /// Opens a device; nil for one of no use, such as a lid switch.
  ///
  /// - Throws: ENOTTY or EINVAL for what is no input device; what opening it answers.
  static func open(
    _ path: String, number: Int, access: DeviceAccess
  ) throws(Errno) -> EvdevDevice? {
    let node = try EvdevNode(path, access: access)
    let kind = EvdevKind(try node.facts())
    guard !kind.capabilities.isEmpty else { return nil }
    try node.useMonotonicClock()
    let state = try node.state(kind)
    return EvdevDevice(path, node, kind, state, number)
  }

  private init(
    _ path: String, _ node: consuming EvdevNode, _ kind: EvdevKind, _ state: EvdevState,
    _ number: Int
  ) {
    self.path = path
    machine = EvdevMachine(device: number, kind: kind, state: state)
    description = InputDevice(
      id: number, name: node.name(),
      systemName: String(File.resolved(path).split(separator: "/").last ?? ""),
      capabilities: kind.capabilities)
    self.node = node
  }

  /// What a poller calls it, which counts from 1.
  var identifier: UInt64 { UInt64(description.id) + 1 }
  /// Readable when there is something to read, or the device is gone.
  var descriptor: CInt { node.descriptor }

  /// Takes some of what has come.
  ///
  /// - Throws: `noDevice` once the device is gone; it is to be closed then.
  func read(mapping: TouchMapping?, take: (RawInput) -> Void) throws(Errno) {
    var mustAsk = false
    _ = try node.read { record in
      // The rest is older than the state that is asked for.
      if !mustAsk { mustAsk = machine.take(record, mapping: mapping, tell: take) }
    }
    guard mustAsk else { return }
    for _ in 0..<Self.mostReads where try node.read({ _ in }) == 0 { break }
    let state = try node.state(machine.kind)
    machine.resynchronize(state, time: SystemClock().now, mapping: mapping, tell: take)
  }

  /// Tells what its going means for what is down.
  func release(_ take: (RawInput) -> Void) {
    machine.release(time: SystemClock().now, tell: take)
    take(.deviceRemoved(id: description.id))
  }
}
