import Controls
import Frames
import Layers
import Pixels
import Testing
import Timing

@testable import Flipbook

/// What a scene file with these lines behind its first says.
func scene(_ lines: String, name: String = "s.scene") throws -> SceneDescription {
  try SceneFile.parse(text: "scene 1\n\(lines)\n", name: name)
}

@Suite("A scene file") struct SceneReadingTests {
  @Test("says what is behind all layers")
  func background() throws {
    let list: [(String, Background)] = [
      ("background #102030", .color(Color(red: 16, green: 32, blue: 48))),
      ("background #fa0", .color(Color(red: 255, green: 170, blue: 0))),
      ("background white to black # at night", .gradient(top: .white, bottom: .black)),
      ("", .none),
    ]
    for (line, background) in list { #expect(try scene(line).background == background, "\(line)") }
  }

  @Test("describes an animator, on one line or carried on by indented ones")
  func animators() throws {
    var expected = SceneDescription.Animator(name: .init(text: "intro", line: 2))
    expected.frames = [.init(path: "f/frame_%04d.png", line: 3)]
    expected.pace = .duration(2_500_000_000)
    expected.repeatCount = .times(1.5)
    expected.isReversed = true
    expected.autoreverses = true
    expected.startFrame = 3
    expected.still = .named(.init(text: "logo", line: 6))
    expected.cache = .all
    expected.late = .slow
    expected.delay = 500_000_000
    expected.isStopped = true
    expected.isMain = true
    let description = try scene(
      """
      animator intro
        frames "frame_%04d.png"  # with what it needs
        duration 2.5 repeat 1.5

      \treverse autoreverse start-at 3 still logo
      # a comment at the margin does not end it
        cache all, late slow, delay .5
        stopped main
      picture logo "/logo.png"
      """, name: "f/s.scene")
    #expect(description.animators == [expected])
    #expect(
      description.pictures == [
        .init(name: .init(text: "logo", line: 10), file: .init(path: "/logo.png", line: 10))
      ])
    let other = try scene(#"animator a frames "a.png" "b, c.png" frames "d \"e\" \\.png" fps 24"#)
    #expect(
      other.animators.first?.frames.map(\.path) == ["a.png", "b, c.png", #"d "e" \.png"#])
    #expect(other.animators.first?.pace == .rate(FrameRate(numerator: 24, denominator: 1)))
    #expect(other.mainAnimator?.name.text == "a")
  }

  @Test("describes layers by pixels and percent")
  func layers() throws {
    let description = try scene(
      """
      layer box in room frame 10 -20 50% 100%-40 color #fff to #000 fit cover alpha 50% hidden
        z -2.5 rotation 45 scale 2 0.5
      layer room center 50%+1 25% width 33.5% picture "a.png" scale 2
      layer film at 0 0 size 10 20 animator intro fit aspectFill
      animator intro frames "x"
      """)
    let box = description.layers[0]
    #expect(box.superlayer == .init(text: "room", line: 2))
    #expect(
      box.place
        == .init(
          position: ScenePoint(x: SceneLength(pixels: 10), y: SceneLength(pixels: -20)),
          anchor: .zero,
          width: SceneLength(percent: 50), height: SceneLength(pixels: -40, percent: 100)))
    #expect(box.background == .gradient(top: .white, bottom: .black))
    #expect(box.contentMode == .aspectFill && box.alpha == 0.5 && box.isHidden)
    #expect(box.zPosition == -2.5 && box.rotation == 45 && box.scale == SceneScale(x: 2, y: 0.5))
    let room = description.layers[1]
    #expect(
      room.place
        == .init(
          position: ScenePoint(
            x: SceneLength(pixels: 1, percent: 50), y: SceneLength(percent: 25)),
          width: SceneLength(percent: 33.5)))
    #expect(room.content == .picture(.file(.init(path: "a.png", line: 4))))
    #expect(room.contentMode == .aspectFit && room.scale == SceneScale(x: 2, y: 2))
    #expect(description.layers[2].content == .animator(.init(text: "intro", line: 5)))
    #expect(description.layers[2].contentMode == .aspectFill)
  }

