import Flipbook
import FlipbookTesting
import KMS
import Pixels
import Testing
import Timing

/// What the campaign found, each by itself.
@Suite("A player on a machine that fails") struct FoundFaultTests {
  private static let second: Int64 = 1_000_000_000

  /// The longest time that no new picture came, in seconds.
  private func longestGap(
    _ profile: FakeProfile, _ entries: [FaultPlan.Entry]
  ) throws -> (gap: Double, run: LifeRig.Run) {
    let rig = try LifeRig()
    var card = LifeRig.card("HDMI-A-1")
    card.profile = profile
    FaultPlan(entries).apply(to: rig.machine.plugIn(card))
    let run = rig.play()
    rig.expectRightFrames(run)
    return (rig.longestGap(run), run)
  }

  @Test(
    "goes on within a third of a second where a flip's event is lost",
    arguments: FakeProfile.allCases)
  func lostEvent(profile: FakeProfile) throws {
    let (gap, run) = try longestGap(profile, [.init(vblank: 100, fault: .lostEvent)])
    #expect(gap < 0.35 && run.statistics.modeSets == 0)
  }

  @Test("asks for a stolen display twice a second") func stolen() throws {
    let (gap, _) = try longestGap(
      .vblank, [.init(vblank: 100, fault: .stolenMaster(60, clearsScreen: true))])
    #expect(gap < 1.7)
  }

  @Test(
    "sees to a still picture that another has put theirs over, where asked to",
    arguments: [Fault.otherPicture(30), .console, .stolenMaster(30, clearsScreen: true)])
  func stillPicture(fault: Fault) throws {
    for checks in [true, false] {
      var rig = try LifeRig(frames: 1)
      rig.configuration.pace = .rate(try #require(FrameRate(parsing: "0.001")))
      rig.configuration.checkInterval = checks ? 500_000_000 : nil
      let card = rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
      FaultPlan([.init(vblank: 100, fault: fault)]).apply(to: card)
      var isOnes: [Bool] = []
      card.onScanOut = { picture in
        let middle = picture.color(at: PixelPoint(x: 32, y: 24))
        isOnes.append(!picture.isConsole && middle != .black)
      }
      var seen: UInt32?
      var isOurs = false
      rig.at(3.2) {
        seen = $0.card("card0")?.framebufferSeen(on: "HDMI-A-1")
        isOurs = seen != nil && isOnes.last == true
      }
      _ = rig.play()
      #expect(isOurs == checks)
    }
  }

  @Test("draws nothing for another monitor that was laid out for the one before") func layout()
    throws
  {
    let rig = try LifeRig()
    rig.machine.plugIn(LifeRig.card("HDMI-A-1", size: PixelSize(width: 32, height: 18)))
    let other = FakeMode(PixelSize(width: 96, height: 54), refresh: FakeRefreshRate(60))
    rig.at(2) { $0.card("card0")?.disconnect("HDMI-A-1") }
    rig.at(2.5) { $0.card("card0")?.connect("HDMI-A-1", modes: [other]) }
    var strange = 0
    rig.machine.card("card0")?.onScanOut = { picture in
      // The corner and the middle are of one picture, which fills the screen.
      guard !picture.isConsole else { return }
      let size = picture.size
      let middle = picture.color(at: PixelPoint(x: size.width / 2, y: size.height / 2))
      if picture.color(at: PixelPoint(x: size.width - 1, y: size.height - 1)) != middle {
        strange += 1
      }
    }
    _ = rig.play()
    #expect(strange == 0)
  }

  @Test("puts the console back though another was master meanwhile", arguments: [KMSInterface].both)
  func restores(interface: KMSInterface) throws {
    var rig = try LifeRig(frames: 1)
    rig.configuration.kms = interface
    rig.configuration.pace = .rate(try #require(FrameRate(parsing: "0.001")))
    let card = rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    let now = rig.clock.now
    card.schedule(at: now + 2 * Self.second, .letAnotherTakeMaster(clearsScreen: false))
    card.schedule(at: now + 3 * Self.second, .letAnotherDropMaster)
    var isConsole = false
    card.onScanOut = { isConsole = $0.isConsole }
    var holder: (any KMSDevice)?
    rig.at(1) { holder = try? $0.open("/dev/dri/card0") }
    _ = rig.play()
    #expect(holder != nil && isConsole)
  }

  @Test("wakes for nothing where a display that was claimed came back by other ways") func claims()
    throws
  {
    let rig = try LifeRig()
    let card = rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    let now = rig.clock.now
    card.schedule(at: now + 2 * Self.second, .letAnotherTakeMaster(clearsScreen: true))
    card.schedule(at: now + 2 * Self.second + 100_000_000, .letAnotherEnd)
    card.schedule(at: now + 2 * Self.second + 110_000_000, .breakLink(output: "HDMI-A-1"))
    let run = rig.play()
    rig.expectRightFrames(run)
    #expect(run.statistics.wakeUps < 400)
  }
}

extension [KMSInterface] {
  fileprivate static var both: [KMSInterface] { [.atomic, .legacy] }
}
