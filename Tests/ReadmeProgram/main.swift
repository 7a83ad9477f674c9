import Flipbook
import Layers
import Pixels
import Timing

var configuration = PlayerConfiguration()
if CommandLine.arguments.count > 2 {  // No screen here: three simulated seconds, drawn to a file.
  configuration.display = .fake("640x360@60")
  configuration.clock = .virtual
  configuration.timeLimit = 3_000_000_000
  configuration.contactSheet = CommandLine.arguments[2]
}
let stage = try Stage(configuration: configuration, title: "kiosk") { print($0) }
let (width, height) = (Double(stage.size.width), Double(stage.size.height))
stage.root.background = .gradient(top: Color(red: 32, green: 48, blue: 80), bottom: .black)
let film = try FrameAnimator(source: CommandLine.arguments[1], on: stage)
film.duration = .seconds(2)
let picture = Layer(frame: Rectangle(x: 0, y: 0, width: width * 0.6, height: height * 0.6))
picture.contentMode = .aspectFit
picture.content = .moving(film)
let (middle, side) = (Point(x: width / 2, y: height * 0.4), height / 6)
let button = ButtonLayer(target: film)
button.frame = Rectangle(x: middle.x - side / 2, y: height * 0.75, width: side, height: side)
for layer in [picture, button] { stage.root.addSublayer(layer) }
try stage.on("space") { button.press() }
film.start()
stage.scene.animate(delay: .milliseconds(500), duration: .seconds(1), curve: .easeOut) {
  picture.center = middle
}
_ = try stage.run()