  @Test("describes spinners and buttons")
  func spinnersAndButtons() throws {
    let description = try scene(
      """
      spinner wheel picture "w.png" duration 0.8 reverse delay 1 stopped
      spinner plain picture "w.png"
      button go picture "up.png" pressed "down.png" on lit toggles wheel toggles plain key space key f5
      picture lit "lit.png"
      """)
    #expect(
      description.layers[0].role
        == .spinner(
          .init(
            duration: 800_000_000, isReversed: true, delay: 1_000_000_000, isStopped: true)))
    #expect(description.layers[1].role == .spinner(.init()))
    let space = try Bindings.trigger(named: "space")
    let f5 = try Bindings.trigger(named: "f5")
    #expect(
      description.layers[2].role
        == .button(
          .init(
            pressed: .file(.init(path: "down.png", line: 4)),
            on: .named(.init(text: "lit", line: 4)),
            toggles: [.init(text: "wheel", line: 4), .init(text: "plain", line: 4)],
            keys: [space, f5])))
  }

  @Test("describes animations of several properties, and keyframes")
  func animations() throws {
    let description = try scene(
      """
      layer a color red
      animate a as arrival
        move to 50% 25%  size to 10 20%  fade to 0.25  scale to 2  turn by -90
        delay 1 duration 2.5 curve bezier(0.4, 0, 0.2, 1) repeat forever autoreverse from-current
        stopped
      animate a move by 5 -5 curve spring(0.5) turn to 360
      animate a curve spring(0.5, -2) duration 0 fade to 0%
      animate a discrete
        at 0% fade to 0
        at 50% fade to 1 picture "b.png"
        at 50% move by 1 1
      """)
    var arrival = SceneDescription.Animation(line: 3, layer: .init(text: "a", line: 3))
    arrival.name = .init(text: "arrival", line: 3)
    arrival.course = .changes([
      .moveTo(ScenePoint(x: SceneLength(percent: 50), y: SceneLength(percent: 25))),
      .size(width: SceneLength(pixels: 10), height: SceneLength(percent: 20)), .fade(0.25),
      .scale(SceneScale(x: 2, y: 2)), .turnBy(-90),
    ])
    arrival.delay = 1_000_000_000
    arrival.duration = 2_500_000_000
    arrival.curve = .cubicBezier(x1: 0.4, y1: 0, x2: 0.2, y2: 1)
    arrival.repeatCount = .forever
    arrival.autoreverses = true
    arrival.isFromCurrent = true
    arrival.isStopped = true
    #expect(description.animations[0] == arrival)
    #expect(description.animations[1].curve == .spring(damping: 0.5, velocity: 0))
    #expect(
      description.animations[1].course
        == .changes([
          .moveBy(ScenePoint(x: SceneLength(pixels: 5), y: SceneLength(pixels: -5))), .turnTo(360),
        ]))
    #expect(description.animations[2].curve == .spring(damping: 0.5, velocity: -2))
    #expect(description.animations[2].duration == 0)
    #expect(
      description.animations[3].course
        == .keyframes(
          [
            .init(time: 0, change: .fade(0)), .init(time: 0.5, change: .fade(1)),
            .init(time: 0.5, change: .picture(.file(.init(path: "b.png", line: 11)))),
            .init(
              time: 0.5,
              change: .moveBy(ScenePoint(x: SceneLength(pixels: 1), y: SceneLength(pixels: 1)))),
          ], isDiscrete: true))
  }

  @Test("describes what happens when")
  func reactions() throws {
    let description = try scene(
      """
      after 3 stop w at end start a toggle a reverse a
      when w stops
        picture w "done.png"
        hide w show w
      when a finishes quit
      when b tapped stop a
      animator a frames "x"
      spinner w picture "w.png"
      button b picture "b.png"
      """)
    func name(_ text: String, _ line: Int) -> SceneDescription.Name {
      .init(text: text, line: line)
    }
    #expect(
      description.reactions == [
        .init(
          line: 2, trigger: .after(3_000_000_000),
          actions: [
            .stop(name("w", 2), atEnd: true), .start(name("a", 2)), .toggle(name("a", 2)),
            .reverse(name("a", 2)),
          ]),
        .init(
          line: 3, trigger: .when(name("w", 3), .stops),
          actions: [
            .picture(name("w", 4), .file(.init(path: "done.png", line: 4))), .hide(name("w", 5)),
            .show(name("w", 5)),
          ]),
        .init(line: 6, trigger: .when(name("a", 6), .finishes), actions: [.quit]),
        .init(
          line: 7, trigger: .when(name("b", 7), .tapped),
          actions: [.stop(name("a", 7), atEnd: false)]),
      ])
  }

  @Test(
    "may end its lines as any editor does",
    arguments: [
      "scene 1\nlayer a color red", "\u{FEFF}scene 1\r\nlayer a color red\r\n",
      "# by hand\r\rscene 1\rlayer\ta  color\tred\r", "scene 1\n\n\nlayer a\n \n\tcolor red\n\n",
    ])
  func lineEnds(text: String) throws {
    let description = try SceneFile.parse(text: text, name: "s")
    #expect(description.layers.map(\.background) == [.color(Color(red: 255, green: 0, blue: 0))])
  }
}

extension Color {
  static let white = Color(red: 255, green: 255, blue: 255)
}
