import Flipbook
import FlipbookTesting
import KMS
import Linux
import Pixels
import Timing

/// A run of a player on a simulated machine, and what its screens showed, told by the pixels.
final class CampaignRun {
  /// A picture that reached a screen.
  struct Sighting {
    var time: Int64
    var period: Double
    /// The frame; nil for the console, for black, and for what is neither.
    var frame: Int?
    var isConsole: Bool
    var isBlack: Bool
  }

  /// A picture is known by where, when and in which framebuffer it came up.
  struct Key: Hashable {
    var card: Int
    var crtc: UInt32
    var vblank: UInt64
    var framebuffer: UInt32
  }

  /// What somebody in front of the displays saw at a moment, display by display.
  struct Glance {
    var time: Int64
    var seen: [(card: Int, output: String, framebuffer: UInt32)]
  }

  let scenario: CampaignScenario
  let clock = VirtualClock()
  let machine: FakeMachine
  private(set) var cards: [FakeCard] = []
  private(set) var sightings: [Key: Sighting] = [:]
  private(set) var latest: [[UInt32: Sighting]] = []
  private(set) var glances: [Glance] = []
  private(set) var events: [PlayerEvent] = []
  private(set) var log: [String] = []
  private(set) var outcome: Result<Player.Outcome, PlayerError>?
  private(set) var statistics = PlayerStatistics()
  private(set) var end: Int64 = 0
  /// By when each card's plan is over.
  private var planEnds: [Int64] = []
  private(set) var otherFaultTime: Int64 = 0
  /// What a picture was that could not be.
  private(set) var strangePictures: [String] = []
  /// What is seen when the run is over.
  private(set) var left: [Sighting] = []
  private var holder: (any KMSDevice)?

  init(_ scenario: CampaignScenario) {
    self.scenario = scenario
    machine = FakeMachine(clock: clock)
  }

  /// When something last went wrong.
  var lastFaultTime: Int64 {
    let ends = zip(cards, planEnds).filter { !$0.0.isGone }.map(\.1)
    return max(otherFaultTime, cards.compactMap(\.lastFaultTime).max() ?? 0, ends.max() ?? 0)
  }

  private var period: Double { CampaignScenario.period(scenario.card) }

  private func time(_ vblank: Int) -> Int64 { clock.now + Int64(Double(vblank) * period) }

  // MARK: - Playing

  func play(_ pictures: CampaignPictures) {
    prepare()
    var configuration = scenario.configuration
    configuration.source = pictures.source(scenario.frames)
    if scenario.hasOverlay {
      configuration.overlays = [
        .init(picture: pictures.overlay, x: .fromStart(0), y: .fromStart(0))
      ]
    }
    let player = Player(configuration: configuration, machine: machine) { [unowned self] in
      log.append("\(Double(clock.now) / 1e9): \($0)")
    }
    player.onEvent = { [unowned self, unowned player] event in
      if events.isEmpty { begin(player) }
      events.append(event)
    }
    do throws(PlayerError) { outcome = .success(try player.run()) } catch {
      outcome = .failure(error)
    }
    end = clock.now
    left = glance().seen.compactMap { latest[$0.card][$0.framebuffer] }
    statistics = player.statistics
  }

  private func begin(_ player: Player) {
    for (command, time) in scenario.commands { player.perform(command, after: time) }
    // Pictures that are left are seen as long as somebody has the card.
    holder = try? machine.open("/dev/dri/card0")
  }

