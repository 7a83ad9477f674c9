import Flipbook
import FlipbookTesting
import KMS
import Linux
import Timing

/// What is wrong with a run.
struct Judgement {
  private let scenario: Scenario
  private let witness: Witness
  private(set) var faults: [String] = []

  init(_ scenario: Scenario, _ witness: Witness) {
    self.scenario = scenario
    self.witness = witness
    judgeEnd()
    judgeLeaving()
    judgeEvents()
    judgeSightings()
    judgeTimeline()
  }

  private mutating func expect(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    if !holds { faults.append(sentence()) }
  }

  private var period: Double { 1e9 / scenario.card.outputs[0].modes[0].refresh.hertz }

  // MARK: - The end

  private mutating func judgeEnd() {
    let (run, faults) = (witness.run, scenario.card.faults)
    guard scenario.card.masterIsHeldByAnother || faults.deniedBuffers.contains(1) else {
      if faults.deniedBuffers.contains(2) {
        // Another screen is made, which has them.
        expect(run.outcome == .done, "ended with \(String(describing: run.error))")
        expect(run.log.contains { $0.contains("buffer") }, "no sentence for a missing buffer")
      } else {
        expect(run.outcome == .done, "ended with \(String(describing: run.error))")
        expect(
          faults.deniedBuffers.isEmpty || run.log.contains { $0.contains("two buffers") },
          "nothing was said of a missing third buffer")
      }
      return
    }
    expect(run.error?.kind == .noDisplay, "no sentence for a card that cannot be had")
    expect(run.events.isEmpty, "events of a run that never began")
    expect(witness.sightings.isEmpty, "the display changed before it could be driven")
  }

  private mutating func judgeLeaving() {
    let device = witness.device
    expect(device.bufferViolations.isEmpty, "\(device.bufferViolations)")
    expect(
      device.liveBuffers == 0 && device.liveFramebuffers == 0 && device.liveMappings == 0,
      "\(device.liveBuffers) buffers, \(device.liveFramebuffers) framebuffers and "
        + "\(device.liveMappings) mappings are left")
    let crtc = try? device.resources().crtcs.first.map { try device.crtc($0) }
    let last = witness.sightings.last
    // Where nothing was shown there is nothing to leave.
    switch scenario.configuration.atEnd {
    case .hold where !witness.shown.isEmpty:
      expect(
        crtc?.framebuffer != 0 && last?.frame == witness.pictures.last?.frame,
        "the last picture is not left")
      return
    case .black where !witness.shown.isEmpty:
      expect(
        crtc?.framebuffer != 0 && last?.isBlack == true,
        "something is on a screen that was to be black")
      return
    default: break
    }
    let isConsole = last.map { $0.frame == nil } ?? true
    if scenario.card.consoleIsLit {
      expect(isConsole && crtc?.framebuffer != 0, "the console is not back")
    } else {
      expect(crtc?.mode == nil, "a display that was dark before is lit")
    }
  }

  // MARK: - Events

  private mutating func judgeEvents() {
    let (shown, statistics) = (witness.shown, witness.run.statistics)
    expect(witness.startsAndStopsArePaired, "starts and stops are not paired")
    expect(
      zip(shown, shown.dropFirst()).allSatisfy { $0.vblank < $1.vblank },
      "vblanks do not grow: \(shown.map(\.vblank))")
    expect(
      zip(shown, shown.dropFirst()).allSatisfy { $0.time < $1.time },
      "times do not grow: \(shown.map(\.time))")
    expect(
      statistics.framesShown == shown.count && statistics.flips == shown.count,
      "\(statistics) but \(shown.count) frames")
    expect(statistics.framesLate <= shown.count, "more late than shown")
  }

  // MARK: - What was seen

