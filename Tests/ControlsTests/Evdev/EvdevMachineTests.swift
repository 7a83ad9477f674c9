import Pixels
import Testing

@testable import Controls

@Suite("What is made of a device's records")
struct EvdevMachineTests {
  @Test("Keys go down and up, and repeat nothing")
  func keys() {
    var machine = EvdevMachine(Kind.keyboard)
    let told = machine.told([
      Record.key(57, 1, at: 5), Record.report(), Record.key(57, 2), Record.report(),
      Record.key(57, 1), Record.key(57, 0, at: 9), Record.report(), Record.key(57, 0),
    ])
    #expect(
      told == [
        .key(device: 7, code: 57, isDown: true, time: 5),
        .key(device: 7, code: 57, isDown: false, time: 9),
      ])
  }

  @Test("Buttons are a pointer's, keys a keyboard's, tools nobody's")
  func buttons() {
    var mouse = EvdevMachine(Kind.mouse)
    #expect(
      mouse.told([Record.key(0x110, 1, at: 3), Record.key(30, 1), Record.key(EvdevCode.finger, 1)])
        == [.pointerButton(device: 7, code: 0x110, isDown: true, time: 3)])
    var keyboard = EvdevMachine(Kind.keyboard)
    #expect(keyboard.told([Record.key(0x110, 1), Record.key(EvdevCode.touch, 1)]) == [])
  }

  @Test("A finger in a slot")
  func finger() {
    var machine = EvdevMachine(Kind.screen(slots: 2))
    let began = [Record.slot(1), Record.touch(40)] + Record.at(1000, 2000)
    #expect(machine.told(began) == [], "a frame that is not complete")
    #expect(
      machine.told([Record.report(at: 1)]) == [
        .touchDown(device: 7, slot: 1, at: TouchPoint(x: 100, y: 200), time: 1),
        .touchFrame(device: 7, time: 1),
      ])
    #expect(
      machine.told([Record.place(EvdevCode.slotX, 1500), Record.report(at: 2)]) == [
        .touchMotion(device: 7, slot: 1, at: TouchPoint(x: 150, y: 200), time: 2),
        .touchFrame(device: 7, time: 2),
      ])
    #expect(
      machine.told([Record.touch(-1), Record.report(at: 3)]) == [
        .touchUp(device: 7, slot: 1, time: 3), .touchFrame(device: 7, time: 3),
      ])
    #expect(machine.told([Record.report(at: 4)]) == [])
  }

  @Test("The kernel says a place once: the next finger comes down where the last one was")
  func samePlace() {
    let state = EvdevState((-1, 400, 500))
    var machine = EvdevMachine(Kind.screen(slots: 1), state: state)
    #expect(
      machine.told([Record.touch(1), Record.report()]).first
        == .touchDown(device: 7, slot: 0, at: TouchPoint(x: 40, y: 50), time: 0))
  }

  @Test("A slot that is used again at once: the one finger is lifted before the other comes")
  func reusedSlot() {
    var machine = EvdevMachine(Kind.screen(slots: 1))
    _ = machine.told([Record.touch(1), Record.report()])
    #expect(
      machine.told([Record.touch(-1), Record.touch(2), Record.report(at: 5)]) == [
        .touchUp(device: 7, slot: 0, time: 5), .touchFrame(device: 7, time: 5),
        .touchDown(device: 7, slot: 0, at: TouchPoint(x: 0, y: 0), time: 5),
        .touchFrame(device: 7, time: 5),
      ])
  }

  @Test("A screen that knows one finger only calls it -1")
  func singleTouch() {
    var machine = EvdevMachine(Kind.screen(slots: 0))
    #expect(
      machine.told([
        Record.key(EvdevCode.touch, 1), Record.place(EvdevCode.x, 40),
        Record.place(EvdevCode.y, 80), Record.report(at: 1), Record.key(EvdevCode.touch, 2),
        Record.report(at: 2), Record.key(EvdevCode.touch, 0), Record.report(at: 3),
      ]) == [
        .touchDown(device: 7, slot: -1, at: TouchPoint(x: 4, y: 8), time: 1),
        .touchFrame(device: 7, time: 1), .touchUp(device: 7, slot: -1, time: 3),
        .touchFrame(device: 7, time: 3),
      ])
  }

  @Test("Slots beyond the last are nobody's, and spoil no other", arguments: [-1, 2, .min, .max])
  func strangeSlot(slot: Int32) {
    var machine = EvdevMachine(Kind.screen(slots: 2))
    let strange = [Record.slot(slot), Record.touch(3)] + Record.at(1, 1) + [Record.report()]
    #expect(machine.told(strange) == [])
    #expect(machine.told([Record.slot(0), Record.touch(4), Record.report()]).count == 2)
  }

  @Test("Without a display touches are nowhere, and beside the picture nothing is touched")
  func nowhere() {
    let one = [Record.touch(1), Record.report(), Record.touch(-1), Record.report()]
    let lifted: [RawInput] = [
      .touchFrame(device: 7, time: 0), .touchUp(device: 7, slot: 0, time: 0),
      .touchFrame(device: 7, time: 0),
    ]
    var machine = EvdevMachine(Kind.screen(slots: 1))
    #expect(machine.told(one, mapping: nil) == lifted)
    var beside = tenth
    beside.placement = Placement(
      crop: PictureCrop(x: 0, y: 0, width: 10, height: 10),
      destination: PixelRectangle(x: 50, y: 50, width: 10, height: 10))
    #expect(machine.told(one, mapping: beside) == lifted)
  }

  @Test("What was down before counts once it was lifted")
  func downBefore() {
    let state = EvdevState(keys: [30], (9, 0, 0))
    var machine = EvdevMachine(Kind.screen(slots: 1), state: state)
    let moved = Record.at(5, 5) + [Record.report()]
    #expect(machine.told(moved + [Record.key(30, 0), Record.touch(-1), Record.report()]) == [])
    #expect(machine.told([Record.key(30, 1), Record.touch(10), Record.report()]).count == 3)
  }

  @Test("After records were lost the state is asked for once, and what differs is told")
  func lost() {
    var machine = EvdevMachine(Kind.screen(slots: 3))
    _ = machine.told([
      Record.key(30, 1), Record.touch(1), Record.slot(1), Record.touch(2), Record.report(),
    ])
    #expect(machine.told([Record.slot(2), Record.touch(3), Record.dropped]) == [])
    #expect(machine.told([Record.key(30, 0), Record.touch(-1)]) == [], "of a frame that is lost")
    #expect(machine.take(Record.report(), mapping: tenth) { Issue.record("\($0)") })
    var state = EvdevState(keys: [31], (5, 10, 10), (2, 20, 20), (-1, 0, 0))
    state.slot = 1
    #expect(
      machine.told(state, time: 6) == [
        .touchUp(device: 7, slot: 0, time: 6), .touchFrame(device: 7, time: 6),
        .touchDown(device: 7, slot: 0, at: TouchPoint(x: 1, y: 1), time: 6),
        .touchMotion(device: 7, slot: 1, at: TouchPoint(x: 2, y: 2), time: 6),
        .touchFrame(device: 7, time: 6), .key(device: 7, code: 30, isDown: false, time: 6),
        .key(device: 7, code: 31, isDown: true, time: 6),
      ])
    #expect(
      machine.told([Record.touch(-1), Record.report(at: 7)]) == [
        .touchUp(device: 7, slot: 1, time: 7), .touchFrame(device: 7, time: 7),
      ])
  }

  @Test("What was down before stays uncounted when records were lost")
  func downBeforeLost() {
    var state = EvdevState(keys: [30, 31], (9, 0, 0))
    var machine = EvdevMachine(Kind.screen(slots: 1), state: state)
    state.keys[31] = false
    #expect(machine.told(state, time: 1) == [])
    state.keys[31] = true
    state.touches[0] = 10
    #expect(machine.told(state, time: 2).count == 3)
  }

  @Test("Unplugged: touches do not count, keys go up, and nothing is down any more")
  func unplugged() {
    var machine = EvdevMachine(Kind.screen(slots: 2))
    _ = machine.told([
      Record.key(31, 1), Record.key(30, 1), Record.slot(1), Record.touch(4), Record.report(),
    ])
    #expect(
      machine.released(time: 8) == [
        .touchCancel(device: 7, slot: 1, time: 8), .touchFrame(device: 7, time: 8),
        .key(device: 7, code: 30, isDown: false, time: 8),
        .key(device: 7, code: 31, isDown: false, time: 8),
      ])
    #expect(machine.released(time: 9) == [])
  }
}
