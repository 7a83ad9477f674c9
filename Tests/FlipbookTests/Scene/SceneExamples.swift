/// What people write: the examples of the README, and how far a file can say each.
enum SceneExamples {
  /// Twenty frames, each decoded when it is wanted: once forwards, then once backwards.
  static let thereAndBack = """
    scene 1
    animator film frames "frame_%04d.png" duration 2 repeat 1 cache none
    when film finishes once
      reverse film
      start film
    """

  /// Two pictures that alternate every 0.1 s, and a button that starts and stops them.
  static let blink = """
    scene 1
    background #202028 to #000000
    animator blink frames "on.png" "off.png" fps 10 stopped
    layer lamp animator blink frame 25% 10% 50% 50%
    button switch toggles blink key s
      picture "play.png" on "stop.png" center 50% 80%
    """

  /// A spinner that starts with the first picture, and shows another when it has stopped.
  static let spinner = """
    scene 1
    background #101018
    spinner wheel picture "wheel.png" height 50% duration 0.8
    after 3 stop wheel at end
    when wheel stops
      picture wheel "done.png"
    """

  /// A card that moves, fades, grows and turns, twice there and back.
  static let card = """
    scene 1
    layer card picture "card.png" center 25% 50%
    animate card
      move to 75% 50%  fade to 0.5  scale to 2  turn by 90
      delay 0.5  duration 2  curve linear  repeat 2  autoreverse
    """

  /// Fifty-one JPEG frames in two seconds, once, as large as fits; the last stays.
  static let intro = """
    scene 1
    animator intro frames "intro-*.jpg" duration 2 repeat 1 fill hold
    layer film animator intro fit contain
    """

  static let all = [thereAndBack, blink, spinner, card, intro]
}
