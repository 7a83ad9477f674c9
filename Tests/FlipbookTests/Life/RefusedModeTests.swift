import FlipbookTesting
import KMS
import Linux
import Pixels
import Testing

@testable import Flipbook

@Suite("A mode set that the kernel refuses") struct RefusedModeTests {
  /// Why, and how often on end.
  static let refusals: [(Errno, Int)] = [
    (.inputOutput, 1), (.noMemory, 1), (.noMemory, 3), (.invalidArgument, 4), (.busy, 2),
  ]

  private func refuse(
    _ numbers: Range<Int>, _ errno: Errno, on card: inout FakeDisplayConfiguration
  ) {
    for number in numbers { card.faults.refusedModeSets[number] = errno }
  }

  /// The wake-ups are few: nothing is asked without end.
  private func expectCalm(
    _ run: LifeRig.Run, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(run.statistics.wakeUps < 2000, sourceLocation: location)
  }

  @Test(
    "at first is asked for again, of sequences and of scenes", arguments: refusals, [true, false])
  func first(refusal: (Errno, Int), overlay: Bool) throws {
    var rig = try LifeRig()
    if overlay {
      try rig.fixture.write(77, size: PixelSize(width: 4, height: 4), name: "over.png")
      rig.configuration.overlays = [
        .init(picture: rig.fixture.file("over.png"), x: .fromStart(0), y: .fromStart(0))
      ]
    }
    var card = LifeRig.card("HDMI-A-1")
    card.consoleIsLit = false
    refuse(1..<1 + refusal.1, refusal.0, on: &card)
    rig.machine.plugIn(card)
    let run = rig.play()
    let first = try #require(run.frames.first)
    #expect(first.time - 1_000_000_000 <= Int64(refusal.1) * 500_000_000 + 100_000_000)
    rig.expectRightFrames(run, of: overlay ? 11 : 10)
    expectCalm(run)
  }

  @Test("after a cable is back is asked for again", arguments: refusals)
  func replugged(refusal: (Errno, Int)) throws {
    let rig = try LifeRig()
    let card = rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    rig.at(2) { _ in card.disconnect("HDMI-A-1") }
    rig.at(3) { _ in
      for number in 1...refusal.1 { card.faults.refusedModeSets[number] = refusal.0 }
      card.connect("HDMI-A-1", modes: nil)
    }
    let run = rig.play()
    rig.expectRightFrames(run)
    #expect(rig.longestGap(run) < 0.5 * Double(refusal.1) + 0.3)
    #expect(run.statistics.modeSets == 1)
    expectCalm(run)
  }

  @Test("of a still picture is asked for again", arguments: refusals)
  func still(refusal: (Errno, Int)) throws {
    var rig = try LifeRig(frames: 1)
    rig.configuration.checkInterval = 500_000_000
    let card = rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    rig.at(2) { _ in
      for number in 1...refusal.1 { card.faults.refusedModeSets[number] = refusal.0 }
      card.showConsole()
    }
    var colors: [Color] = []
    card.onScanOut = { colors.append($0.color(at: PixelPoint(x: 32, y: 24))) }
    var (away, back): (Color?, Color?)
    rig.at(2.05) { _ in away = colors.last }
    rig.at(5.5) { _ in back = colors.last }
    let run = rig.play()
    #expect(away != Fixture.color(0) && back == Fixture.color(0))
    expectCalm(run)
  }
}
