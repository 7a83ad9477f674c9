import Controls
import Flipbook
import Linux

/// `flipbook play`: plays pictures on a display.
enum PlayCommand: Subcommand {
  static let name = "play"
  static let abstract = "play a sequence of pictures on a display"
  static let synopsis = "[SOURCE…] [options]"
  static let options = PlayOptions.all
  static let notes = """
    SOURCE is a folder, a pattern like frame_%04d.png, a quoted glob, a file, or a scene file, which
    is text that begins with the line "scene 1"; without one, the built-in test card is played. In
    parentheses stands what holds without the option. Several are for --arrange each: the first is on
    the first output, the second on the second.

    --arrange extend has one picture, or one scene, go across all outputs, side by side in the order
    named and pixel next to pixel. The picture is fitted to the box around them; where one is lower than
    the highest, it stands half-way up, and shows the middle. One that goes dark keeps its place.

    EVENT is tap, two-finger-tap or a key such as space, f5, left or volumeup.
    ACTION is start, stop, toggle, reverse, seek:FRAME, quit or none. Without --bind:
      \(defaultBindings)

    --overlay puts the top left corner of PICTURE X pixels from the left and Y from the top; with a
    minus sign its right or bottom edge so far from that of the screen: logo.png@-20,-20 is in the
    bottom right corner, @-0,0 flush with the top right one. Of several, the last is in front; a
    --spin is in front of them all. A name with an @ in it is told apart by the last @ of the option.

    FLIPBOOK_DISPLAY in the environment stands for a --display that is not given.

    Exit status: 0 done, 1 failed while running, 64 wrong usage, 69 no usable display,
    128+N ended by signal N.
    """

  private static var defaultBindings: String {
    Bindings.standard.list.map { "\($0.event)=\($0.action)" }.joined(separator: " ")
  }

  static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
    let asked = try PlayOptions.parse(
      arguments, display: Arguments.environment("FLIPBOOK_DISPLAY"))
    let player = Player(configuration: asked.configuration) { Console.complain($0) }
    defer {
      if asked.printsStatistics { Console.print("\(player.statistics.json)\n") }
    }
    do {
      switch try player.run() {
      case .done: return ExitStatus.done
      case .signal(let number): return ExitStatus.signal(number)
      }
    } catch {
      for sentence in error.sentences { Console.complain(sentence) }
      return error.kind.rawValue
    }
  }
}
