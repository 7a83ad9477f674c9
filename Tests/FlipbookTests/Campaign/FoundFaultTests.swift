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

  @Test("mends a link that was bad when it came, though the mode is set already") func linkAtStart()
    throws
  {
    let rig = try LifeRig()
    let card = rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    card.breakLink("HDMI-A-1")
    var isSeen = false
    rig.at(1) { isSeen = $0.card("card0")?.framebufferSeen(on: "HDMI-A-1") != nil }
    rig.expectRightFrames(rig.play())
    #expect(isSeen)
  }

  @Test(
    "leaves black where there were two buffers, and both in use", arguments: [KMSInterface].both)
  func blackWithTwo(interface: KMSInterface) throws {
    var rig = try LifeRig()
    rig.configuration.kms = interface
    rig.configuration.atEnd = .black
    rig.configuration.pace = .rate(try #require(FrameRate(parsing: "60")))
    var configuration = LifeRig.card("HDMI-A-1")
    configuration.faults.deniedBuffers = [3]
    let card = rig.machine.plugIn(configuration)
    var isBlack = false
    card.onScanOut = { isBlack = $0.color(at: PixelPoint(x: 32, y: 24)) == .black }
    _ = rig.play()
    #expect(isBlack && card.liveBuffers == 0)
  }

  @Test("lets commands have their turn while every picture needs a mode set") func turns() throws {
    var rig = try LifeRig()
    rig.configuration.pace = .rate(try #require(FrameRate(parsing: "60")))
    let card = rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    FaultPlan([.init(vblank: 60, fault: .busyFlips(20))]).apply(to: card)
    let player = Player(configuration: rig.configuration, machine: rig.machine)
    var stopped: Int64?
    let asked = rig.clock.now + Self.second + 30_000_000
    player.onEvent = { [unowned player] event in
      switch event {
      case .start(_, let time): player.perform(.stop, after: asked - time)
      case .stop: stopped = stopped ?? rig.clock.now
      default: break
      }
    }
    _ = try player.run()
    // A mode set waits for a vblank.
    #expect(stopped.map { $0 - asked < 17_000_000 } == true)
  }

  @Test("goes on with what moves after a mode set", arguments: FakeProfile.allCases)
  func spinner(profile: FakeProfile) throws {
    var rig = try LifeRig()
    rig.configuration.pace = .rate(try #require(FrameRate(parsing: "1")))
    rig.configuration.spinners = [
      PlayerConfiguration.Spinner(picture: "\(rig.fixture.path)/frame-0.png")
    ]
    var configuration = LifeRig.card("HDMI-A-1")
    configuration.profile = profile
    let card = rig.machine.plugIn(configuration)
    FaultPlan([.init(vblank: 100, fault: .busyFlips(1))]).apply(to: card)
    var times: [Int64] = []
    card.onScanOut = { if !$0.isConsole { times.append($0.time) } }
    _ = rig.play()
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
    #expect(times.count > 300 && (gaps.max() ?? 0) < 60_000_000)
  }

  @Test("plays where another terminal came to the front and went, and leaves text on its own")
  func terminal() throws {
    let rig = try LifeRig()
    let terminal = FakeTerminal()
    let card = rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    terminal.onText = { card.showConsole() }
    rig.at(1) { _ in _ = terminal.request(2) }
    rig.at(1.1) { _ in card.letAnotherShowPicture() }
    rig.at(2) { _ in card.letAnotherEnd() }
    rig.at(2.1) { _ in _ = terminal.request(1) }
    var isConsole = false
    var times: [Int64] = []
    let start = rig.clock.now
    card.onScanOut = { picture in
      isConsole = picture.isConsole
      let isOurs = !isConsole && picture.color(at: PixelPoint(x: 32, y: 24)) != .black
      if isOurs { times.append(picture.time - start) }
    }
    let player = Player(
      configuration: rig.configuration, machine: rig.machine, terminal: terminal)
    _ = try player.run()
    let away = Self.second + 50_000_000..<2 * Self.second + 100_000_000
    #expect(!times.contains { away.contains($0) })
    #expect(times.contains { (away.upperBound..<away.upperBound + 200_000_000).contains($0) })
    #expect(isConsole && card.liveBuffers == 0)
  }

  @Test("stops where its time is while another terminal is in front") func stopAway() throws {
    let rig = try LifeRig()
    let terminal = FakeTerminal()
    let card = rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    rig.at(1) { _ in _ = terminal.request(2) }
    rig.at(3) { _ in _ = terminal.request(1) }
    let player = Player(
      configuration: rig.configuration, machine: rig.machine, terminal: terminal)
    var last: Int?
    player.onEvent = { [unowned player] event in
      if case .start = event { player.perform(.stop, after: 2_450_000_000) }
      if case .frame(let index, _, _) = event { last = index }
    }
    _ = try player.run()
    // 24 frames on, of which the display has shown ten.
    #expect(last == 4 && card.liveBuffers == 0)
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
