import Pixels

/// Makes of a device's records what libinput would; pure.
///
/// A touch counts when its frame is complete; what was down before counts once it was lifted. After
/// records were lost the device must be asked anew what is down.
struct EvdevMachine: ~Copyable {
  /// The number that the device's inputs bear.
  let device: Int
  /// What it is.
  let kind: EvdevKind

  private struct Finger {
    /// The number of the touch that is there; negative for none.
    var touch: Int32
    var x: Int32
    var y: Int32
    /// The number of the touch that was told; -1 for none.
    var told: Int32 = -1
    /// The number of a touch from before; negative for none.
    var ignored: Int32
    var isMoved = false
  }

  private var held = EvdevBits()
  private var ignored: EvdevBits
  private var fingers: [Finger] = []
  private var slot: Int
  private var isIncomplete = false

  /// Begins with what is down already.
  init(device: Int, kind: EvdevKind, state: EvdevState) {
    self.device = device
    self.kind = kind
    ignored = state.keys
    slot = Int(state.slot)
    // None but a touch screen's state has fingers.
    for index in 0..<state.touches.count {
      let touch = state.touches[index]
      fingers.append(
        Finger(touch: touch, x: state.x[index], y: state.y[index], ignored: touch))
    }
  }

  /// Takes in one record.
  ///
  /// - Parameters:
  ///   - mapping: where its touches are on what is shown; nil for nowhere.
  ///   - tell: is given what is made of it.
  /// - Returns: true to have what waits to be read thrown away, and the state handed over by
  ///   `resynchronize`.
  mutating func take(
    _ record: EvdevRecord, mapping: TouchMapping?, tell: (RawInput) -> Void
  ) -> Bool {
    switch record.kind {
    case EvdevCode.synchronization:
      if record.code == EvdevCode.dropped { isIncomplete = true }
      guard record.code == EvdevCode.report else { break }
      guard !isIncomplete else { return true }
      finishFrame(record.time, mapping, tell)
    case _ where isIncomplete: break
    case EvdevCode.key:
      // Anything else is the kernel's own repeat.
      guard record.value == 0 || record.value == 1 else { break }
      noteKey(record.code, isDown: record.value == 1, time: record.time, tell)
    case EvdevCode.absolute: notePlace(record.code, record.value)
    default: break
    }
    return false
  }

  /// Goes on from what is down now, after records were lost.
  mutating func resynchronize(
    _ state: EvdevState, time: Int64, mapping: TouchMapping?, tell: (RawInput) -> Void
  ) {
    isIncomplete = false
    slot = Int(state.slot)
    for index in 0..<min(fingers.count, state.touches.count) {
      noteTouch(index, state.touches[index])
      fingers[index].x = state.x[index]
      fingers[index].y = state.y[index]
      // What its place was when it was told is not known any more.
      fingers[index].isMoved = true
    }
    finishFrame(time, mapping, tell)
    setKeys(state.keys, time, tell)
  }

  /// The device goes away: touches do not count, keys go up.
  mutating func release(time: Int64, tell: (RawInput) -> Void) {
    var isChanged = false
    for index in 0..<fingers.count where fingers[index].told >= 0 {
      fingers[index].told = -1
      isChanged = true
      tell(.touchCancel(device: device, slot: number(index), time: time))
    }
    if isChanged { tell(.touchFrame(device: device, time: time)) }
    setKeys(EvdevBits(), time, tell)
  }

  @inline(never)
  private mutating func setKeys(_ keys: EvdevBits, _ time: Int64, _ tell: (RawInput) -> Void) {
    for code in 0..<EvdevCode.keyCount {
      if !keys[code] { ignored[code] = false }
      guard held[code] != keys[code], !ignored[code] else { continue }
      noteKey(code, isDown: keys[code], time: time, tell)
    }
  }

  @inline(never)
  private mutating func noteKey(
    _ code: UInt16, isDown: Bool, time: Int64, _ tell: (RawInput) -> Void
  ) {
    if code == EvdevCode.touch, kind.slots == nil { return noteTouch(0, isDown ? 0 : -1) }
    ignored[code] = false
    let isKey = EvdevCode.isKey(code)
    guard held[code] != isDown, isKey || EvdevCode.isButton(code),
      kind.capabilities.contains(isKey ? .keyboard : .pointer)
    else { return }
    held[code] = isDown
    tell(
      isKey
        ? .key(device: device, code: UInt32(code), isDown: isDown, time: time)
        : .pointerButton(device: device, code: UInt32(code), isDown: isDown, time: time))
  }

  private mutating func notePlace(_ code: UInt16, _ value: Int32) {
    let hasSlots = kind.slots != nil
    if hasSlots, code == EvdevCode.slot { slot = Int(value) }
    // A slot that there is not: its finger is nobody's.
    guard slot >= 0, slot < fingers.count else { return }
    switch code {
    case EvdevCode.tracking where hasSlots: return noteTouch(slot, value)
    case hasSlots ? EvdevCode.slotX : EvdevCode.x: fingers[slot].x = value
    case hasSlots ? EvdevCode.slotY : EvdevCode.y: fingers[slot].y = value
    default: return
    }
    fingers[slot].isMoved = true
  }

  private mutating func noteTouch(_ index: Int, _ touch: Int32) {
    guard index < fingers.count else { return }
    fingers[index].touch = touch
    if touch != fingers[index].ignored { fingers[index].ignored = -1 }
  }

  /// Tells what became of the fingers since the last frame.
  private mutating func finishFrame(
    _ time: Int64, _ mapping: TouchMapping?, _ tell: (RawInput) -> Void
  ) {
    var isChanged = false
    var isReplaced = false
    for index in 0..<fingers.count {
      let finger = fingers[index]
      guard finger.told >= 0, finger.told != finger.touch else { continue }
      fingers[index].told = -1
      isChanged = true
      if finger.touch >= 0 { isReplaced = true }
      tell(.touchUp(device: device, slot: number(index), time: time))
    }
    // A finger that another one replaced has its own frame: it was lifted before.
    if isReplaced { tell(.touchFrame(device: device, time: time)) }
    for index in 0..<fingers.count {
      let finger = fingers[index]
      let touch = finger.touch
      fingers[index].isMoved = false
      let isDown = touch != finger.told
      guard touch >= 0, touch != finger.ignored, isDown || finger.isMoved else { continue }
      fingers[index].told = touch
      isChanged = true
      guard let mapping else { continue }
      let point = Point(
        x: kind.x.place(of: finger.x, across: mapping.panel.width),
        y: kind.y.place(of: finger.y, across: mapping.panel.height))
      let input = mapping.touch(
        at: point, isDown: isDown, device: device, slot: number(index), time: time)
      if let input { tell(input) }
    }
    if isChanged { tell(.touchFrame(device: device, time: time)) }
  }

  /// What libinput calls a finger: -1 the only one.
  private func number(_ index: Int) -> Int32 { kind.slots == nil ? -1 : Int32(index) }
}
