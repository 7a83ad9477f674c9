import Testing
import Timing

@testable import Flipbook

/// Vblanks of an exact period.
private struct ExactGrid: VblankGrid {
  var period: Double
  var flipsAtVblank = true
  /// How far a time may be off, either way.
  var jitter: Int64 = 0

  func time(ofVblank vblank: Int64) -> Int64 {
    let noise = jitter == 0 ? 0 : (vblank &* 7_919 % 1_013) * 2 * jitter / 1_013 - jitter
    return Int64((Double(vblank) * period).rounded()) + noise
  }

  func vblank(after time: Int64) -> Int64 {
    var vblank = Int64((Double(time) / period).rounded(.down))
    while self.time(ofVblank: vblank) <= time { vblank += 1 }
    return vblank
  }
}

/// Plays a schedule on a perfect display: which frame each vblank shows, until it ends.
private struct Simulation {
  var schedule: FrameSchedule
  let grid: ExactGrid
  var now: Int64 = 0
  var shown: [Int] = []
  var lateCount = 0
  var wakeUps = 0

  init(_ playback: Playback, grid: ExactGrid, late: PlayerConfiguration.Late = .drop) {
    self.grid = grid
    schedule = FrameSchedule(
      playback: playback, cadence: Cadence(rate: playback.rate, period: grid.period), late: late)
    let first = schedule.first
    schedule.begin(first, at: 0)
    shown = [first.frame]
  }

  /// Runs up to a vblank, or to the end of the playback.
  mutating func run(toVblank last: Int64, isReady: (Int, Int64) -> Bool = { _, _ in true }) {
    while true {
      wakeUps += 1
      switch schedule.decide(now: now, grid: grid) {
      case .end(let vblank):
        fill(to: vblank)
        return
      case .wait(let until, _):
        guard let until, until < grid.time(ofVblank: last) else {
          fill(to: last)
          return
        }
        #expect(until > now, "a wait must lead on")
        now = until
      case .show(let position, let vblank, let isLate):
        guard vblank <= last else { return }
        if isReady(position.frame, now) {
          fill(to: vblank)
          shown.append(position.frame)
          if isLate { lateCount += 1 }
          schedule.note(position.place, vblank: vblank, grid: grid)
        } else {
          schedule.wait(vblank: vblank, grid: grid)
        }
        // The flip completes at its vblank.
        now = grid.time(ofVblank: vblank) + 1000
      }
    }
  }

  private mutating func fill(to vblank: Int64) {
    while shown.count < vblank, let last = shown.last { shown.append(last) }
  }
}

private func rate(_ text: String) -> FrameRate { FrameRate(parsing: text) ?? .standard }

@Suite("The frame schedule") struct FrameScheduleTests {
  @Test("shows 30 frames a second for two vblanks each, first to last")
  func evenCadence() {
    var run = Simulation(
      Playback(frameCount: 60, rate: rate("30"), repeatCount: .times(1)),
      grid: ExactGrid(period: 1e9 / 60))
    run.run(toVblank: 1000)
    #expect(run.shown == (0..<120).map { $0 / 2 })
    #expect(run.lateCount == 0)
  }

  @Test(
    "keeps the cadence of film on 60 Hz", arguments: [("24", [3, 2]), ("25", [3, 2, 3, 2, 2])])
  func film(text: String, pattern: [Int]) {
    var run = Simulation(
      Playback(frameCount: 50, rate: rate(text), repeatCount: .times(1)),
      grid: ExactGrid(period: 1e9 / 60))
    run.run(toVblank: 1000)
    let expected = (0..<50).flatMap { Array(repeating: $0, count: pattern[$0 % pattern.count]) }
    #expect(run.shown == expected)
  }

  @Test("wakes once a change, not once a vblank") func wakes() {
    var run = Simulation(
      Playback(frameCount: 10, rate: rate("1"), repeatCount: .times(1)),
      grid: ExactGrid(period: 1e9 / 60))
    run.run(toVblank: 10_000)
    #expect(run.wakeUps <= 31)
    #expect(run.shown.count == 600)
  }

  @Test("never wakes for a still picture") func still() {
    var run = Simulation(
      Playback(frameCount: 1, rate: rate("30")), grid: ExactGrid(period: 1e9 / 60))
    run.run(toVblank: 1000)
    #expect(run.wakeUps == 1)
  }

