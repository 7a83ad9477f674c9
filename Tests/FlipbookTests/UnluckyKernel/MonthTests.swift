import FlipbookTesting
import KMS
import Pixels
import Testing
import Timing

@testable import Flipbook

/// Very long runs: nothing is added up, so nothing drifts.
@Suite("A player that never ends") struct MonthTests {
  @Test(
    "keeps film's cadence on 60 Hz, picture for picture",
    arguments: ["24", "25", "23.976"], [FakeProfile.vblank, .noVblank])
  func plays(text: String, profile: FakeProfile) throws {
    let rate = FrameRate(parsing: text) ?? .standard
    let fixture = try Fixture.frames(7)
    var configuration = PlayerConfiguration(source: fixture.path)
    configuration.pace = .rate(rate)
    configuration.timeLimit = 600 * 1_000_000_000
    var card = FakeDisplayConfiguration(size: PixelSize(width: 16, height: 16), profile: profile)
    // The kernel's 32-bit sequence wraps meanwhile.
    card.firstSequence = 1 << 32 - 20_000
    let device = FakeKMSDevice(configuration: card, clock: VirtualClock())
    let player = Player(configuration: configuration, device: device)
    var count: Int64 = 0
    var isEven = true
    player.onEvent = { event in
      guard case .frame(let frame, let vblank, _) = event else { return }
      // The n-th picture comes within a vblank of its time.
      let exact = Double(count) * rate.frameNanoseconds * 60 / 1e9
      isEven = isEven && frame == Int(count % 7) && abs(Double(vblank) - exact) < 1
      count += 1
    }
    #expect(try player.run() == .done)
    #expect(isEven)
    #expect(abs(Double(count) - 600 * rate.framesPerSecond) < 2)
    #expect(player.statistics.framesLate == 0 && player.statistics.framesDropped == 0)
    #expect(player.statistics.decodedFrames == 7)
  }

  /// Looks at three seconds of every hour of a month.
  @Test(
    "is on the frame of its time in every hour of a month",
    arguments: ["24", "25", "23.976", "30", "60"], [60.0, 60_000.0 / 1001, 59.99])
  func jumps(text: String, hertz: Double) {
    let rate = FrameRate(parsing: text) ?? .standard
    let start: Int64 = 7_000_000_000
    func time(_ vblank: Int64) -> Int64 { start + Int64((Double(vblank) * 1e9 / hertz).rounded()) }
    var clock = VblankClock(kind: .hardware, nominalPeriod: 1e9 / hertz.rounded(), anchor: 0)
    let sample = VblankSample(sequence: 77, timestamp: start)
    let first = clock.noteModeSet(
      from: start - 9_000_000, to: start + 20_000, sample: sample, kind: .hardware, isFirst: true)
    let playback = Playback(frameCount: 1000, rate: rate)
    var schedule = FrameSchedule(
      playback: playback, cadence: Cadence(rate: rate, period: clock.period), late: .drop)
    schedule.begin(schedule.first, at: first.timestamp)
    var now = start + 20_000
    var faults = 0
    for hour in Int64(0)..<720 {
      now = max(now, start + hour * 3_600_000_000_000)
      let end = now + 3_000_000_000
      var shown = 0
      while now < end {
        switch schedule.decide(now: now, grid: clock) {
        case .end: return
        case .wait(let until, _): now = until ?? end
        case .show(let position, let target, _):
          // The card's next vblank shows it, whatever the clock believes.
          var vblank = Int64(Double(now - start) * hertz / 1e9)
          while time(vblank) <= now { vblank += 1 }
          schedule.note(position.place, vblank: target, grid: clock)
          now = time(vblank) + 100_000
          let seen = clock.record(
            sequence: UInt32(truncatingIfNeeded: 77 + vblank),
            timestamp: time(vblank) / 1000 * 1000, now: now)
          schedule.noteSeen(vblank: seen.vblank)
          shown += 1
          // Within one refresh of its exact time, after a month as after a minute.
          let exact = Double(position.step) * rate.frameNanoseconds
          let error = Double(time(vblank) - start) - exact
          // The first of an hour may be asked for in the very moment of a vblank.
          if shown > 1, seen.vblank != target || abs(error) > 1e9 / hertz { faults += 1 }
          if seen.vblank != vblank { faults += 1 }
        }
      }
      #expect(abs(Double(shown) - 3 * rate.framesPerSecond) <= 2, "hour \(hour)")
    }
    #expect(faults == 0)
  }
}
