import Testing

@testable import Linux

@Suite("Which virtual terminal")
struct TerminalChoiceTests {
  typealias Facts = TerminalChoice.Facts

  @Test("The one that it was started on, and for root the one in front")
  func automatic() {
    let onConsole = facts { $0.controlling = .virtual(3) }
    #expect(TerminalChoice.choose(.automatic, onConsole) == .terminal(3))
    let redirected = facts { $0.input = .virtual(2) }
    #expect(TerminalChoice.choose(.automatic, redirected) == .terminal(2))
    let service = facts { $0.isPrivileged = true }
    #expect(TerminalChoice.choose(.automatic, service) == .terminal(1))
    let serial = facts {
      $0.isPrivileged = true
      $0.controlling = .other
    }
    #expect(TerminalChoice.choose(.automatic, serial) == .terminal(1))
  }

  @Test("None from elsewhere, without rights, and without virtual terminals; nobody is told")
  func none() {
    let window = facts {
      $0.isPrivileged = true
      $0.controlling = .pseudo
    }
    let network = facts {
      $0.isPrivileged = true
      $0.isRemote = true
    }
    let bare = facts {
      $0.isPrivileged = true
      $0.foreground = nil
    }
    for facts in [window, network, bare, facts { _ in }] {
      #expect(TerminalChoice.choose(.automatic, facts) == .none(nil))
    }
    #expect(TerminalChoice.choose(.none, facts { $0.controlling = .virtual(3) }) == .none(nil))
  }

  @Test("Each choice has a sentence")
  func sentences() {
    let onConsole = facts { $0.controlling = .virtual(3) }
    let redirected = facts { $0.input = .virtual(2) }
    let service = facts { $0.isPrivileged = true }
    let network = facts { $0.isRemote = true }
    let bare = facts { $0.foreground = nil }
    let told: [(TerminalChoice.Request, Facts, String)] = [
      (.automatic, onConsole, "/dev/tty3 is taken: the player is started on it."),
      (.automatic, redirected, "/dev/tty2 is taken: the player's input is from it."),
      (.automatic, service, "/dev/tty1 is taken: it is in front, and root may take it."),
      (
        .automatic,
        facts {
          $0.isPrivileged = true
          $0.isForegroundTaken = true
        }, "once the program that has it gives it up."
      ),
      (.number(5), network, "/dev/tty5 is taken: it was asked for."),
      (.automatic, network, "--vt N takes one."),
      (.automatic, facts { _ in }, "only root may take the one in front."),
      (.none, onConsole, "No virtual terminal is taken: --vt none."),
      (.automatic, bare, "No virtual terminal is taken: this kernel has none."),
      (.number(7), bare, "this kernel has no virtual terminals."),
    ]
    for (request, facts, end) in told {
      let sentence = TerminalChoice.explain(request, facts)
      #expect(sentence.hasSuffix(end), "\(sentence)")
    }
  }

  @Test("Keys that nobody keeps reach whoever reads the one in front")
  func exposedKeys() {
    let sentence = TerminalChoice.exposedKeys(facts { $0.foreground = 3 })
    #expect(sentence?.hasSuffix("or as root.") == true)
    #expect(TerminalChoice.exposedKeys(facts { $0.foreground = nil }) == nil)
  }

  @Test("The one that is asked for, from anywhere")
  func number() {
    let network = facts {
      $0.isRemote = true
      $0.controlling = .pseudo
    }
    #expect(TerminalChoice.choose(.number(7), network) == .terminal(7))
    let bare = facts { $0.foreground = nil }
    guard case .none(let reason?) = TerminalChoice.choose(.number(7), bare) else {
      Issue.record("a terminal that cannot be had is told")
      return
    }
    #expect(reason.hasPrefix("There is no /dev/tty7"))
  }

  @Test(
    "The controlling terminal in a line of /proc/PID/stat",
    arguments: [
      ("12 (flipbook) S 1 12 12 1025 12", Facts.Terminal.virtual(1)),
      ("12 (a ) b) (c)) S 1 12 12 34816 12", .pseudo),
      ("12 (flipbook) S 1 12 12 1088 12", .other),
      ("12 (flipbook) S 1 12 12 0 -1", nil),
      ("12 (flipbook) S 1", nil),
      ("", nil),
    ])
  func controlling(line: String, expected: Facts.Terminal?) {
    let device = Facts.controllingDevice(Array(line.utf8))
    #expect(device.flatMap { Facts.terminal($0) } == expected)
  }

  @Test(
    "What sysfs says of the terminal in front",
    arguments: [("tty1\n", 1), ("tty63", 63), ("ttyS0\n", nil), ("", nil), ("tty", nil)])
  func active(text: String, expected: Int?) {
    #expect(KernelTerminal.parseActive(Array(text.utf8)) == expected)
  }

  private func facts(_ change: (inout Facts) -> Void) -> Facts {
    var facts = Facts()
    facts.foreground = 1
    change(&facts)
    return facts
  }
}