  private mutating func judgeSightings() {
    var told = witness.shown.map(\.frame)
    var seen = witness.pictures.compactMap(\.frame)
    // A frame may follow itself: a turn, or a second run.
    told = told.enumerated().filter { $0 == 0 || told[$0 - 1] != $1 }.map(\.element)
    // The last may have been on its way when the run ended.
    if seen.count == told.count + 1 { seen.removeLast() }
    expect(seen == told, "seen \(seen)\ntold \(told)")
  }

  // MARK: - The timeline

  private mutating func judgeTimeline() {
    guard let first = witness.sightings.first(where: { $0.frame != nil }), witness.run.error == nil
    else { return }
    let own = witness.sightings.filter { $0.frame != nil }
    // A fault shows when its flip comes; one whose event is lost is noticed a second later.
    let faultTime = own.first { $0.flips >= scenario.lastFault }?.time ?? .max
    guard faultTime < .max - 2_000_000_000 else { return }
    let calm =
      scenario.lastFault == 0 ? first.time : faultTime + 1_000_000_000 + Int64(8 * period)
    if scenario.commands.isEmpty, scenario.configuration.late == .drop {
      judgeEveryVblank(from: calm, first: first, own)
    }
    judgePace(from: max(calm, first.time + (scenario.commands.last?.time ?? 0) + second))
  }

  private var second: Int64 { 1_000_000_000 }

  /// Once all is calm, pictures follow one another at their rate, each the neighbour of the last,
  /// until the playback stops.
  private mutating func judgePace(from calm: Int64) {
    let shown = witness.shown.filter { $0.time > calm }
    let perFrame = scenario.rate.frameNanoseconds / period
    guard perFrame >= 1 else { return }
    for (one, next) in zip(shown, shown.dropFirst()) {
      let hold = Double(next.vblank - one.vblank)
      let distance = abs(next.frame - one.frame)
      // A sequence may go on at its other end; of two pictures each is the other's neighbour.
      let isNeighbour = distance == 1 || distance == scenario.frames - 1
      expect(
        abs(hold - perFrame) < 1.01 && isNeighbour,
        "\(one) is followed by \(next), calm since \(calm)")
    }
    // Nothing is stuck: while it plays, a picture comes in its time.
    guard isPlayingAtTheEnd, scenario.frames > 1 else { return }
    let last = witness.shown.last?.time ?? 0
    let patience = Int64(scenario.rate.frameNanoseconds + 2 * period)
    let end = witness.end
    expect(max(last, calm) > end - patience, "no picture since \(last), at \(end)")
  }

  /// Whether the time limit ended the run in the middle of playing.
  private var isPlayingAtTheEnd: Bool {
    guard case .stop(_, false, let time) = witness.run.events.last else { return false }
    return time >= witness.begin + (scenario.configuration.timeLimit ?? .max)
  }

  private mutating func judgeEveryVblank(from calm: Int64, first: Sighting, _ own: [Sighting]) {
    var playback = Playback(
      frameCount: scenario.frames, rate: scenario.rate,
      repeatCount: scenario.configuration.repeatCount,
      isReversed: scenario.configuration.isReversed,
      autoreverses: scenario.configuration.autoreverses)
    playback.start(at: first.time)
    let cadence = Cadence(rate: scenario.rate, period: period)
    var index = 0
    var vblank = 0
    while true {
      let time = first.time + Int64(Double(vblank) * period)
      vblank += 1
      guard time + Int64(2 * period) < witness.end else { return }
      while index + 1 < own.count, own[index + 1].time <= time + Int64(period / 2) { index += 1 }
      guard time > calm else { continue }
      let sample = time + Int64(cadence.samplingOffset * period)
      let slack = Int64(period / 8)
      let due = [sample - slack, sample + slack].map { playback.position(at: $0).frame }
      guard let frame = own[index].frame, due.contains(frame) else {
        faults.append(
          "vblank \(vblank - 1) shows \(own[index].frame ?? -1) where \(due) is due; "
            + "calm since \((calm - first.time) / 1_000_000) ms")
        return
      }
    }
  }
}
