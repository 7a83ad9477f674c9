import Pixels

/// Makes of a device's records what libinput would; pure.
///
/// A touch counts when its frame is complete; what was down before counts once it was lifted. After
/// records were lost the device must be asked anew what is down.
struct EvdevMachine {
  /// What is to be done after a record.
  enum Action: Hashable {
    /// To tell these; mostly none.
    case tell([RawInput])
    /// To throw away what waits to be read, and to hand over the state by `resynchronize`.
    case askState
  }

  /// The number that the device's inputs bear.
  let device: Int
  /// What it is.
  let kind: EvdevKind

  private struct Finger {
    /// As the records have it.
    var now: EvdevState.Finger
    /// The number of the touch that was told; -1 for none.
    var told: Int32 = -1
    /// The number of a touch from before; -1 for none.
    var ignored: Int32 = -1
    var isMoved = false
  }

  private var held: Set<UInt16> = []
  private var ignored: Set<UInt16> = []
  private var fingers: [Finger] = []
  private var slot = 0
  private var isIncomplete = false

  /// Begins with what is down already.
  init(device: Int, kind: EvdevKind, state: EvdevState) {
    self.device = device
    self.kind = kind
    ignored = Set(state.keys.members)
    guard let touch = kind.touch else { return }
    slot = touch.slots == 0 ? 0 : Int(state.slot)
    fingers = (0..<max(touch.slots, 1)).map { index in
      let now = index < state.fingers.count ? state.fingers[index] : EvdevState.Finger()
      return Finger(now: now, ignored: max(now.touch, -1))
    }
  }

  /// Takes in one record.
  ///
  /// - Parameter mapping: where its touches are on what is shown; nil for nowhere.
  mutating func take(_ record: EvdevRecord, mapping: TouchMapping?) -> Action {
    switch (record.kind, record.code) {
    case (EvdevCode.Kind.synchronization, EvdevCode.dropped): isIncomplete = true
    case (EvdevCode.Kind.synchronization, EvdevCode.report):
      guard isIncomplete else { return .tell(finishFrame(record.time, mapping)) }
      isIncomplete = false
      return .askState
    case _ where isIncomplete: break
    case (EvdevCode.Kind.key, let code):
      // Anything else is the kernel's own repeat.
      guard record.value == 0 || record.value == 1 else { break }
      return .tell(noteKey(code, isDown: record.value == 1, time: record.time))
    case (EvdevCode.Kind.absolute, let code): notePlace(code, record.value)
    default: break
    }
    return .tell([])
  }

  /// Goes on from what is down now, after records were lost.
  mutating func resynchronize(
    _ state: EvdevState, time: Int64, mapping: TouchMapping?
  ) -> [RawInput] {
    isIncomplete = false
    if kind.touch.map({ $0.slots > 0 }) == true { slot = Int(state.slot) }
    for (index, now) in zip(fingers.indices, state.fingers) {
      if now.touch != fingers[index].ignored { fingers[index].ignored = -1 }
      // What its place was when it was told is not known any more.
      fingers[index].isMoved = true
      fingers[index].now = now
    }
    var inputs = finishFrame(time, mapping)
    ignored = ignored.filter { state.keys[$0] }
    for code in held.sorted() where !state.keys[code] {
      inputs += noteKey(code, isDown: false, time: time)
    }
    for code in state.keys.members where !ignored.contains(code) && code != EvdevCode.touch {
      inputs += noteKey(code, isDown: true, time: time)
    }
    return inputs
  }

  /// The device goes away: touches do not count, keys go up.
  mutating func release(time: Int64) -> [RawInput] {
    var inputs: [RawInput] = []
    for index in fingers.indices where fingers[index].told >= 0 {
      fingers[index].told = -1
      inputs.append(.touchCancel(device: device, slot: number(index), time: time))
    }
    if !inputs.isEmpty { inputs.append(.touchFrame(device: device, time: time)) }
    for code in held.sorted() { inputs += noteKey(code, isDown: false, time: time) }
    return inputs
  }

  private mutating func noteKey(_ code: UInt16, isDown: Bool, time: Int64) -> [RawInput] {
    if code == EvdevCode.touch, kind.touch?.slots == 0 {
      noteTouch(0, isDown ? 0 : -1)
      return []
    }
    ignored.remove(code)
    let isKey = EvdevCode.isKey(code)
    guard isKey || EvdevCode.isButton(code),
      kind.capabilities.contains(isKey ? .keyboard : .pointer),
      isDown ? held.insert(code).inserted : held.remove(code) != nil
    else { return [] }
    let code = UInt32(code)
    return isKey
      ? [.key(device: device, code: code, isDown: isDown, time: time)]
      : [.pointerButton(device: device, code: code, isDown: isDown, time: time)]
  }

  private mutating func notePlace(_ code: UInt16, _ value: Int32) {
    guard let touch = kind.touch else { return }
    if touch.slots > 0, code == EvdevCode.slot { slot = Int(value) }
    // A slot that there is not: its finger is nobody's.
    guard fingers.indices.contains(slot) else { return }
    switch (code, touch.slots > 0) {
    case (EvdevCode.tracking, true): noteTouch(slot, max(value, -1))
    case (EvdevCode.slotX, true), (EvdevCode.x, false):
      fingers[slot].now.x = value
      fingers[slot].isMoved = true
    case (EvdevCode.slotY, true), (EvdevCode.y, false):
      fingers[slot].now.y = value
      fingers[slot].isMoved = true
    default: break
    }
  }

  private mutating func noteTouch(_ index: Int, _ touch: Int32) {
    fingers[index].now.touch = touch
    if touch != fingers[index].ignored { fingers[index].ignored = -1 }
  }

  /// Tells what became of the fingers since the last frame.
  private mutating func finishFrame(_ time: Int64, _ mapping: TouchMapping?) -> [RawInput] {
    var inputs: [RawInput] = []
    var isReplaced = false
    for index in fingers.indices {
      let finger = fingers[index]
      guard finger.told >= 0, finger.told != finger.now.touch else { continue }
      inputs.append(.touchUp(device: device, slot: number(index), time: time))
      fingers[index].told = -1
      if finger.now.touch >= 0 { isReplaced = true }
    }
    // A finger that another one replaced has its own frame: it was lifted before.
    if isReplaced { inputs.append(.touchFrame(device: device, time: time)) }
    var isChanged = !inputs.isEmpty
    for index in fingers.indices {
      let (finger, touch) = (fingers[index], fingers[index].now.touch)
      fingers[index].isMoved = false
      let isDown = touch != finger.told
      guard touch >= 0, touch != finger.ignored, isDown || finger.isMoved else { continue }
      fingers[index].told = touch
      isChanged = true
      let input = place(of: finger.now, on: mapping?.panel).flatMap {
        mapping?.touch(
          at: $0, isDown: isDown, device: device, slot: number(index), time: time)
      }
      if let input { inputs.append(input) }
    }
    if isChanged { inputs.append(.touchFrame(device: device, time: time)) }
    return inputs
  }

  private func place(of finger: EvdevState.Finger, on panel: PixelSize?) -> Point? {
    guard let touch = kind.touch, let panel else { return nil }
    return Point(
      x: touch.x.place(of: finger.x, across: panel.width),
      y: touch.y.place(of: finger.y, across: panel.height))
  }

  /// What libinput calls a finger: -1 the only one.
  private func number(_ index: Int) -> Int32 { kind.touch?.slots == 0 ? -1 : Int32(index) }
}
