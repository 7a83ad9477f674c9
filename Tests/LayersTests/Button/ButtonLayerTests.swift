import Layers
import Pixels
import Testing

@Suite("Buttons") struct ButtonLayerTests {
  let scene = Scene(width: 3, height: 1)
  let button = ButtonLayer(frame: Rectangle(x: 1, y: 0, width: 1, height: 1))

  init() { scene.root.addSublayer(button) }

  private func pixel() -> UInt32? {
    Compositor(scene: scene, allowsDirect: false).shot()?[1, 0]
  }

  private func press(_ body: () -> Void) {
    scene.touchDown(id: 1, at: Point(x: 1.5, y: 0.5), time: 0)
    body()
    scene.touchCancelled(id: 1)
  }

  @Test("a picture for every state") func pictures() {
    button.pictures = [
      .off: Picture("R"), .on: Picture("G"), .offPressed: Picture("B"), .onPressed: Picture("W"),
      .disabled: Picture("Y"),
    ]
    #expect(button.face == .off && scene.text() == ".R.")
    press {
      #expect(button.face == .offPressed)
      #expect(scene.text() == ".B.")
    }
    button.isOn = true
    #expect(button.face == .on && scene.text() == ".G.")
    press {
      #expect(button.face == .onPressed)
      #expect(scene.text() == ".W.")
    }
    button.isEnabled = false
    #expect(button.face == .disabled && scene.text() == ".Y.")
  }

  @Test("states without a picture take that at rest, paler") func fallbacks() throws {
    button.pictures = [.off: Picture("W")]
    press { #expect(pixel().map { (178...179).contains($0 & 0xff) } == true) }
    button.isOn = true
    #expect(scene.text() == ".W.")
    button.isEnabled = false
    #expect(pixel() == 0x66_6666)
    button.isEnabled = true
    button.isOn = false
    button.pictures = [.on: Picture("G"), .onPressed: Picture("B")]
    #expect(scene.text() == ".G.")
    press { #expect(pixel().map { (178...179).contains($0 >> 8 & 0xff) } == true) }
  }

  @Test("without pictures it shows its content, without that a plate with a sign") func looks()
    throws
  {
    button.content = .color(Ink.color("G"))
    #expect(scene.text() == ".G.")
    press { #expect(pixel().map { (178...179).contains($0 >> 8 & 0xff) } == true) }

    let scene = Scene(width: 32, height: 32)
    scene.root.background = .color(Ink.color("B"))
    let plate = ButtonLayer(frame: Rectangle(x: 0, y: 0, width: 32, height: 32))
    scene.root.addSublayer(plate)
    let off = try #require(Compositor(scene: scene).shot())
    plate.isOn = true
    let on = try #require(Compositor(scene: scene).shot())
    // The corners are round, the plate dark, and the sign white: one triangle, or two bars.
    for shot in [off, on] {
      #expect(shot[0, 0] == 0x00_00ff && shot[31, 31] == 0x00_00ff)
      #expect(shot[16, 2] >> 16 < 64)
    }
    #expect(off[16, 16] == 0xff_ffff && on[16, 16] >> 16 < 64)
    #expect(on[12, 16] == 0xff_ffff && on[19, 16] == 0xff_ffff)
    let whites = { (shot: Pixmap) in shot.words.filter { $0 == 0xff_ffff }.count }
    #expect(whites(off) > 40 && whites(on) > 40)
    // It is symmetric: drawn about the middle.
    for y in 0..<32 {
      for x in 0..<32 {
        #expect(off[x, y] == off[x, 31 - y])
        #expect(on[x, y] == on[31 - x, y])
      }
    }
    plate.isEnabled = false
    let disabled = try #require(Compositor(scene: scene).shot())
    #expect(disabled[12, 16] & 0xff00 < 0x8000 && disabled[12, 16] & 0xff00 > 0x4000)
  }

  @Test("toggling starts and stops the target, and the state follows it") func target() {
    let content = HandMadeContent()
    var told: [Bool] = []
    button.target = content
    button.onToggle = { told.append($0) }
    button.pictures = [.off: Picture("R"), .on: Picture("G")]
    let compositor = Compositor(scene: scene, allowsDirect: false)
    _ = compositor.draw(at: 0)
    button.press()
    #expect(content.isAnimating && button.isOn && told == [true])
    #expect(compositor.shot(at: 1)?.text == ".G.")
    // It ends by itself: seen when it is drawn, told by the target alone.
    content.isAnimating = false
    #expect(!button.isOn && told == [true])
    #expect(compositor.shot(at: 2)?.text == ".R.")
    content.isAnimating = true
    button.press()
    #expect(!content.isAnimating && told == [true, false])
    button.isOn = true
    #expect(content.isAnimating && told == [true, false])
  }

  @Test("a key does nothing to a disabled button, a program does") func enabling() {
    button.isEnabled = false
    button.press()
    #expect(!button.isOn)
    button.toggle()
    #expect(button.isOn)
  }
}
