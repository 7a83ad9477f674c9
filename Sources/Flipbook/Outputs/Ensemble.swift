import Frames
import KMS
import Linux
import Timing

/// Several outputs that play together: a performance on each, the first of which leads.
///
/// The leader has the input, the signals, the terminal and who watches; the others follow its time.
/// One that comes later joins, one that goes is waited for by itself. Confined to the loop's thread.
final class Ensemble {
  let setting: Performance.Setting
  let arrangement: PlayerConfiguration.Arrangement
  let leader: Performance
  /// All performances, in the order in which their outputs are named.
  private(set) var members: [Performance]
  /// Hears of the events of all cards.
  let descriptors: EventDescriptors

  let make: (Performance.Setting) throws(PlayerError) -> Performance
  /// What decoded pictures of all outputs together may take.
  let budget: Int
  /// Since when members have no screen.
  var absences: [ObjectIdentifier: Int64] = [:]
  /// When shares are looked at again, and how often that was put off.
  var sharing: (timer: TimerToken, count: Int)?
  private var told: Set<String> = []
  private var retry: TimerToken?
  private var attempts = 0
  /// What those refused that were there and could not be had, when they were last asked.
  private var refusals: [DisplayError.Code] = []
  /// Where the outputs stand, for what goes across them.
  private let wall: Wall
  /// Members whose playback has run to its end.
  private var ended: Set<ObjectIdentifier> = []
  private var isGathering = false

  /// Places that are asked for before there is an ensemble.
  private final class Wall {
    var places: OutputPlaces

    init(_ names: [String]?) { places = OutputPlaces(names: names) }
  }

  /// How many outputs a configuration may have pictures on.
  static func mayBeSeveral(_ configuration: PlayerConfiguration) -> Bool {
    switch configuration.outputs {
    case .automatic: false
    case .named(let names): names.count > 1
    case .allConnected: true
    }
  }

  /// Makes the leader, waiting for the first output, and begins to look for the others when it shows
  /// its first picture.
  ///
  /// - Parameter make: makes a performance of a setting.
  init(
    _ setting: Performance.Setting,
    make: @escaping (Performance.Setting) throws(PlayerError) -> Performance
  ) throws(PlayerError) {
    var setting = setting
    let configuration = setting.configuration
    setting.finder.share(configuration.outputRequest(rate: nil), on: configuration.card)
    let count = setting.finder.outputs().outputs.count
    budget = configuration.budget
    setting.configuration.budget = max(1, budget / max(1, count))
    let wall = Wall(configuration.outputNames)
    self.wall = wall
    if configuration.arrangement == .extend {
      setting.span = { [finder = setting.finder] display in
        // It was looked for just now, and the others with it.
        wall.places.update(finder.latest.outputs.map { OutputPlaces.Place($0.choice) })
        return wall.places.span(of: display.choice.connector.name)
      }
    }
    self.setting = setting
    arrangement = configuration.arrangement
    descriptors = EventDescriptors(loop: setting.loop)
    self.make = make
    if arrangement == .each {
      // Whichever output comes first leads, and has its own source.
      let (display, screen) = try setting.awaitDisplay(rate: nil)
      setting.given = display
      setting.givenScreen = screen
      let place = configuration.place(of: display.choice.connector.name) ?? 0
      if configuration.sources.indices.contains(place) {
        setting.configuration.source = configuration.sources[place]
      }
    }
    leader = try make(setting)
    members = [leader]
    leader.ensemble = self
    setting.finder.whenEventsAreKept { [weak descriptors] in descriptors?.noteKept() }
    leader.fitInput()
  }

  // MARK: - Who plays

  /// Looks for outputs that nothing is played on yet.
  ///
  /// - Parameter probing: whether displays are asked anew: that holds up what is shown.
  func gather(probing: Bool = true) {
    guard !leader.isOver, !leader.isPaused, !isGathering else { return }
    isGathering = true
    defer { isGathering = false }
    if probing { attempts = 0 }
    refusals = []
    let choices = setting.finder.outputs(probing: probing)
    notePlaces(choices.outputs.map(\.choice))
    for output in choices.outputs where member(on: output.choice.connector.name) == nil {
      guard let display = setting.finder.display(output, keeping: nil) else { continue }
      add(display, place: place(of: output.choice.connector.name))
    }
    let names = Set(members.map(\.outputName))
    let missing = choices.missing.filter { missing in
      missing.output.map { !names.contains($0.lowercased()) } ?? false
    }
    for missing in missing where told.insert(missing.error.message).inserted {
      setting.log("\(missing.error.message) Playing on the others, and there when it comes.")
    }
    if let retry { setting.loop.cancel(retry) }
    retry = nil
    if !missing.isEmpty || !refusals.isEmpty { lookAgain() }
  }