  @Test("without vblank asks for each flip at its own time") func timer() {
    var schedule = FrameSchedule(
      playback: Playback(frameCount: 10, rate: rate("30")),
      cadence: Cadence(rate: rate("30"), period: 1e9 / 60), late: .drop)
    let grid = ExactGrid(period: 1e9 / 60, flipsAtVblank: false)
    schedule.begin(schedule.first, at: 0)
    guard case .wait(let until, let next) = schedule.decide(now: 1000, grid: grid) else {
      Issue.record("expected to wait")
      return
    }
    #expect(until == grid.time(ofVblank: 2))
    #expect(next?.frame == 1)
    guard case .show(let position, 2, false) = schedule.decide(now: until ?? 0, grid: grid) else {
      Issue.record("expected to show")
      return
    }
    #expect(position.frame == 1)
  }

  @Test(
    "asks again for a frame that is not ready no sooner than at the next vblank",
    arguments: [true, false])
  func asksAgain(flipsAtVblank: Bool) {
    let grid = ExactGrid(period: 1e9 / 60, flipsAtVblank: flipsAtVblank)
    var schedule = FrameSchedule(
      playback: Playback(frameCount: 100, rate: rate("30")),
      cadence: Cadence(rate: rate("30"), period: grid.period), late: .drop)
    schedule.begin(schedule.first, at: 0)
    var now: Int64 = 102_000_000
    for _ in 0..<20 {
      guard case .show(_, let vblank, _) = schedule.decide(now: now, grid: grid) else {
        Issue.record("a frame is due")
        return
      }
      let next = grid.submissionTime(vblank + 1)
      #expect(next > now)
      #expect(next <= now + 2 * Int64(grid.period))
      now = next
    }
    // Some three hundred milliseconds for twenty tries, not an instant.
    #expect(now >= 102_000_000 + 18 * Int64(grid.period))
  }

  @Test("drops what is late and counts it") func drops() {
    var run = Simulation(
      Playback(frameCount: 30, rate: rate("30"), repeatCount: .times(1)),
      grid: ExactGrid(period: 1e9 / 60))
    // Nothing can be decoded between vblanks 10 and 20.
    let hole = run.grid.time(ofVblank: 10)..<run.grid.time(ofVblank: 20)
    run.run(toVblank: 1000) { _, now in !hole.contains(now) }
    #expect(run.shown.count == 60)
    #expect(run.lateCount == 1)
    #expect(run.shown.last == 29)
    #expect(run.shown[30] == 15)
  }

  @Test("shows a last frame that is ready only after the end") func lateLastFrame() {
    var run = Simulation(
      Playback(frameCount: 3, rate: rate("30"), repeatCount: .times(1)),
      grid: ExactGrid(period: 1e9 / 60))
    let ready = run.grid.time(ofVblank: 20)
    run.run(toVblank: 1000) { frame, now in frame != 2 || now >= ready }
    #expect(run.shown.last == 2)
    #expect(run.shown.prefix(20).allSatisfy { $0 < 2 })
  }

