import Controls
import Pixels
import Testing

@Suite struct GestureTests {
  /// One line of a table: what is done, and what is made of it.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var inputs: [RawInput]
    var gestures: [Gesture]

    init(_ name: String, _ inputs: [RawInput], _ gestures: [Gesture]) {
      testDescription = name
      self.inputs = inputs
      self.gestures = gestures
    }
  }

  // 500 x 1000: a finger may move by 20 pixels.
  static let screen = PixelSize(width: 500, height: 1000)

  static let cases: [Case] = [
    Case("a tap", [down(0, at: 0), up(0, at: 100)], [.tap]),
    Case("a tap of a device with one finger", [down(-1, at: 0), up(-1, at: 100)], [.tap]),
    Case("at the limit of time", [down(0, at: 0), up(0, at: 500)], [.tap]),
    Case("too long", [down(0, at: 0), up(0, at: 501)], []),
    Case("a small move", [down(0, at: 0), move(0, 12, 16, at: 50), up(0, at: 100)], [.tap]),
    Case("a move", [down(0, at: 0), move(0, 12, 17, at: 50), up(0, at: 100)], []),
    Case(
      "a move there and back",
      [down(0, at: 0), move(0, 30, 0, at: 50), move(0, 0, 0, at: 60), up(0, at: 100)], []),
    Case(
      "two taps, the same slot", [down(0, at: 0), up(0, at: 90), down(0, at: 99), up(0, at: 120)],
      [.tap, .tap]),
    Case(
      "two taps, other slots", [down(0, at: 0), up(0, at: 90), down(1, at: 99), up(1, at: 120)],
      [.tap, .tap]),
    Case(
      "two fingers", [down(0, at: 0), down(1, at: 300), up(0, at: 400), up(1, at: 800)],
      [.twoFingerTap]),
    Case(
      "the second too late", [down(0, at: 0), down(1, at: 301), up(0, at: 310), up(1, at: 320)], []),
    Case(
      "the second too long", [down(0, at: 0), down(1, at: 10), up(0, at: 90), up(1, at: 511)], []),
    Case(
      "the second moves",
      [down(0, at: 0), down(1, at: 10), move(1, 21, 0, at: 30), up(1, at: 60), up(0, at: 70)], []),
    Case(
      "three fingers",
      [down(0, at: 0), down(1, at: 0), down(2, at: 0), up(2, at: 9), up(1, at: 9), up(0, at: 9)], []
    ),
    Case(
      "one stays while the other taps twice",
      [
        down(0, at: 0), down(1, at: 10), up(1, at: 20), down(1, at: 30), up(1, at: 40),
        up(0, at: 50),
      ], []),
    Case("a palm", [down(0, at: 0), cancel(0, at: 50)], []),
    Case(
      "one of two is a palm",
      [down(0, at: 0), down(1, at: 0), cancel(0, at: 50), up(1, at: 60)], []),
    Case(
      "after a palm", [down(0, at: 0), cancel(0, at: 5), down(0, at: 9), up(0, at: 20)], [.tap]),
    Case(
      "a lift that nobody saw coming", [up(3, at: 5), move(3, 0, 0, at: 6), cancel(3, at: 7)], []),
    Case("a lost lift", [down(0, at: 0), down(0, at: 10), up(0, at: 20)], []),
    Case("a device that goes", [down(0, at: 0), .deviceRemoved(id: 1), up(0, at: 20)], []),
    Case("another device goes", [down(0, at: 0), .deviceRemoved(id: 2), up(0, at: 20)], [.tap]),
    Case(
      "one finger on each of two screens",
      [down(0, at: 0), down(0, at: 5, on: 2), up(0, at: 20), up(0, at: 30, on: 2)], [.tap, .tap]),
    Case("time that runs back", [down(0, at: 100), up(0, at: 99)], [.tap]),
    Case("a click", [button(0x110, true, at: 0), button(0x110, false, at: 500)], [.tap]),
    Case("a long click", [button(0x110, true, at: 0), button(0x110, false, at: 501)], []),
    Case("the right button", [button(0x111, true, at: 0), button(0x111, false, at: 9)], []),
    Case("a release alone", [button(0x110, false, at: 9)], []),
    Case(
      "a mouse that goes",
      [button(0x110, true, at: 0), .deviceRemoved(id: 1), button(0x110, false, at: 9)], []),
  ]

  @Test(arguments: cases)
  func gesturesOfTheTable(row: Case) {
    var recognizer = GestureRecognizer(screen: GestureTests.screen)
    var gestures: [Gesture] = []
    for input in row.inputs {
      gestures += recognizer.take(input)
      if let frame = frame(after: input) { gestures += recognizer.take(frame) }
    }
    #expect(gestures == row.gestures)
  }

  @Test func aFrameEndsWhatHappensAtOnce() {
    var recognizer = GestureRecognizer(screen: GestureTests.screen)
    let before = [down(0, at: 0), down(1, at: 0), up(0, at: 9), up(1, at: 9)]
    #expect(before.flatMap { recognizer.take($0) } == [])
    #expect(recognizer.take(.touchFrame(device: 2, time: 9)) == [])
    #expect(recognizer.take(.touchFrame(device: 1, time: 9_000_000)) == [.twoFingerTap])
    #expect(recognizer.take(.touchFrame(device: 1, time: 9_000_000)) == [])
  }
}

private let millisecond: Int64 = 1_000_000

func down(_ slot: Int32, at time: Int64, on device: Int = 1) -> RawInput {
  .touchDown(device: device, slot: slot, at: TouchPoint(x: 0, y: 0), time: time * millisecond)
}

func move(_ slot: Int32, _ x: Double, _ y: Double, at time: Int64) -> RawInput {
  .touchMotion(device: 1, slot: slot, at: TouchPoint(x: x, y: y), time: time * millisecond)
}

func up(_ slot: Int32, at time: Int64, on device: Int = 1) -> RawInput {
  .touchUp(device: device, slot: slot, time: time * millisecond)
}

func cancel(_ slot: Int32, at time: Int64) -> RawInput {
  .touchCancel(device: 1, slot: slot, time: time * millisecond)
}

func button(_ code: UInt32, _ isDown: Bool, at time: Int64) -> RawInput {
  .pointerButton(device: 1, code: code, isDown: isDown, time: time * millisecond)
}

/// The frame that a touch screen sends after a sample.
func frame(after input: RawInput) -> RawInput? {
  switch input {
  case .touchDown(let device, _, _, let time), .touchMotion(let device, _, _, let time),
    .touchUp(let device, _, let time), .touchCancel(let device, _, let time):
    .touchFrame(device: device, time: time)
  default: nil
  }
}
