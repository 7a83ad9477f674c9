import Flipbook
import FlipbookTesting
import Layers
import Pixels
import Testing
import Timing

@Suite("A stage") struct StageTests {
  @Test("twenty frames, each loaded when it is wanted, there and back") func lazyFrames() throws {
    let fixture = try Fixture.frames(20)
    let folder = fixture.path
    var configuration = PlayerConfiguration()
    configuration.display = .fake("320x180@60")
    configuration.clock = .virtual
    var told: [String] = []
    let stage = try Stage(configuration: configuration)
    let names = (0..<20).map { "frame-\($0).png" }
    let animator = FrameAnimator(frames: names, folder: folder, on: stage)
    animator.repeatCount = 1
    animator.onStart = { _, context in told.append("start \(context ?? "")") }
    animator.onFrame = { _, index, _ in told.append("\(index)") }
    animator.onStop = { animator, finished, context in
      told.append("stop \(context ?? "") \(finished)")
      guard !animator.isReversed else { return stage.quit() }
      animator.isReversed = true
      animator.start(context: "backwards")
    }
    stage.root.content = .moving(animator)
    animator.start(context: "forwards")
    let outcome = try stage.run()
    #expect(outcome == .done)
    let there = (0..<20).map { "\($0)" }
    let expected = [
      ["start forwards"], there, ["stop forwards true", "start backwards"], there.reversed(),
      ["stop backwards true"],
    ]
    #expect(told == Array(expected.joined()))
  }

  @Test("a still scene sleeps, and a change wakes it") func stillness() throws {
    var card = FakeDisplayConfiguration(size: PixelSize(width: 64, height: 36))
    card.consoleIsLit = false
    let device = FakeKMSDevice(configuration: card, clock: VirtualClock())
    device.checksBuffers = true
    let stage = try Stage(device: device)
    let box = Layer(frame: Rectangle(x: 8, y: 8, width: 16, height: 16))
    box.background = .color(Color(red: 255, green: 0, blue: 0))
    stage.root.background = .color(Color(red: 0, green: 0, blue: 255))
    stage.root.addSublayer(box)
    stage.perform(after: .seconds(3600)) { box.center = Point(x: 40, y: 16) }
    stage.perform(after: .seconds(7200)) { stage.quit() }
    let outcome = try stage.run()
    #expect(outcome == .done)
    #expect(stage.statistics.flips == 2)
    #expect(stage.statistics.wakeUps < 12)
    #expect(device.bufferViolations.isEmpty)
  }

  @Test("frames keep step with the display while something else moves", arguments: [0, 1, 7])
  func cadence(milliseconds: Int) throws {
    let fixture = try Fixture.frames(12)
    var card = FakeDisplayConfiguration(size: PixelSize(width: 32, height: 18))
    card.consoleIsLit = false
    let device = FakeKMSDevice(configuration: card, clock: VirtualClock())
    let stage = try Stage(device: device)
    var vblanks: [Int64] = []
    stage.onEvent = { event in
      if case .animationFrame(_, _, let vblank, _) = event { vblanks.append(vblank) }
    }
    let animator = try FrameAnimator(source: fixture.path, on: stage)
    animator.duration = .milliseconds(1200)
    animator.repeatCount = 1
    animator.onStop = { _, _, _ in stage.quit() }
    stage.root.content = .moving(animator)
    let wheel = Layer(frame: Rectangle(x: 4, y: 4, width: 4, height: 4))
    wheel.background = .color(.black)
    wheel.startRotating()
    stage.root.addSublayer(wheel)
    if milliseconds == 0 {
      animator.start()
    } else {
      stage.perform(after: .milliseconds(milliseconds)) { animator.start() }
    }
    _ = try stage.run()
    let holds = zip(vblanks.dropFirst(), vblanks.dropFirst(2)).map { $1 - $0 }
    #expect(vblanks.count == 12 && holds.allSatisfy { $0 == 6 }, "\(vblanks)")
    if milliseconds == 0 { #expect(vblanks[1] == 6) }
  }

  @Test("what is to change with a vblank changes with it") func exactVblanks() throws {
    var card = FakeDisplayConfiguration(size: PixelSize(width: 8, height: 4))
    card.consoleIsLit = false
    let device = FakeKMSDevice(configuration: card, clock: VirtualClock())
    let stage = try Stage(device: device)
    let light = Layer(frame: Rectangle(x: 0, y: 0, width: 8, height: 4))
    light.background = .color(Color(red: 255, green: 255, blue: 255))
    stage.root.addSublayer(light)
    // A tenth of a second is six vblanks of a sixtieth.
    let keyframes = try Keyframes(.alpha([1, 0.5, 0.25, 1]), passage: .discrete)
    stage.scene.animateKeyframes(
      [keyframes], of: light,
      Animation(duration: .milliseconds(400), didStop: { _, _, _ in stage.quit() }))
    _ = try stage.run()
    #expect(device.scanOut.prefix(3).map(\.count) == [6, 6, 6])
  }

  @Test("with late frames shown, none is left out that comes faster than the display")
  func slow() throws {
    let fixture = try Fixture.frames(30)
    let device = FakeKMSDevice(
      configuration: FakeDisplayConfiguration(size: PixelSize(width: 32, height: 18)),
      clock: VirtualClock())
    let stage = try Stage(device: device)
    let animator = try FrameAnimator(source: fixture.path, on: stage)
    animator.frameRate = FrameRate(numerator: 144, denominator: 1)
    animator.late = .slow
    animator.repeatCount = 1
    animator.onStop = { _, _, _ in stage.quit() }
    stage.root.content = .moving(animator)
    animator.start()
    _ = try stage.run()
    #expect(stage.statistics.framesShown == 30 && stage.statistics.framesDropped == 0)
  }
}