  @Test("a frame that stands in for the due one does not take its place") func standIn() throws {
    let grid = ExactGrid(period: 1e9 / 60)
    let playback = Playback(frameCount: 4, rate: rate("30"), repeatCount: .times(1))
    var schedule = FrameSchedule(
      playback: playback, cadence: Cadence(rate: playback.rate, period: grid.period), late: .drop)
    schedule.begin(schedule.first, at: 0)
    let now = grid.time(ofVblank: 5) + 2_000_000
    guard case .show(let due, let vblank, _) = schedule.decide(now: now, grid: grid) else {
      Issue.record("frame 3 is due")
      return
    }
    #expect(due.frame == 3)
    let earlier = schedule.overdue(before: due, limit: 32)
    #expect(earlier.map(\.frame) == [2, 1])
    schedule.note(try #require(earlier.first), vblank: vblank, grid: grid)
    guard case .show(let again, _, _) = schedule.decide(now: now, grid: grid) else {
      Issue.record("frame 3 is due still")
      return
    }
    #expect(again.step == due.step)
  }

  @Test("with slow shows every frame, later") func slow() {
    var run = Simulation(
      Playback(frameCount: 30, rate: rate("30"), repeatCount: .times(1)),
      grid: ExactGrid(period: 1e9 / 60), late: .slow)
    let hole = run.grid.time(ofVblank: 10)..<run.grid.time(ofVblank: 20)
    run.run(toVblank: 1000) { _, now in !hole.contains(now) }
    #expect(Set(run.shown) == Set(0..<30))
    #expect(zip(run.shown, run.shown.dropFirst()).allSatisfy { $1 - $0 == 0 || $1 - $0 == 1 })
    #expect(run.shown.count > 66)
  }

  @Test(
    "with slow leaves none out, however fast they are to come", arguments: ["60", "240", "977"])
  func slowAndFast(frames: String) {
    for hertz in [24, 59.94, 60, 75, 143.86] {
      let playback = Playback(frameCount: 200, rate: rate(frames), repeatCount: .times(1))
      var run = Simulation(playback, grid: ExactGrid(period: 1e9 / hertz), late: .slow)
      run.run(toVblank: 2000)
      let changes = zip(run.shown, run.shown.dropFirst()).filter { $0 != $1 }
      #expect(changes.count == 199 && changes.allSatisfy { $1 == $0 + 1 }, "\(hertz) Hz")
    }
  }

  @Test("with slow waits for a frame that it was sent to, forwards and backwards")
  func slowJump() {
    for target in [70, 12] {
      var run = Simulation(
        Playback(frameCount: 100, rate: rate("30"), startFrame: 40),
        grid: ExactGrid(period: 1e9 / 60), late: .slow)
      run.run(toVblank: 20)
      run.schedule.seek(to: target, now: run.now, grid: run.grid)
      let ready = run.grid.time(ofVblank: 60)
      run.shown = run.shown.suffix(1)
      run.run(toVblank: 120) { frame, now in now >= ready || frame < 52 && frame > 38 }
      let changes = zip(run.shown, run.shown.dropFirst()).filter { $0 != $1 }.map(\.1)
      #expect(changes.starts(with: [target, target + 1, target + 2]), "\(changes)")
    }
  }

  @Test("turns round on the frame that was submitted last") func turns() {
    for stop in 2..<40 as Range<Int64> {
      var run = Simulation(
        Playback(frameCount: 100, rate: rate("30"), startFrame: 50),
        grid: ExactGrid(period: 1e9 / 60))
      run.run(toVblank: stop)
      let last = run.schedule.submitted?.frame ?? -1
      run.schedule.reverse(now: run.now, grid: run.grid)
      run.shown = [last]
      run.run(toVblank: stop + 20)
      let changes = zip(run.shown, run.shown.dropFirst()).filter { $0 != $1 }
      #expect(changes.allSatisfy { $1 == $0 - 1 }, "turned at vblank \(stop)")
      #expect(changes.count >= 8)
    }
  }

  @Test("stays on the submitted frame when stopped, and goes on from it") func stops() {
    var run = Simulation(
      Playback(frameCount: 100, rate: rate("30")), grid: ExactGrid(period: 1e9 / 60))
    run.run(toVblank: 21)
    let last = run.schedule.submitted?.frame
    run.schedule.stop(now: run.now, grid: run.grid)
    #expect(
      run.schedule.decide(now: run.now + 5_000_000_000, grid: run.grid)
        == .wait(until: nil, next: nil))
    run.now += 5_000_000_000
    run.schedule.start(now: run.now, grid: run.grid)
    #expect(run.schedule.playback.position(at: run.now).frame == last)
    run.shown = []
    run.run(toVblank: run.grid.vblank(after: run.now) + 10)
    #expect(run.shown.last == (last ?? 0) + 5)
  }

  @Test("starts again from the beginning after the end") func restarts() {
    var run = Simulation(
      Playback(frameCount: 4, rate: rate("30"), repeatCount: .times(1)),
      grid: ExactGrid(period: 1e9 / 60))
    run.run(toVblank: 100)
    run.now = 1_002_000_000
    run.schedule.start(now: run.now, grid: run.grid)
    run.shown = []
    guard case .show(let position, _, _) = run.schedule.decide(now: run.now, grid: run.grid) else {
      Issue.record("expected the first frame")
      return
    }
    #expect(position.frame == 0)
  }

