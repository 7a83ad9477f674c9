import Frames
import Layers
import Linux
import Pixels
import Testing
import Timing

@testable import Flipbook

@Suite("A scene made of a file or a command line") struct SceneBuildingTests {
  private func sentences(_ text: String, _ fixture: Fixture, budget: Int = 1 << 20) -> [String] {
    do {
      try fixture.write(Array("scene 1\n\(text)\n".utf8), name: "s.scene")
      var configuration = PlayerConfiguration(source: fixture.file("s.scene"))
      configuration.budget = budget
      _ = try SceneRig(configuration)
      return []
    } catch let errors as SceneFileErrors {
      return errors.sentences.map { $0.replacing("\(fixture.path)/", with: "") }
    } catch {
      return ["\(error)"]
    }
  }

  @Test("puts layers into one another, measured by what they lie in, in any order of lines")
  func layers() throws {
    let fixture = try Fixture()
    try fixture.write(.red, 4, 2, name: "a.png")
    let rig = try SceneRig(
      """
      layer inner in outer picture "a.png" at 50% 50% z 3 rotation 90 scale 2 1 alpha 0.5
      layer outer frame 8 8 50% 50% color white to blue hidden
      layer front color red size 1 1
      """, in: fixture)
    let inner = try #require(rig.staged.layer(named: "inner"))
    let outer = try #require(rig.staged.layer(named: "outer"))
    #expect(rig.scene.root.sublayers.map(\.name) == ["outer", "front"])
    #expect(outer.sublayers.map(\.name) == ["inner"])
    #expect(outer.frame == Rectangle(x: 8, y: 8, width: 32, height: 16) && outer.isHidden)
    #expect(outer.background == .gradient(top: .white, bottom: .blue))
    #expect(inner.center == Point(x: 18, y: 9) && inner.bounds.size == Size(width: 4, height: 2))
    #expect(inner.zPosition == 3 && inner.rotation == 0.25 && inner.alpha == 0.5)
    #expect(inner.transform == .scale(x: 2, y: 1) && inner.contentMode == .aspectFit)
    #expect(rig.scene.root.background == .color(.black))
  }

