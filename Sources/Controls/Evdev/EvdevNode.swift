import CInput
import Glibc
import Linux

/// An open event node, closed with its owner; the only file that makes the kernel's requests of one.
struct EvdevNode: ~Copyable {
  /// How many records are taken at once: others have a turn, and the rest wakes the loop again.
  private static let mostRecords = 64

  /// The bytes of a set of numbers.
  private var size: Int { Int(EvdevCode.keyCount) / 8 }

  /// Readable when there are records, and broken once the device is gone.
  let descriptor: CInt
  private let access: DeviceAccess

  /// The corresponding C function is `open`, or the seat broker's.
  init(_ path: String, access: DeviceAccess) throws(Errno) {
    let answer = access.open(path, flags: O_RDONLY | O_NONBLOCK)
    guard answer >= 0 else { throw Errno(rawValue: -answer) }
    descriptor = answer
    self.access = access
  }

  deinit { access.close(descriptor) }

  /// Has records bear times of the loop's clock: `EVIOCSCLOCKID`.
  func useMonotonicClock() throws(Errno) {
    var clock = CLOCK_MONOTONIC
    try request(cinput_set_clock, &clock)
  }

  /// What the device calls itself, empty where it does not: `EVIOCGNAME`.
  func name() -> String {
    var bytes = [UInt8](repeating: 0, count: 256)
    guard (try? request(cinput_get_name(bytes.count), &bytes)) != nil else { return "" }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// What it is made of: `EVIOCGBIT`, `EVIOCGPROP` and `EVIOCGABS`.
  ///
  /// - Throws: ENOTTY or EINVAL for what is no event node.
  func facts() throws(Errno) -> EvdevFacts {
    var facts = EvdevFacts()
    try request(cinput_get_codes(CInt(EvdevCode.key), size), &facts.keys.words)
    try request(cinput_get_codes(CInt(EvdevCode.absolute), size), &facts.axes.words)
    try request(cinput_get_properties(size), &facts.properties.words)
    facts.x = try range(EvdevCode.x, facts)
    facts.y = try range(EvdevCode.y, facts)
    facts.slotX = try range(EvdevCode.slotX, facts)
    facts.slotY = try range(EvdevCode.slotY, facts)
    facts.lastSlot = try range(EvdevCode.slot, facts).maximum
    return facts
  }

  /// What is down now: `EVIOCGKEY`, `EVIOCGABS` and `EVIOCGMTSLOTS`.
  ///
  /// Records of keys that wait are thrown away by the kernel; those of touches are to be read before.
  func state(_ kind: EvdevKind) throws(Errno) -> EvdevState {
    var state = EvdevState()
    try request(cinput_get_keys_down(size), &state.keys.words)
    guard kind.capabilities.contains(.touch) else { return state }
    if let slots = kind.slots {
      state.slot = try information(of: EvdevCode.slot).value
      state.touches = try values(of: EvdevCode.tracking, slots: slots)
      state.x = try values(of: EvdevCode.slotX, slots: slots)
      state.y = try values(of: EvdevCode.slotY, slots: slots)
    } else {
      state.touches = [state.keys[EvdevCode.touch] ? 0 : -1]
      state.x = [try information(of: EvdevCode.x).value]
      state.y = [try information(of: EvdevCode.y).value]
    }
    return state
  }

  /// Takes some of what waits; answers how many records that were.
  ///
  /// The corresponding C function is `read`.
  ///
  /// - Throws: `noDevice` once it is gone, or was taken away.
  func read(_ take: (EvdevRecord) -> Void) throws(Errno) -> Int {
    let answer = withUnsafeTemporaryAllocation(
      of: input_event.self, capacity: Self.mostRecords
    ) { records -> Int in
      let bytes = UnsafeMutableRawBufferPointer(records)
      let size = Glibc.read(descriptor, bytes.baseAddress, bytes.count)
      guard size > 0 else { return size == 0 ? -Int(ENODEV) : -Int(Errno.current.rawValue) }
      // The kernel gives whole records only.
      let count = size / MemoryLayout<input_event>.stride
      for index in 0..<count {
        let time = cinput_time(&records[index])
        let record = records[index]
        take(
          EvdevRecord(kind: record.type, code: record.code, value: record.value, time: time))
      }
      return count
    }
    guard answer < 0 else { return answer }
    let error = Errno(rawValue: CInt(-answer))
    if error == .wouldBlock || error == .interrupted { return 0 }
    throw error
  }

  private func range(_ axis: UInt16, _ facts: EvdevFacts) throws(Errno) -> EvdevRange {
    guard facts.axes[axis] else { return EvdevRange() }
    let information = try information(of: axis)
    return EvdevRange(minimum: information.minimum, maximum: information.maximum)
  }

  private func information(of axis: UInt16) throws(Errno) -> input_absinfo {
    var information = input_absinfo()
    try request(cinput_get_axis(CInt(axis)), &information)
    return information
  }

  /// What each slot has of an axis.
  private func values(of axis: UInt16, slots: Int) throws(Errno) -> [Int32] {
    var values = [Int32](repeating: -1, count: slots + 1)
    values[0] = Int32(axis)
    try request(cinput_get_slots(values.count * 4), &values)
    values.removeFirst()
    return values
  }

  /// The corresponding C function is `ioctl`.
  @inline(never)
  private func request(_ number: UInt, _ value: UnsafeMutableRawPointer?) throws(Errno) {
    guard let value else { return }
    while ioctl(descriptor, number, value) < 0 {
      let error = Errno.current
      if error != .interrupted { throw error }
    }
  }
}
