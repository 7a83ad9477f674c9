import Layers
import Pixels
import Testing
import Timing

@Suite("A layer's properties") struct LayerPropertyTests {
  @Test("set and get the frame by size and middle") func frame() {
    let layer = Layer(frame: Rectangle(x: 10, y: 20, width: 30, height: 40))
    #expect(layer.center == Point(x: 25, y: 40))
    #expect(layer.bounds == Rectangle(x: 0, y: 0, width: 30, height: 40))
    layer.bounds.origin = Point(x: 100, y: 7)
    #expect(layer.frame == Rectangle(x: 10, y: 20, width: 30, height: 40))
    layer.rotation = 0.25
    #expect(layer.frame == Rectangle(x: 5, y: 25, width: 40, height: 30))
    layer.transform = .scale(2)
    #expect(layer.frame == Rectangle(x: -15, y: 10, width: 80, height: 60))
    layer.frame = Rectangle(x: 0, y: 0, width: 4, height: 2)
    #expect(layer.bounds == Rectangle(x: 100, y: 7, width: 4, height: 2))
    #expect(layer.center == Point(x: 2, y: 1))
    #expect(layer.frame == Rectangle(x: 0, y: -3, width: 4, height: 8))
  }

  @Test("keep to their bounds") func clamped() {
    let layer = Layer()
    layer.alpha = 7
    #expect(layer.alpha == 1)
    layer.alpha = -1
    #expect(layer.alpha == 0)
    layer.bounds.size = Size(width: -3, height: 5)
    #expect(layer.bounds.size == Size(width: 0, height: 5))
  }

  @Test("keep to their bounds where a curve overshoots") func overshoot() {
    let stage = AnimationStage()
    let wild = Curve.cubicBezier(x1: 0.3, y1: -3, x2: 0.7, y2: 4)
    stage.scene.animate(duration: .nanoseconds(100), curve: wild) {
      stage.layer.alpha = 0
      stage.layer.bounds.size = .zero
      stage.layer.background = .gradient(
        top: .black, bottom: Color(red: 255, green: 255, blue: 255))
    }
    let low = stage.layer.presentation(at: 15)
    let high = stage.layer.presentation(at: 85)
    #expect(wild.value(at: 0.15) < 0 && wild.value(at: 0.85) > 1)
    #expect(low.alpha == 1 && high.alpha == 0)
    #expect(low.bounds.size.width > 10 && high.bounds.size == .zero)
  }

  @Test("tell of a change, and not of none") func notes() {
    let stage = AnimationStage()
    var changes = 0
    stage.scene.onChange = { changes += 1 }
    stage.layer.alpha = 1
    stage.layer.content = .none
    #expect(changes == 0)
    stage.layer.alpha = 0.5
    #expect(changes == 1)
    stage.animate("a", duration: 0) {}
    #expect(changes == 2)
  }

  @Test(
    "pass into one another where there is something in between",
    arguments: [
      (
        Background.color(.black), Background.color(Color(red: 200, green: 100, blue: 10)),
        Background.color(Color(red: 100, green: 50, blue: 5))
      ),
      (
        .color(.black), .gradient(top: .black, bottom: Color(red: 20, green: 40, blue: 60)),
        .gradient(top: .black, bottom: Color(red: 10, green: 20, blue: 30))
      ),
      (
        .gradient(top: Color(red: 2, green: 0, blue: 0), bottom: .black),
        .gradient(top: .black, bottom: Color(red: 0, green: 8, blue: 0)),
        .gradient(top: Color(red: 1, green: 0, blue: 0), bottom: Color(red: 0, green: 4, blue: 0))
      ),
      (.none, .color(.black), .color(.black)), (.color(.black), .none, .none),
    ])
  func backgrounds(from: Background, to: Background, middle: Background) {
    let stage = AnimationStage()
    stage.layer.background = from
    stage.animate("a", duration: 100, delay: 10) { stage.layer.background = to }
    #expect(stage.layer.presentation(at: 9).background == from)
    #expect(stage.layer.presentation(at: 60).background == middle)
    #expect(stage.layer.presentation(at: 110).background == to)
  }

  @Test("change in one step at the start where there is nothing in between") func steps() {
    let stage = AnimationStage()
    let (one, two) = (TestPicture.one, TestPicture.two)
    stage.layer.content = .picture(one)
    stage.animate("a", duration: 100, delay: 10, autoreverses: true) {
      stage.layer.content = .picture(two)
      stage.layer.contentMode = .top
    }
    let seen = [9, 10, 150, 209, 210].map { stage.layer.presentation(at: $0) }
    #expect(seen.map { TestPicture.name(of: $0.content) } == ["one", "two", "two", "two", "one"])
    #expect(seen.map(\.contentMode) == [.scaleToFill, .top, .top, .top, .scaleToFill])
    #expect(stage.scene.nextChange(after: 0) == .at(10))
    #expect(stage.scene.nextChange(after: 10) == .at(210))
    stage.run(until: 300)
    #expect(TestPicture.name(of: stage.layer.content) == "one")
  }

  @Test("hide at the ends only, so that fading is seen") func hiding() {
    let stage = AnimationStage()
    stage.animate("out", duration: 100) {
      stage.layer.alpha = 0
      stage.layer.isHidden = true
    }
    #expect(
      [0, 50, 99, 100].map { stage.layer.presentation(at: $0).isHidden }
        == [false, false, false, true])
    stage.run(until: 100)
    stage.animate("in", duration: 100, delay: 10) {
      stage.layer.alpha = 1
      stage.layer.isHidden = false
    }
    #expect(
      [109, 110, 111, 210].map { stage.layer.presentation(at: $0).isHidden }
        == [true, false, false, false])
  }
}

/// Pictures that tests can tell apart.
enum TestPicture {
  static let one = Picture(Bitmap(size: PixelSize(width: 1, height: 1), format: .xrgb8888))
  static let two = Picture(Bitmap(size: PixelSize(width: 1, height: 1), format: .xrgb8888))

  static func name(of content: Content) -> String {
    guard case .picture(let picture) = content else { return "none" }
    return picture === one ? "one" : picture === two ? "two" : "other"
  }
}
