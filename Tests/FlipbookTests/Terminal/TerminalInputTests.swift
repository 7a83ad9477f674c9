import Controls
import FlipbookTesting
import KMS
import Layers
import Linux
import Pixels
import Testing

@testable import Flipbook

@Suite("Keys and fingers while terminals are switched") struct TerminalInputTests {
  private let control: UInt32 = 29
  private let alternate: UInt32 = 56
  private let f2: UInt32 = 60
  private let f5: UInt32 = 63

  @Test("held for a switch are let go of with it") func heldKeys() throws {
    let rig = try TerminalRig()
    rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    rig.rig.configuration.bindings = ["f5=quit"]
    rig.input.onSuspend = [
      rig.key(control, on: 1, isDown: false), rig.key(alternate, on: 1, isDown: false),
      rig.key(f2, on: 1, isDown: false), .deviceRemoved(id: 1),
    ]
    rig.at(1) {
      rig.press([rig.key(control, on: 1), rig.key(alternate, on: 1), rig.key(f2, on: 1)])
    }
    rig.at(2) {
      #expect(rig.input.isSuspended)
      rig.terminal.request(1)
    }
    // The same keyboard, opened anew, is another device.
    rig.at(3) { rig.press([rig.key(f5, on: 2)]) }
    try rig.play()
    #expect(rig.activated == [2])
    #expect(rig.loop.now - rig.start < 3_500_000_000, "the key did what it is bound to")
  }

  @Test("that were pressed before the terminal was ours count once it is") func before() throws {
    let rig = try TerminalRig()
    rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    rig.terminal.isPermitted = false
    rig.at(1) { rig.press([rig.key(control, on: 1), rig.key(alternate, on: 1)]) }
    rig.at(1.5) {
      rig.press([rig.key(f2, on: 1)])
      #expect(rig.activated.isEmpty)
      rig.terminal.isPermitted = true
      rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    }
    rig.at(3) { rig.press([rig.key(f2, on: 1)]) }
    try rig.play()
    #expect(rig.activated == [2])
  }

  @Test("A finger that is down is lifted on all outputs") func fingers() throws {
    let rig = try TerminalRig()
    rig.machine.plugIn(EnsembleRig.pair())
    rig.rig.configuration.outputs = .allConnected
    rig.input.onSuspend = [.touchCancel(device: 1, slot: 0, time: 0), .deviceRemoved(id: 1)]
    rig.at(1) { rig.terminal.request(2) }
    rig.at(2) { rig.terminal.request(1) }
    var buttons: [ButtonLayer] = []
    rig.at(0.9) {
      rig.press([.touchDown(device: 1, slot: 0, at: TouchPoint(x: 20, y: 15), time: rig.loop.now)])
      #expect(buttons.map(\.isPressed) == [true, true])
    }
    try rig.play(make: { (setting) throws(PlayerError) in
      let performance = try ScenePerformance(setting, title: "button")
      let button = ButtonLayer(frame: Rectangle(x: 0, y: 0, width: 40, height: 30))
      performance.scene.root.addSublayer(button)
      buttons.append(button)
      return performance
    })
    #expect(buttons.map(\.isPressed) == [false, false])
  }
}
