import Flipbook
import FlipbookTesting
import KMS
import Linux
import Pixels
import Timing

/// A run of a player on a simulated machine, and what its screens showed, told by the pixels.
final class CampaignRun {
  let scenario: CampaignScenario
  let clock = VirtualClock()
  let machine: FakeMachine
  let terminal: FakeTerminal?
  private(set) var cards: [FakeCard] = []
  /// Which card of the scenario each is.
  private(set) var plans: [CampaignCard] = []
  var sightings: [Key: Sighting] = [:]
  var latest: [[UInt32: Sighting]] = []
  var glances: [Glance] = []
  /// What was a picture that could not be.
  var strangePictures: [String] = []
  private(set) var events: [PlayerEvent] = []
  /// When the playback started on each output, the one that leads first.
  private(set) var starts: [(output: String, time: Int64)] = []
  private(set) var log: [String] = []
  private(set) var outcome: Result<Player.Outcome, PlayerError>?
  private(set) var statistics = PlayerStatistics()
  private(set) var end: Int64 = 0
  /// When something last went wrong.
  private(set) var lastFaultTime: Int64 = 0
  /// All that went wrong, with the number of its card.
  private(set) var incidents: [(card: Int, incident: FakeIncident)] = []
  /// From when to when what a plan does goes on, with the card; nil for all of the machine.
  private(set) var spans: [(card: Int?, output: String?, span: ClosedRange<Int64>)] = []
  /// When each card came.
  private(set) var arrivals: [(card: Int, time: Int64)] = []
  /// When a card last came or went.
  private(set) var otherTrouble: Int64 = 0
  /// What is seen when the run is over.
  private(set) var left: [Seen] = []
  /// Other files of the cards: pictures that are left are seen as long as somebody has them.
  private var holders: [any KMSDevice] = []

  init(_ scenario: CampaignScenario) {
    self.scenario = scenario
    machine = FakeMachine(clock: clock)
    terminal = scenario.hasTerminal ? FakeTerminal() : nil
  }

  private func time(_ vblank: Int) -> Int64 { clock.now + scenario.time(vblank) }

  // MARK: - Playing

  func play(_ pictures: CampaignPictures) {
    prepare()
    var configuration = scenario.configuration
    configuration.source = pictures.source(scenario.frames)
    if case .named(let names) = configuration.outputs, configuration.arrangement == .each {
      configuration.sources = names.map {
        pictures.source(scenario.framesByOutput[$0] ?? scenario.frames)
      }
    }
    if scenario.hasOverlay {
      configuration.overlays = [
        .init(picture: pictures.overlay, x: .fromStart(0), y: .fromStart(0))
      ]
    }
    let player = Player(configuration: configuration, machine: machine, terminal: terminal) {
      [unowned self] in log.append("\(Double(clock.now) / 1e9): \($0)")
    }
    player.onEvent = { [unowned self, unowned player] event in
      if events.isEmpty { begin(player) }
      events.append(event)
    }
    player.onOutputEvent = { [unowned self] output, event in
      if case .start(_, let time) = event, !starts.contains(where: { $0.output == output }) {
        starts.append((output, time))
      }
    }
    do throws(PlayerError) { outcome = .success(try player.run()) } catch {
      outcome = .failure(error)
    }
    end = clock.now
    left = glance().seen
    statistics = player.statistics
    let ends = spans.filter { $0.card.map { !cards[$0].isGone } ?? true }.map(\.span.upperBound)
    lastFaultTime = max(
      otherTrouble, cards.compactMap(\.lastFaultTime).max() ?? 0, ends.max() ?? 0)
  }

  /// Lets all others go who have the cards open; what is seen then is the kernel's to say.
  func leaveAlone() -> [Seen] {
    for holder in holders { holder.close() }
    for card in cards { card.letAnotherEnd() }
    return glance().seen
  }

  private func begin(_ player: Player) {
    for (command, time) in scenario.commands { player.perform(command, after: time) }
    for path in machine.paths { hold(path) }
  }

  private func hold(_ path: String) {
    guard let holder = try? machine.open(path) else { return }
    // Whoever opens a card that nobody drives is its master.
    if holder.isMaster { try? holder.dropMaster() }
    holders.append(holder)
  }

  // MARK: - The machine