  private func prepare() {
    var card = scenario.card
    switch scenario.start {
    case .ready: plugIn(card, scenario.plan)
    case .noCard(let wait):
      machine.schedule(at: time(wait)) { [weak self] _ in
        if let self { plugIn(card, scenario.plan) }
      }
    case .cableOut(let wait):
      for index in card.outputs.indices { card.outputs[index].status = .disconnected }
      let plugged = plugIn(card, scenario.plan)
      plugged.schedule(at: time(wait), .connect(output: "HDMI-A-1", modes: nil))
    case .held(let wait):
      card.masterIsHeldByAnother = true
      plugIn(card, scenario.plan).schedule(at: time(wait), .letAnotherEnd)
    }
    if let replacement = scenario.replacement {
      let distance = replacement.isAddedFirst ? -replacement.distance : replacement.distance
      machine.schedule(at: time(replacement.vblank)) { [weak self] machine in
        machine.remove("card0")
        if let self { otherFaultTime = clock.now }
      }
      machine.schedule(at: time(max(0, replacement.vblank + distance))) { [weak self] _ in
        if let self { plugIn(replacement.card, replacement.plan, as: "card1") }
      }
    }
    for turn in 0..<12 {
      machine.schedule(at: time(1020 + turn * 83)) { [weak self] _ in
        if let self { glances.append(glance()) }
      }
    }
  }

  @discardableResult
  private func plugIn(
    _ configuration: FakeDisplayConfiguration, _ plan: FaultPlan, as name: String = "card0"
  ) -> FakeCard {
    let card = machine.plugIn(configuration, as: name)
    let index = cards.count
    cards.append(card)
    latest.append([:])
    otherFaultTime = max(otherFaultTime, clock.now)
    card.checksBuffers = true
    card.mappingsReadAsNoise = true
    card.onScanOut = { [weak self] in self?.note($0, on: index) }
    planEnds.append(plan.apply(to: card))
    return card
  }

  // MARK: - Looking

  private func glance() -> Glance {
    let outputs = cards.enumerated().flatMap { index, card in
      card.configuration.outputs.compactMap { output in
        card.framebufferSeen(on: output.name).map { (index, output.name, $0) }
      }
    }
    return Glance(
      time: clock.now, seen: outputs.map { (card: $0.0, output: $0.1, framebuffer: $0.2) })
  }

  private func note(_ picture: ScannedPicture, on card: Int) {
    let center = picture.color(
      at: PixelPoint(x: picture.size.width / 2, y: picture.size.height / 2))
    let isBlack = center == .black
    let frame = picture.isConsole || isBlack ? nil : CampaignPictures.frame(center)
    if !picture.isConsole {
      if let complaint = picture.complaint(center: center, hasOverlay: scenario.hasOverlay) {
        strangePictures.append("\(complaint) at \(Double(picture.time) / 1e9) s")
      }
    }
    let hasVblank = cards[card].configuration.profile.hasVblank
    let sighting = Sighting(
      // Without vblank a picture is seen as soon as it is there.
      time: hasVblank ? picture.time : clock.now, period: 1e9 / picture.refresh.hertz,
      frame: frame, isConsole: picture.isConsole, isBlack: isBlack && !picture.isConsole)
    let key = Key(
      card: card, crtc: picture.crtc, vblank: picture.vblank, framebuffer: picture.framebuffer)
    sightings[key] = sighting
    latest[card][picture.framebuffer] = sighting
  }
}

extension ScannedPicture {
  /// What is wrong with a picture that is of one colour on black; nil for nothing.
  ///
  /// No channel of any pixel is more than the frame's, but where the overlay is: noise shows.
  fileprivate func complaint(center: Color, hasOverlay: Bool) -> String? {
    guard format != .rgb565 else { return nil }
    let overlay = hasOverlay ? CampaignPictures.overlaySize : PixelSize(width: 0, height: 0)
    return withPixels { bytes in
      for y in 0..<size.height {
        let row = y * strideBytes
        for x in (y < overlay.height ? overlay.width : 0)..<size.width {
          let pixel = UInt32(
            littleEndian: bytes.loadUnaligned(fromByteOffset: row + x * 4, as: UInt32.self))
          let (blue, green, red) = (pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255)
          guard blue <= UInt32(center.blue) + 1, green <= UInt32(center.green) + 1,
            red <= UInt32(center.red) + 1
          else { return "pixel (\(x), \(y)) is \(pixel) where the frame is \(center)" }
        }
      }
      return nil
    }
  }
}
