import Flipbook
import FlipbookTesting
import Frames
import Glibc
import Layers
import Linux
import Pixels
import TestSupport
import Testing
import Timing

/// The README's examples of stages, as they stand there.
@Suite("The README's stages") struct ReadmeStageExamples {
  /// A small simulated display in virtual time.
  let configuration: PlayerConfiguration = {
    var configuration = PlayerConfiguration()
    configuration.display = .fake("320x180@60")
    configuration.clock = .virtual
    return configuration
  }()

  /// The same display, to be looked at from outside.
  let card = FakeDisplayConfiguration(size: PixelSize(width: 320, height: 180))

  @Test("twenty frames, each loaded when it is wanted, there and back") func lazyFrames() throws {
    let fixture = try Fixture.frames(20)
    let folder = fixture.path
    var told: [String] = []
    func print(_ line: String) { told.append(line) }
    let stage = try Stage(configuration: configuration)
    let names = (0..<20).map { "frame-\($0).png" }
    let animator = FrameAnimator(frames: names, folder: folder, on: stage)
    animator.repeatCount = 1
    animator.onStart = { _, context in print("\(context ?? "") starts") }
    animator.onFrame = { _, index, _ in print("frame \(index)") }
    animator.onStop = { animator, finished, context in
      print("\(context ?? "") stops, \(finished ? "at its end" : "before its end")")
      guard !animator.isReversed else { return stage.quit() }
      animator.isReversed = true
      animator.start(context: "backwards")
    }
    stage.root.contentMode = .aspectFit
    stage.root.content = .moving(animator)
    animator.start(context: "forwards")
    let outcome = try stage.run()
    #expect(outcome == .done)
    let there = (0..<20).map { "frame \($0)" }
    let expected = [
      ["forwards starts"], there, ["forwards stops, at its end", "backwards starts"],
      there.reversed(), ["backwards stops, at its end"],
    ]
    #expect(told == Array(expected.joined()))
  }

  @Test("two pictures in turn, and a button") func toggle() throws {
    let fixture = try Fixture.frames(2)
    let folder = fixture.path
    let stage = try Stage(configuration: configuration)
    let light = FrameAnimator(frames: ["frame-0.png", "frame-1.png"], folder: folder, on: stage)
    light.duration = .milliseconds(200)
    let lamp = Layer(frame: Rectangle(x: 32, y: 58, width: 64, height: 64))
    lamp.content = .moving(light)
    let button = ButtonLayer(frame: Rectangle(x: 160, y: 66, width: 48, height: 48), target: light)
    stage.root.addSublayer(lamp)
    stage.root.addSublayer(button)
    try stage.on("space") { button.press() }
    var changes: [Int64] = []
    light.onFrame = { _, _, _ in changes.append(stage.now) }
    stage.perform(after: .seconds(1)) { stage.tap(at: button.center) }
    stage.perform(after: .seconds(300)) {
      #expect(light.isAnimating && button.isOn)
      stage.tap(at: button.center)
      #expect(!light.isAnimating && !button.isOn)
      stage.quit()
    }
    _ = try stage.run()
    // Five minutes of pictures that stand for a tenth of a second each, to the nanosecond.
    let second = try #require(changes.dropFirst().first)
    #expect(changes.count > 2_980)
    #expect(changes.dropFirst().enumerated().allSatisfy { $1 == second + Int64($0) * 100_000_000 })
    // Both for the picture at rest, as far as there was time, and both for the run.
    #expect(stage.statistics.decodedFrames <= 4)
  }

  @Test("a spinner that changes its picture when it stops") func spinner() throws {
    let fixture = try Fixture.frames(2, size: PixelSize(width: 48, height: 48))
    let (sync, done) = (fixture.file("frame-0.png"), fixture.file("frame-1.png"))
    let device = FakeKMSDevice(configuration: card, clock: VirtualClock())
    let middle = PixelPoint(x: 160, y: 90)
    var seen: [Color] = []
    device.onScanOut = { picture in seen.append(picture.color(at: middle)) }
    let stage = try Stage(device: device)
    let spinner = Layer(frame: Rectangle(x: 136, y: 66, width: 48, height: 48))
    spinner.content = .picture(try Picture.load(sync))
    let tick = try Picture.load(done)
    stage.root.addSublayer(spinner)
    spinner.startRotating(duration: .seconds(1))
    // Whatever it waits for is done.
    stage.perform(after: .milliseconds(2_400)) {
      spinner.stopRotating(.whenTurnIsComplete) { _ in spinner.content = .picture(tick) }
    }
    stage.perform(after: .seconds(4)) { stage.quit() }
    _ = try stage.run()
    // It turned for three seconds of 60 pictures, stood with the other, and the display was left.
    #expect(seen.count { $0 == Fixture.color(0) } == 181)
    #expect(seen.dropLast().last == Fixture.color(1) && seen.last == .black)
    #expect(seen.count == 183)
  }

  @Test("a block that moves, fades, scales and turns a layer") func block() throws {
    let fixture = try Fixture.frames(1)
    let stage = try Stage(configuration: configuration)
    let scene = stage.scene
    let card = Layer(frame: Rectangle(x: 20, y: 20, width: 64, height: 36))
    card.content = .picture(try Picture.load(fixture.file("frame-0.png")))
    stage.root.addSublayer(card)
    var times: [Int64] = []
    scene.animate(
      id: "arrive", context: 7, delay: .milliseconds(500), duration: .seconds(1), curve: .easeInOut,
      repeatCount: 1.5, autoreverses: true,
      willStart: { _, _ in times.append(stage.now) },
      didStop: { id, finished, context in
        times.append(stage.now)
        #expect(id == "arrive" && finished && context as? Int == 7)
        stage.quit()
      }
    ) {
      card.center = Point(x: 240, y: 120)
      card.alpha = 0.25
      card.transform = AffineTransform.scale(2).then(.rotation(degrees: 90))
    }
    _ = try stage.run()
    // There, back and there again: half a second, then three.
    #expect(times.count == 2 && times[1] - times[0] == 3_000_000_000)
    #expect(card.center == Point(x: 240, y: 120) && card.alpha == 0.25)
  }

  @Test("51 JPEG frames in two seconds, once, held on the last") func jpegFrames() throws {
    let fixture = try Fixture()
    let folder = fixture.path
    for frame in 0..<51 {
      let shade = UInt8(frame * 5)
      let bytes = JPEGFixture.encode(width: 64, height: 48) { _, _ in [shade, shade, shade] }
      try fixture.write(bytes, name: "frame-\(frame).jpg")
    }
    let stage = try Stage(configuration: configuration)
    let animator = try FrameAnimator(source: folder, on: stage)
    animator.duration = .seconds(2)
    animator.repeatCount = 1
    animator.fill = .hold
    animator.onStop = { animator, finished, _ in
      // Only the picture that stays is still in memory.
      stage.perform(after: .seconds(1)) {
        #expect(finished && animator.index == 50 && stage.decodedBytes <= 240 * 180 * 4)
        stage.quit()
      }
    }
    let layer = Layer(frame: Rectangle(origin: .zero, size: Size(stage.size)))
    layer.contentMode = .aspectFit
    layer.content = .moving(animator)
    stage.root.addSublayer(layer)
    animator.start()
    _ = try stage.run()
    #expect(stage.statistics.decodedFrames == 51 && stage.statistics.framesShown == 51)
  }
}
