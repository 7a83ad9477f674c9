import Flipbook
import Linux

/// `flipbook restore`: gives the console back that a killed player left behind.
enum RestoreCommand: Subcommand {
  static let name = "restore"
  static let abstract = "give keyboard and text back to a console that a killed player left behind"
  static let synopsis = "[--vt N]"
  static let options: [OptionSpecification] = [
    .init("--vt", "N", group: "Display", "only /dev/ttyN (all that are in use)")
  ]
  static let notes = """
    For the stop step of a unit, ExecStopPost=flipbook restore: a player that is killed together with
    its guardian cannot do it itself. A console that is in order, or another program's, is left as it
    is.

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
    var status = ExitStatus.done
    do throws(Errno) {
      // No shorter: the operator would forget what may be thrown.
      if numbers == nil { numbers = try KernelTerminal.numbersInUse() }
      for number in numbers ?? [] where !restore(number) { status = ExitStatus.failed }
    } catch {
      // No virtual terminals: nothing that a player could have left.
      guard error != .notFound else { return ExitStatus.done }
      Console.complain("Cannot look for consoles on /dev/tty0: \(error). Run it as root.")
      return ExitStatus.failed
    }
    return status
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