  @Test("lays overlays and spinners of the command line over all")
  func overlays() throws {
    let fixture = try Fixture()
    try fixture.write(.red, 4, 2, name: "a.png")
    try fixture.write(.blue, 6, 6, name: "w.png")
    try fixture.write(Array("scene 1\nlayer high z 1000 color white\n".utf8), name: "s.scene")
    var configuration = PlayerConfiguration(source: fixture.file("s.scene"))
    configuration.overlays = [
      .init(picture: fixture.file("a.png"), x: .fromStart(3), y: .fromStart(5)),
      .init(picture: fixture.file("a.png"), x: .fromEnd(0), y: .fromEnd(1)),
    ]
    configuration.spinners = [.init(picture: fixture.file("w.png"), duration: .seconds(2))]
    let rig = try SceneRig(configuration)
    let frames = rig.scene.root.sublayers.dropFirst().map(\.frame)
    #expect(
      frames == [
        Rectangle(x: 3, y: 5, width: 4, height: 2), Rectangle(x: 60, y: 29, width: 4, height: 2),
        Rectangle(x: 29, y: 13, width: 6, height: 6),
      ])
    rig.start()
    #expect(
      rig.colors((3, 5), (2, 5), (63, 30), (63, 31), (32, 16)) == [
        "ff0000", "ffffff", "ff0000", "ffffff", "0000ff",
      ])
    #expect(
      rig.scene.root.sublayers.last?.presentation(at: 500 * millisecond).rotation == 0.25)
  }

  @Test("plays a plain source as the command line says")
  func source() throws {
    let fixture = try Fixture.frames(5, size: PixelSize(width: 4, height: 2))
    var configuration = PlayerConfiguration(source: fixture.path)
    configuration.pace = .duration(2_000_000_000)
    configuration.autoreverses = true
    configuration.repeatCount = .times(2)
    configuration.startFrame = 1
    configuration.late = .slow
    configuration.cache = .none
    configuration.onBadFrame = .skip
    configuration.fit = .cover
    configuration.background = .blue
    let rig = try SceneRig(configuration)
    let animator = try #require(rig.staged.mainAnimator)
    #expect(animator.id == fixture.path && animator.count == 5 && animator.index == 1)
    #expect(animator.duration == .seconds(2) && animator.autoreverses)
    #expect(animator.repeatCount == .times(2) && animator.late == .slow)
    #expect(animator.caching == .none && animator.onBadFrame == .skip)
    let layer = try #require(rig.scene.root.sublayers.first)
    #expect(layer.contentMode == .aspectFill)
    #expect(layer.frame == Rectangle(x: 0, y: 0, width: 64, height: 32))
    #expect(rig.scene.root.background == .color(.blue))
  }

  @Test("plays the test card where nothing is named")
  func testCard() throws {
    let rig = try SceneRig(PlayerConfiguration())
    #expect(rig.staged.mainAnimator?.count == 64)
    #expect(rig.staged.mainAnimator?.id == "test card")
    rig.start()
    rig.run(until: 40 * millisecond)
    #expect(rig.host.events.first == .start(animation: "test card", time: 0))
  }

  @Test("shows frames that no layer shows over all of the screen, and takes the player's pace")
  func unshown() throws {
    let fixture = try Fixture.frames(3, size: PixelSize(width: 4, height: 2))
    try fixture.write(
      Array(
        "scene 1\nanimator a frames \"frame-*.png\"\nanimator b frames \"frame-%d.png\" main".utf8),
      name: "s.scene")
    var configuration = PlayerConfiguration(source: fixture.file("s.scene"))
    configuration.pace = .rate(FrameRate(numerator: 24000, denominator: 1001))
    configuration.cache = .all
    let rig = try SceneRig(configuration)
    #expect(rig.scene.root.sublayers.map(\.name) == ["a", "b"])
    #expect(rig.staged.mainAnimator?.id == "b")
    #expect(
      rig.staged.animator(named: "a")?.frameRate == FrameRate(numerator: 24000, denominator: 1001))
    #expect(rig.staged.animator(named: "a")?.caching == .all)
  }

  private let absent =
    " does not exist; check the spelling with `ls`. What a scene file names is looked for from its "
    + "own folder."

  @Test("names pictures and frames that are not there, each with its line")
  func missing() throws {
    let fixture = try Fixture.frames(3, size: PixelSize(width: 4, height: 2))
    try fixture.write(Array("no picture".utf8), name: "b.png")
    #expect(
      sentences(
        """
        picture unused "a.png"
        layer b picture "b.png"
        layer c picture "frame-0.png"
        spinner c picture "frame-1.png"
        """, fixture) == [
          "s.scene:5: expected a new name; “c” is a layer since line 4."
        ])
    #expect(
      sentences(
        """
        picture unused "a.png"
        layer b picture "b.png"
        button c pressed "a.png" on "a.png"
        """, fixture) == [
          "s.scene:2: a.png\(absent)",
          "s.scene:3: b.png is not a picture that Flipbook reads (PNG or JPEG).",
          "s.scene:4: a.png\(absent)",
          "s.scene:4: a.png\(absent)",
        ])
    #expect(
      sentences(
        """
        animator a frames "nothing"
        animator b frames "frame-%d.png" start-at 3
        animator c frames "frame-%d.png" duration 0.002
        animator d frames "missing-1.png" "missing-2.png" fps 1000
        """, fixture) == [
          "s.scene:2: nothing does not exist; check the spelling, or give a folder, a pattern like "
            + "frame_%04d.png, a quoted glob or a file.",
          "s.scene:3: expected a frame from 0 to 2 to start at, found 3: “b” has 3.",
          "s.scene:4: expected at most 1000 frames a second; “c” has 3 in 0.002 s. Give it 0.003 s "
            + "or more.",
        ])
  }

  @Test("takes no more memory for pictures than the budget has")
  func budget() throws {
    let fixture = try Fixture()
    try fixture.write(.red, 200, 200, name: "a.png")
    try fixture.write(.blue, 200, 200, name: "b.png")
    let text = "layer a picture \"a.png\"\nlayer b picture \"b.png\"\nlayer c picture \"a.png\""
    #expect(sentences(text, fixture, budget: 1 << 20) == [])
    let told = sentences(text, fixture, budget: 400_000)
    #expect(told.count == 1)
    #expect(told.first?.hasPrefix("s.scene:3: b.png is 200x200: decoding needs") == true)
  }

  @Test("tells all mistakes at once, and those of plain frames as without overlays")
  func telling() throws {
    let fixture = try Fixture.frames(2, size: PixelSize(width: 4, height: 2))
    try fixture.write(Array("scene 1\nlayer\nlayer\n".utf8), name: "s.scene")
    func error(_ configuration: PlayerConfiguration) -> PlayerError? {
      do {
        _ = try SceneProgramme.open(configuration)
        return nil
      } catch {
        return error
      }
    }
    let path = fixture.file("s.scene")
    let mistakes = error(PlayerConfiguration(source: path))
    #expect(mistakes?.kind == .failed)
    #expect(
      mistakes?.sentences.map { $0.prefix(path.count + 3) } == ["\(path):2:", "\(path):3:"])
    var configuration = PlayerConfiguration(source: fixture.file("frame-0.png"))
    #expect(!SceneProgramme.isNeeded(for: configuration))
    configuration.spinners = [.init(picture: "missing.png")]
    #expect(SceneProgramme.isNeeded(for: configuration))
    let missing = error(configuration)
    #expect(missing?.message.hasPrefix("missing.png does not exist; check the spelling") == true)
    #expect(missing?.kind == .failed)
    configuration.startFrame = 7
    #expect(error(configuration)?.kind == .usage)
    configuration.source = fixture.path + "/none"
    #expect(error(configuration)?.message.contains("none does not exist") == true)
  }
}