  @Test("does not end where it was stopped in the last moment") func stoppedAtTheEnd() {
    var run = Simulation(
      Playback(frameCount: 4, rate: rate("30"), repeatCount: .times(1)),
      grid: ExactGrid(period: 1e9 / 60))
    run.run(toVblank: 7)
    // Past the end, before anyone has asked again.
    run.now = run.grid.time(ofVblank: 9) + 1_000_000
    run.schedule.stop(now: run.now, grid: run.grid)
    #expect(
      run.schedule.decide(now: run.now, grid: run.grid) == .wait(until: nil, next: nil))
    run.schedule.start(now: run.now, grid: run.grid)
    guard case .show(let position, _, _) = run.schedule.decide(now: run.now, grid: run.grid) else {
      Issue.record("expected to begin again")
      return
    }
    #expect(position.frame == 0)
  }

  @Test("asks for no picture that might come a vblank early") func notTooEarly() {
    let grid = ExactGrid(period: 1e9 / 60)
    let playback = Playback(frameCount: 10, rate: rate("60"))
    var schedule = FrameSchedule(
      playback: playback, cadence: Cadence(rate: playback.rate, period: grid.period), late: .drop)
    schedule.begin(schedule.first, at: 0)
    // In the last moment before vblank 3 a flip may be seen at that one or at the next: it is to
    // be the next one's picture, and so is not asked for yet.
    let moment = grid.time(ofVblank: 3) - 200_000
    // Nor is it just after, where a clock that is a little ahead may think that it has passed.
    for moment in [moment, grid.time(ofVblank: 3) + 1000] {
      guard case .wait(let until, let next) = schedule.decide(now: moment, grid: grid) else {
        Issue.record("asked for at \(moment)")
        return
      }
      #expect(until == grid.submissionTime(4) && next?.frame == 4)
    }
    // The event of vblank 3 leaves no doubt.
    schedule.noteSeen(vblank: 3)
    guard
      case .show(let position, 4, _) = schedule.decide(
        now: grid.time(ofVblank: 3) + 1000, grid: grid)
    else {
      Issue.record("not asked for in time")
      return
    }
    #expect(position.frame == 4)
  }

  @Test("asks for one picture a vblank at most", arguments: [true, false])
  func onePictureAVblank(flipsAtVblank: Bool) {
    let grid = ExactGrid(period: 20_000_000, flipsAtVblank: flipsAtVblank)
    var schedule = FrameSchedule(
      playback: Playback(frameCount: 10, rate: rate("25")),
      cadence: Cadence(rate: rate("25"), period: grid.period), late: .drop)
    schedule.begin(schedule.first, at: 0)
    schedule.noteSeen(vblank: 6)
    // By a mode set vblank 6 has a picture that is no longer due, a moment before it comes.
    let now = grid.time(ofVblank: flipsAtVblank ? 5 : 6) + 5_000_000
    guard case .wait(let until, let next) = schedule.decide(now: now, grid: grid) else {
      Issue.record("vblank 6 has its picture")
      return
    }
    #expect(until == (flipsAtVblank ? grid.time(ofVblank: 6) + 2_500_000 : grid.time(ofVblank: 7)))
    #expect(next?.frame == 3)
  }

  @Test(
    "keeps the cadence even after any command, on a clock that jitters",
    arguments: [("30", [2]), ("60", [1]), ("24", [2, 3]), ("15", [4])])
  func evenAfterCommands(text: String, holds: [Int]) {
    let grid = ExactGrid(period: 1e9 / 60, jitter: 300_000)
    for moment in Int64(0)..<40 {
      let now = grid.time(ofVblank: 60 + moment / 8) + 200_000 + moment % 8 * 2_000_000
      for command in 0..<5 {
        var run = Simulation(Playback(frameCount: 100, rate: rate(text)), grid: grid)
        run.run(toVblank: grid.vblank(after: now) - 1)
        run.now = now
        switch command {
        case 0: run.schedule.seek(to: 40, now: now, grid: grid)
        case 1: run.schedule.reverse(now: now, grid: grid)
        default:
          run.schedule.stop(now: now, grid: grid)
          if command == 3 { run.schedule.seek(to: 40, now: now, grid: grid) }
          if command == 4 { run.schedule.reverse(now: now, grid: grid) }
          run.now += 1_234_567_890
          run.schedule.start(now: run.now, grid: grid)
        }
        let first = grid.vblank(after: run.now)
        run.shown = Array(repeating: run.schedule.submitted?.frame ?? 0, count: Int(first))
        run.run(toVblank: first + 120)
        // The frame that the command met, and the last, may be cut.
        let runs = lengths(run.shown.dropFirst(Int(first))).dropFirst(2).dropLast()
        #expect(
          runs.count > 20 && runs.allSatisfy(holds.contains),
          "command \(command) at \(moment): \(runs)")
      }
    }
  }

  @Test("keeps the cadence even with slow once all is ready again") func evenAfterSlow() {
    let grid = ExactGrid(period: 1e9 / 60, jitter: 300_000)
    for hole in Int64(10)..<16 {
      var run = Simulation(Playback(frameCount: 100, rate: rate("30")), grid: grid, late: .slow)
      let times = grid.time(ofVblank: hole)..<grid.time(ofVblank: hole + 9)
      run.run(toVblank: 120) { _, now in !times.contains(now) }
      let runs = lengths(run.shown.dropFirst(30)).dropFirst().dropLast()
      #expect(runs.count > 20 && runs.allSatisfy { $0 == 2 }, "\(runs)")
    }
  }

  private func lengths(_ frames: ArraySlice<Int>) -> [Int] {
    var result: [Int] = []
    var last: Int?
    for frame in frames {
      if frame == last { result[result.count - 1] += 1 } else { result.append(1) }
      last = frame
    }
    return result
  }
}
