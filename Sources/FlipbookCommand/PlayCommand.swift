import Flipbook
import Linux

/// `flipbook play`: plays pictures on a display.
enum PlayCommand: Subcommand {
  static let name = "play"
  static let abstract = "play a sequence of pictures on a display"
  static let synopsis = "[SOURCE] [options]"
  static let options = PlayOptions.all

  static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
    let asked = try PlayOptions.parse(
      arguments, display: Arguments.environment("FLIPBOOK_DISPLAY"))
    let player = Player(configuration: asked.configuration) { Console.error("flipbook: \($0)\n") }
    defer {
      if asked.printsStatistics { Console.print("\(player.statistics.json)\n") }
    }
    do {
      switch try player.run() {
      case .done: return ExitStatus.done
      case .signal(let number): return ExitStatus.signal(number)
      }
    } catch {
      Console.error("flipbook: \(error.message)\n")
      return error.kind.rawValue
    }
  }
}
