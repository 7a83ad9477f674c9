import Flipbook
import Linux

/// `flipbook restore`: gives the console back that a player left behind.
enum RestoreCommand: Subcommand {
  static let name = "restore"
  static let abstract = "give the console back that a player left behind: picture, text, keyboard"
  static let synopsis = "[--vt N]"
  static let options: [OptionSpecification] = [
    .init("--vt", "N", group: "Display", "only /dev/ttyN (all that are in use)")
  ]
  static let notes = """
    Ends what --at-end hold and black have left on the display. For the stop step of a unit too,
    ExecStopPost=flipbook restore: a player that is killed together with its guardian cannot do it
    itself. A console that is in order, or another program's, is left as it is.

    Exit status: 0 done or nothing to do, 1 failed, 64 wrong usage.
    """

  static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
    let parsed = try ParsedArguments.parse(arguments, options: options)
    if let operand = parsed.operands.first {
      throw UsageError(message: "restore takes no operand such as \(operand).")
    }
    var numbers: [Int]?
    for option in parsed.options {
      guard let number = Int(option.value), (1...63).contains(number) else {
        throw UsageError(
          message: "--vt \(option.value): expected N of a /dev/ttyN, from 1 to 63.")
      }
      numbers = [number]
    }
    var status = endHolding() ? ExitStatus.done : ExitStatus.failed
    do throws(Errno) {
      // No shorter: the operator would forget what may be thrown.
      if numbers == nil { numbers = try KernelTerminal.numbersInUse() }
      for number in numbers ?? [] where !restore(number) { status = ExitStatus.failed }
    } catch {
      // No virtual terminals: nothing that a player could have left.
      guard error != .notFound else { return status }
      Console.complain("Cannot look for consoles on /dev/tty0: \(error). Run it as root.")
      return ExitStatus.failed
    }
    return status
  }

  /// Ends those who keep a picture up; whether none is left.
  private static func endHolding() -> Bool {
    var isWell = true
    for process in RunningProcess.all() where process.name == Guardian.holderName {
      do throws(Errno) {
        guard try process.end() else {
          Console.complain("Process \(process.id), which holds a picture, does not end. Kill it.")
          isWell = false
          continue
        }
        Console.complain("The picture that a player left up is gone.")
      } catch {
        Console.complain(
          "Process \(process.id) holds a picture and may not be ended: \(error). Run it as root.")
        isWell = false
      }
    }
    return isWell
  }

  /// Whether all is well with a console now.
  private static func restore(_ number: Int) -> Bool {
    do throws(Errno) {
      if try KernelTerminal(number: number).restoreAbandoned() {
        Console.complain("/dev/tty\(number) has its keyboard and its text again.")
      }
    } catch {
      // A player that lives has it.
      guard error != .wouldBlock else { return true }
      Console.complain("/dev/tty\(number) cannot be put back: \(error). Run it as root.")
      return false
    }
    return true
  }
}
