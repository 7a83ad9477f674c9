import Controls
import Frames
import Layers
import Linux
import Pixels
import Testing

@testable import Flipbook

@Suite("An example of a scene file") struct SceneExampleTests {
  private func rig(_ example: String, _ fixture: Fixture) throws -> SceneRig {
    try SceneRig(String(example.dropFirst("scene 1\n".count)), in: fixture)
  }

  @Test("plays 20 frames forwards and backwards, once each")
  func thereAndBack() throws {
    let fixture = try Fixture()
    for frame in 0..<20 {
      let name = "frame_\(frame < 10 ? "000" : "00")\(frame).png"
      try fixture.write(Fixture.color(frame), 4, 2, name: name)
    }
    let rig = try rig(SceneExamples.thereAndBack, fixture)
    let film = try #require(rig.staged.mainAnimator)
    #expect(film.count == 20)
    var shown: [String] = []
    film.onFrame = { _, index, _ in shown.append("\(index)@\(rig.host.loop.now / 1_000_000)") }
    rig.start()
    rig.run(until: 10_000_000_000)
    let forwards = (0..<20).map { "\($0)@\($0 * 100)" }
    let backwards = (1..<20).map { "\(19 - $0)@\(2000 + $0 * 100)" }
    #expect(shown.filter { $0 != "19@2000" } == forwards + backwards)
    #expect(
      rig.host.events == [
        .start(animation: "film", time: 0),
        .stop(animation: "film", finished: true, time: 2_000_000_000),
        .start(animation: "film", time: 2_000_000_000),
        .stop(animation: "film", finished: true, time: 4_000_000_000),
      ])
  }

  @Test("lets two pictures alternate at the touch of a button")
  func blink() throws {
    let fixture = try Fixture()
    try fixture.write(.white, 32, 16, name: "on.png")
    try fixture.write(.blue, 32, 16, name: "off.png")
    try fixture.write(.red, 6, 4, name: "play.png")
    try fixture.write(.white, 6, 4, name: "stop.png")
    let rig = try rig(SceneExamples.blink, fixture)
    rig.start()
    rig.run(until: 50 * millisecond)
    // At rest the first picture is seen, under a button that would start.
    #expect(rig.colors((32, 10), (32, 26)) == ["ffffff", "ff0000"])
    let button = try #require(rig.staged.buttons.first)
    #expect(button.keys.map(\.description) == ["s"])
    button.button.press()
    rig.run(until: 149 * millisecond)
    #expect(rig.colors((32, 10), (32, 26)) == ["ffffff", "ffffff"])
    rig.run(until: 150 * millisecond)
    #expect(rig.colors((32, 10)) == ["0000ff"])
    // As exact after an hour.
    rig.run(until: 3_600_149 * millisecond)
    #expect(rig.colors((32, 10)) == ["ffffff"])
    rig.run(until: 3_600_150 * millisecond)
    #expect(rig.colors((32, 10)) == ["0000ff"])
    button.button.press()
    rig.run(until: 3_700_000 * millisecond)
    #expect(rig.colors((32, 10), (32, 26)) == ["0000ff", "ff0000"])
  }

  @Test("turns a spinner and swaps its picture when it has come to rest")
  func spinner() throws {
    let fixture = try Fixture()
    try fixture.write(.red, 8, 8, name: "wheel.png")
    try fixture.write(.blue, 8, 8, name: "done.png")
    let rig = try rig(SceneExamples.spinner, fixture)
    rig.host.firstPictureDelay = 7 * millisecond
    let wheel = try #require(rig.staged.layer(named: "wheel"))
    #expect(wheel.frame == Rectangle(x: 24, y: 8, width: 16, height: 16))
    rig.start()
    #expect(!wheel.isRotating)
    rig.run(until: 7 * millisecond)
    #expect(wheel.isRotating)
    #expect(wheel.presentation(at: 207 * millisecond).rotation == 0.25)
    rig.run(until: 3206 * millisecond)
    #expect(wheel.isRotating)
    rig.run(until: 3207 * millisecond)
    #expect(!wheel.isRotating && wheel.rotation == 0)
    #expect(rig.colors((32, 16), (2, 2)) == ["0000ff", "101018"])
  }

  @Test("moves, fades, scales and turns a layer, twice there and back")
  func card() throws {
    let fixture = try Fixture()
    try fixture.write(.red, 8, 4, name: "card.png")
    let rig = try rig(SceneExamples.card, fixture)
    let card = try #require(rig.staged.layer(named: "card"))
    rig.start()
    func values(_ milliseconds: Int64) -> [Double] {
      let values = card.presentation(at: milliseconds * millisecond)
      return [values.center.x, values.alpha, values.transform.a, values.rotation]
    }
    #expect(values(500) == [16, 1, 1, 0])
    #expect(values(1500) == [32, 0.75, 1.5, 0.125])
    #expect(values(2500) == [48, 0.5, 2, 0.25])
    #expect(values(3500) == [32, 0.75, 1.5, 0.125])
    #expect(values(6500) == [48, 0.5, 2, 0.25])
    rig.run(until: 2500 * millisecond)
    // Turned by a quarter and twice as large it is 8 wide and 16 high, and half of it is seen.
    #expect(
      rig.colors((48, 9), (48, 23), (43, 16), (48, 7)) == ["800000", "800000", "000000", "000000"])
    rig.run(until: 9000 * millisecond)
    #expect(values(9000) == [16, 1, 1, 0])
    #expect(rig.colors((16, 16), (48, 16)) == ["ff0000", "000000"])
  }

  @Test("plays 51 JPEG frames in 2 s, once, as large as fits, and holds the last")
  func intro() throws {
    let fixture = try Fixture()
    for frame in 0..<51 { try fixture.writeJPEG(frame, name: "intro-\(frame).jpg") }
    let rig = try rig(SceneExamples.intro, fixture)
    let intro = try #require(rig.staged.animator(named: "intro"))
    var completion: (finished: Bool, time: Int64)?
    var frames: [Int] = []
    intro.onFrame = { _, index, _ in frames.append(index) }
    intro.onStop = { _, finished, _ in completion = (finished, rig.host.loop.now) }
    rig.start()
    rig.run(until: 1_999_999_999)
    #expect(completion == nil)
    rig.run(until: 5_000_000_000)
    #expect(frames == Array(0..<51))
    #expect(completion?.finished == true && completion?.time == 2_000_000_000)
    // A square in the middle of the screen, of which only the last frame is held.
    #expect(rig.colors((16, 16), (47, 16)) == ["fafafa", "fafafa"])
    #expect(rig.colors((15, 16), (48, 16)) == ["000000", "000000"])
    rig.host.settle()
    #expect(intro.statistics.heldBytes <= 32 * 32 * 4)
  }

  @Test("says what it is in few lines", arguments: SceneExamples.all)
  func isShort(example: String) {
    #expect(example.split(separator: "\n").count <= 8)
    #expect(complaints(example) == [])
  }
}