  private func prepare() {
    for card in scenario.cards {
      if card.arrival == 0 { plugIn(card) } else { schedule(card.arrival) { $0.plugIn(card) } }
      guard let departure = card.departure else { continue }
      schedule(departure) { run in
        run.machine.remove(card.name)
        run.otherTrouble = run.clock.now
      }
    }
    terminal?.onText = { [unowned self] in showConsole() }
    for absence in scenario.absences { prepare(absence) }
    for turn in 0..<12 { schedule(1020 + turn * 83) { $0.glances.append($0.glance()) } }
  }

  private func schedule(_ vblank: Int, _ body: @escaping (CampaignRun) -> Void) {
    machine.schedule(at: time(vblank)) { [weak self] _ in
      if let self { body(self) }
    }
  }

  private func plugIn(_ plan: CampaignCard) {
    var configuration = plan.configuration
    for index in configuration.outputs.indices
    where plan.lateCables[configuration.outputs[index].name] != nil {
      configuration.outputs[index].status = .disconnected
    }
    let card = machine.plugIn(configuration, as: plan.name)
    let index = cards.count
    cards.append(card)
    plans.append(plan)
    latest.append([:])
    otherTrouble = max(otherTrouble, clock.now)
    if !events.isEmpty, scenario.isEnsemble { hold(card.path) }
    arrivals.append((index, clock.now))
    card.checksBuffers = true
    card.mappingsReadAsNoise = true
    card.onScanOut = { [weak self] in self?.note($0, on: index) }
    card.onIncident = { [weak self] in self?.incidents.append((index, $0)) }
    // What a scenario counts from its start is counted from now by what is done to a card.
    func time(_ vblank: Int) -> Int64 { self.time(max(0, vblank - plan.arrival)) }
    for (output, vblank) in plan.lateCables {
      spans.append((index, output, clock.now...time(vblank)))
      card.schedule(at: time(vblank), .connect(output: output, modes: nil))
    }
    if let release = plan.release {
      spans.append((index, nil, clock.now...time(release)))
      card.schedule(at: time(release), .letAnotherEnd)
    }
    machine.schedule(at: time(plan.busyUntil)) { [weak card] _ in card?.faults.busyRate = 0 }
    for trouble in plan.troubles { suffer(trouble, card, index) }
  }

  private func suffer(_ trouble: CampaignCard.Trouble, _ card: FakeCard, _ index: Int) {
    let start = clock.now
    trouble.plan.apply(to: card, output: trouble.output)
    let period = 1e9 / card.configuration.outputs[0].modes[0].refresh.hertz
    for entry in trouble.plan.entries {
      func time(_ vblank: Int) -> Int64 { start + Int64(Double(vblank) * period) }
      spans.append(
        (
          index, entry.fault.isOfACable ? trouble.output : nil,
          time(entry.vblank)...time(entry.vblank + entry.fault.vblanks)
        ))
    }
  }

  // MARK: - Terminals

  private func showConsole() { for card in cards { card.showConsole() } }

  private func askForTerminal() {
    guard let terminal else { return }
    if (try? terminal.foreground()) != terminal.number { otherTrouble = clock.now }
    terminal.request(terminal.number)
  }

  private func prepare(_ absence: CampaignScenario.Absence) {
    let (leaving, back) = (absence.vblanks.lowerBound, absence.vblanks.upperBound)
    schedule(leaving) { run in _ = run.terminal?.request(2) }
    var last = back
    switch absence.visitor {
    case .console: schedule(leaving + 2) { $0.showConsole() }
    case .guest:
      schedule(leaving + 2) { run in for card in run.cards { card.letAnotherShowPicture() } }
      schedule(back - 1) { run in for card in run.cards { card.letAnotherEnd() } }
    case .squatter:
      schedule(leaving + 2) { run in for card in run.cards { card.letAnotherShowPicture() } }
      last = back + 40
      schedule(last) { run in for card in run.cards { card.letAnotherEnd() } }
    }
    // One that comes while the other is still on its way is passed over, as the kernel does: whoever
    // sits there asks again.
    for turn in 0...3 { schedule(back + turn * 90) { $0.askForTerminal() } }
    spans.append((nil, nil, time(leaving)...time(last)))
  }
}

extension Fault {
  /// Whether one output has it, and not its card.
  fileprivate var isOfACable: Bool {
    switch self {
    case .unplug, .brokenLink: true
    default: false
    }
  }
}