  private func lookAgain() {
    let pause: Int64
    if refusals.contains(.busy) {
      pause = DisplayLife.politeness
    } else {
      pause = DisplayLife.rest(afterAttempts: attempts)
      attempts += 1
    }
    retry = setting.loop.schedule(at: setting.loop.now + pause) { [weak self] in
      self?.retry = nil
      // What is plugged in meanwhile is told of, and asked then.
      self?.gather(probing: false)
    }
  }

  private func member(on name: String) -> Performance? {
    members.first { $0.outputName == name.lowercased() }
  }

  /// Where an output is named; after all others where none is.
  private func place(of name: String) -> Int {
    setting.configuration.place(of: name) ?? members.count
  }

  private func add(_ display: ChosenDisplay, place: Int) {
    guard let setting = setting(for: display, place: place) else { return display.device.close() }
    do throws(PlayerError) {
      let part = try leader.makePart(setting)
      let follower: Performance
      if let part { follower = part } else { follower = try make(setting) }
      follower.ensemble = self
      follower.onEvent = { [weak follower, weak self] event in
        guard let self, let follower else { return }
        leader.note(event, from: follower)
      }
      let index = members.firstIndex { self.place(of: $0.outputName) > place } ?? members.count
      members.insert(follower, at: index)
      leader.outputsDidChange()
      follower.arrangementDidChange()
      follower.listenToScreen()
      follower.advance()
      balanceSoon()
    } catch {
      display.device.close()
      refusals.append(error.display ?? .refused)
      if told.insert(error.message).inserted {
        setting.log("\(error) Playing on the others, and there when it can be used.")
      }
    }
  }

  /// What a follower is made of; nil where there is nothing for it to show.
  private func setting(for display: ChosenDisplay, place: Int) -> Performance.Setting? {
    let name = display.choice.connector.name
    var setting = setting
    setting.given = display
    setting.configuration.output = name
    setting.configuration.timeLimit = nil
    setting.configuration.input = .none
    setting.configuration.events = nil
    setting.configuration.nameObservations(after: name)
    setting.isFollowing = true
    if arrangement == .each {
      let sources = self.setting.configuration.sources
      guard place < sources.count else {
        if told.insert(name).inserted {
          setting.log("There is no SOURCE for \(name): it stays dark.")
        }
        return nil
      }
      setting.configuration.source = sources[place]
    }
    setting.configuration.budget = 0
    if arrangement == .extend, leader is ScenePerformance { return setting }
    let (share, room) = makeRoom(for: display.choice)
    setting.configuration.budget = room
    setting.budgetCeiling = share
    return setting
  }

  // MARK: - What goes across

  /// Which part of a picture a member shows; nil where all see all of it.
  func span(of member: Performance) -> ScreenSpan? {
    arrangement == .extend ? wall.places.span(of: member.outputName) : nil
  }

  /// A member has another screen.
  func noteScreen() { notePlaces(setting.finder.latest.outputs.map(\.choice)) }

  private func notePlaces(_ choices: [OutputChoice]) {
    guard arrangement == .extend else { return }
    let before = wall.places
    wall.places.update(
      choices.map { choice in
        // Whoever plays there may have had to take another mode.
        guard let member = member(on: choice.connector.name), !member.isAway else {
          return OutputPlaces.Place(choice)
        }
        return OutputPlaces.Place(member.display.choice)
      })
    guard wall.places != before else { return }
    leader.fitInput()
    // What all show parts of is the leader's.
    leader.arrangementDidChange()
    for member in members where member !== leader { member.arrangementDidChange() }
  }

  // MARK: - What they share

  /// A member's playback has run to its end; that of all is the run's.
  func noteEnd(of member: Performance) {
    ended.insert(ObjectIdentifier(member))
    if members.allSatisfy({ ended.contains(ObjectIdentifier($0)) }) { leader.end(.done) }
  }

  /// A member goes on again.
  func noteStart(of member: Performance) { ended.remove(ObjectIdentifier(member)) }

  /// Cards or cables changed.
  func noteChange() {
    for member in members { member.handle(.changed) }
    gather()
  }

  /// Whether nobody has a flip in flight any more.
  var isStill: Bool { members.allSatisfy(\.isStill) }
}
