import Testing

@testable import Linux

@Suite("A seat, or devices by themselves")
struct SeatChoiceTests {
  @Test("Through the broker where devices may not be opened, and where it is asked for by name")
  func seat() {
    expectSeat { $0.deniedCard = "/dev/dri/card0" }
    expectSeat { $0.deniedInput = "/dev/input/event3" }
    expectSeat { facts in
      facts.daemonSocket = nil
      facts.loginSession = "c1"
      facts.deniedInput = "/dev/input/event3"
    }
    expectSeat { facts in
      facts.isPrivileged = true
      facts.backend = "logind"
    }
  }

  @Test("Directly as root, where all may be opened, without a broker, and where that is asked for")
  func direct() {
    expectDirect { _ in }
    expectDirect { facts in
      facts.isPrivileged = true
      facts.deniedCard = "/dev/dri/card0"
    }
    expectDirect { facts in
      facts.daemonSocket = nil
      facts.deniedCard = "/dev/dri/card0"
    }
    expectDirect(.none) { facts in
      facts.backend = "seatd"
      facts.deniedCard = "/dev/dri/card0"
    }
    expectDirect(wantsInput: false) { $0.deniedInput = "/dev/input/event3" }
  }

  @Test(
    "What logind writes of a session",
    arguments: [
      ("UID=0\nSEAT=seat0\nVTNR=1\n", true), ("SEAT=\n", false), ("XSEAT=seat0", false),
      ("", false),
    ])
  func session(text: String, hasSeat: Bool) {
    #expect(SeatChoice.Facts.hasSeat(Array(text.utf8)) == hasSeat)
  }

  private func choose(
    _ request: SeatChoice.Request, _ wantsInput: Bool,
    _ change: (inout SeatChoice.Facts) -> Void
  ) -> SeatChoice {
    var facts = SeatChoice.Facts()
    facts.daemonSocket = "/run/seatd.sock"
    change(&facts)
    return SeatChoice.choose(request, facts, wantsInput: wantsInput)
  }

  private func expectSeat(_ change: (inout SeatChoice.Facts) -> Void) {
    guard case .seat(let reason) = choose(.automatic, true, change) else {
      Issue.record("chose to open devices directly")
      return
    }
    #expect(reason.hasSuffix("."))
  }

  private func expectDirect(
    _ request: SeatChoice.Request = .automatic, wantsInput: Bool = true,
    _ change: (inout SeatChoice.Facts) -> Void
  ) {
    guard case .direct(let reason) = choose(request, wantsInput, change) else {
      Issue.record("chose a seat")
      return
    }
    #expect(reason.hasSuffix("."))
  }
}
