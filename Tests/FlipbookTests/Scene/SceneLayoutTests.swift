import Pixels
import Testing

@testable import Flipbook

@Suite("The place of a layer") struct SceneLayoutTests {
  @Test(
    "follows from what is said, its picture of 20x10, and a screen of 201x100",
    arguments: [
      ("", Rectangle(x: 90, y: 45, width: 20, height: 10)),
      ("at 5 7", Rectangle(x: 5, y: 7, width: 20, height: 10)),
      ("at 100%-30 -4", Rectangle(x: 171, y: -4, width: 20, height: 10)),
      ("center 50% 0", Rectangle(x: 90, y: -5, width: 20, height: 10)),
      ("width 25%", Rectangle(x: 75, y: 37, width: 50, height: 25)),
      ("height 33%", Rectangle(x: 67, y: 33, width: 66, height: 33)),
      ("size 4 6", Rectangle(x: 98, y: 47, width: 4, height: 6)),
      ("frame 1 2 50% 100%-1", Rectangle(x: 1, y: 2, width: 101, height: 99)),
      ("size 1%-90 0", Rectangle(x: 100, y: 50, width: 0, height: 0)),
    ])
  func places(words: String, frame: Rectangle) throws {
    let layer = try scene("layer a picture \"a.png\" \(words)").layers[0]
    let layout = SceneLayout(outer: Size(width: 201, height: 100))
    #expect(layout.frame(layer.place, natural: Size(width: 20, height: 10)) == frame)
  }

  @Test("is all of what it lies in where it has no picture")
  func whole() throws {
    let layout = SceneLayout(outer: Size(width: 64, height: 32))
    let list: [(String, Rectangle)] = [
      ("", Rectangle(x: 0, y: 0, width: 64, height: 32)),
      ("width 50%", Rectangle(x: 16, y: 0, width: 32, height: 32)),
      ("at 4 4 height 10", Rectangle(x: 4, y: 4, width: 64, height: 10)),
    ]
    for (words, frame) in list {
      let layer = try scene("layer a color red \(words)").layers[0]
      #expect(layout.frame(layer.place, natural: nil) == frame, "\(words)")
    }
  }

  @Test("is moved to whole pixels")
  func moves() {
    let layout = SceneLayout(outer: Size(width: 201, height: 100))
    let middle = ScenePoint(x: SceneLength(percent: 50), y: SceneLength(percent: 50))
    #expect(layout.center(middle, size: Size(width: 20, height: 10)) == Point(x: 100, y: 50))
    #expect(layout.center(middle, size: Size(width: 21, height: 11)) == Point(x: 100.5, y: 49.5))
    #expect(layout.distance(middle) == Point(x: 101, y: 50))
  }
}
