import Linux
import TestSupport
import Testing

@Suite("The handshake of switching terminals")
struct TerminalHandshakeTests {
  @Test("Away: flips stop, master goes, then input, then the terminal; and back")
  func thereAndBack() {
    var handshake = TerminalHandshake(isLocked: false)
    #expect(handshake.handle(.releaseAsked) == [.stopDisplay])
    #expect(handshake.handle(.displayStopped) == [.dropMaster])
    #expect(
      handshake.handle(.masterDropped(isStillMaster: false)) == [.suspendInput, .allowRelease])
    #expect(handshake.state == .away)
    #expect(handshake.handle(.acquired) == [.acknowledge, .takeMaster])
    #expect(handshake.handle(.masterTaken) == [.resumeDisplay, .resumeInput])
    #expect(handshake.state == .here)
  }

  @Test("A master that cannot be dropped keeps the terminal")
  func stubbornMaster() {
    var handshake = TerminalHandshake(isLocked: false)
    _ = handshake.handle(.releaseAsked)
    _ = handshake.handle(.displayStopped)
    #expect(
      handshake.handle(.masterDropped(isStillMaster: true)) == [.refuseRelease, .resumeDisplay])
    #expect(handshake.state == .here)
  }

  @Test("Where another holds the display, keys come back first and tries become rarer")
  func refusedMaster() {
    var handshake = away()
    _ = handshake.handle(.acquired)
    #expect(handshake.handle(.masterRefused) == [.resumeInput, .retry(after: 50_000_000)])
    #expect(handshake.handle(.retryDue) == [.takeMaster])
    var pauses: [Int64] = []
    for _ in 0..<8 {
      guard case .retry(let pause) = handshake.handle(.masterRefused).first else { continue }
      pauses.append(pause)
    }
    #expect(
      pauses == [
        100_000_000, 200_000_000, 400_000_000, 800_000_000, 1_000_000_000, 1_000_000_000,
        1_000_000_000, 1_000_000_000,
      ])
    #expect(handshake.handle(.masterTaken) == [.resumeDisplay, .resumeInput])
    // Away again the next time, the first pause is short again.
    handshake = away()
    _ = handshake.handle(.acquired)
    #expect(handshake.handle(.masterRefused).last == .retry(after: 50_000_000))
  }

  @Test("Away again before the display came back: there is no master to drop")
  func turningRound() {
    var handshake = away()
    _ = handshake.handle(.acquired)
    #expect(handshake.handle(.releaseAsked) == [.suspendInput, .allowRelease])
    #expect(handshake.handle(.retryDue) == [])
    #expect(handshake.state == .away)
  }

  @Test("Locked: every switch is refused, keys ask for none")
  func locked() {
    var handshake = TerminalHandshake(isLocked: true)
    #expect(handshake.handle(.releaseAsked) == [.refuseRelease])
    #expect(handshake.handle(.switchAsked(2)) == [])
    #expect(handshake.state == .here)
  }

  @Test("Keys ask for a terminal in front, not for one from the back")
  func keys() {
    var handshake = TerminalHandshake(isLocked: false)
    #expect(handshake.handle(.switchAsked(2)) == [.activate(2)])
    handshake = away()
    #expect(handshake.handle(.switchAsked(2)) == [])
  }

  @Test("Whoever ends while another waits lets the other come")
  func ending() {
    var handshake = TerminalHandshake(isLocked: false)
    #expect(handshake.handle(.ending) == [])
    _ = handshake.handle(.releaseAsked)
    #expect(handshake.handle(.ending) == [.dropMaster, .allowRelease])
  }

  @Test("In any order of what happens, no terminal is released with the display ours")
  func anyOrder() {
    var random = RandomSource(seed: 5)
    for _ in 0..<2_000 {
      var handshake = TerminalHandshake(isLocked: Bool.random(using: &random))
      var (isMaster, flips) = (true, true)
      for _ in 0..<40 {
        var inputs = [event(&random)]
        while !inputs.isEmpty {
          for action in handshake.handle(inputs.removeFirst()) {
            switch action {
            case .stopDisplay: flips = false
            case .dropMaster:
              #expect(!flips)
              isMaster = random.once(in: 8)
              inputs.append(.masterDropped(isStillMaster: isMaster))
            case .allowRelease:
              #expect(!flips && !isMaster && !handshake.isLocked && handshake.state == .away)
            case .takeMaster:
              isMaster = isMaster || !random.once(in: 3)
              inputs.append(isMaster ? .masterTaken : .masterRefused)
            case .resumeDisplay:
              #expect(isMaster)
              flips = true
            default: break
            }
          }
        }
        #expect(handshake.state != .here || (flips && isMaster))
      }
    }
  }

  /// What may come next from outside.
  private func event(_ random: inout RandomSource) -> TerminalHandshake.Input {
    random.pick(
      .releaseAsked, .releaseAsked, .acquired, .acquired, .displayStopped, .displayStopped,
      .retryDue, .switchAsked(3))
  }

  private func away() -> TerminalHandshake {
    var handshake = TerminalHandshake(isLocked: false)
    _ = handshake.handle(.releaseAsked)
    _ = handshake.handle(.displayStopped)
    _ = handshake.handle(.masterDropped(isStillMaster: false))
    return handshake
  }
}
