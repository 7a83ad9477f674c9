import TestSupport
import Testing

@testable import KMS

@Suite("The vblank clock")
struct VblankClockTests {
  /// A display's own beat, of which a clock is told.
  private struct Display {
    var start: Int64 = 5_000_000_000_000
    var period: Double
    var firstSequence: UInt64 = 1000

    init(hertz: Double) { period = 1e9 / hertz }

    func time(_ vblank: Int64) -> Int64 { start + Int64((Double(vblank) * period).rounded()) }

    func sequence(_ vblank: Int64) -> UInt32 {
      UInt32(truncatingIfNeeded: firstSequence &+ UInt64(bitPattern: vblank))
    }

    /// A clock that has just seen the mode set.
    func clock(nominal: Double = 60) -> VblankClock {
      var clock = VblankClock(kind: .hardware, nominalPeriod: 1e9 / nominal, anchor: 0)
      let shown = clock.noteModeSet(
        from: start - 9_000_000, to: start + 50_000,
        sample: VblankSample(sequence: firstSequence, timestamp: start), kind: .hardware,
        isFirst: true)
      #expect(shown == Presentation(vblank: 0, timestamp: start))
      return clock
    }
  }

  private func error(_ clock: VblankClock, _ display: Display, at vblank: Int64) -> Int64 {
    abs(clock.time(ofVblank: vblank) - display.time(vblank))
  }

  @Test(
    "predicts to a few microseconds from times that jitter",
    arguments: [(60.0, 60.0), (59.94, 60.0), (59.997, 60.0), (60.05, 60.0), (23.976, 24.0)])
  func predicts(hertz: Double, nominal: Double) {
    let display = Display(hertz: hertz)
    var clock = display.clock(nominal: nominal)
    var random = RandomSource(seed: 1)
    for vblank in Int64(1)...2000 {
      let jitter = Int64.random(in: -50_000...50_000, using: &random)
      let time = (display.time(vblank) + jitter) / 1000 * 1000
      let shown = clock.record(
        sequence: display.sequence(vblank), timestamp: time, now: time + 300_000)
      #expect(shown.vblank == vblank)
      if vblank > 1000 { #expect(error(clock, display, at: vblank + 1) < 12_000) }
    }
    #expect(abs(clock.period - display.period) < 100)
  }

  @Test("is exact to a microsecond where the times are")
  func isExact() {
    let display = Display(hertz: 60_000.0 / 1001)
    var clock = display.clock()
    for vblank in Int64(1)...3000 {
      let time = display.time(vblank) / 1000 * 1000
      _ = clock.record(sequence: display.sequence(vblank), timestamp: time, now: time)
    }
    #expect(error(clock, display, at: 3001) <= 1500)
    #expect(error(clock, display, at: 3060) <= 3000)
  }

  @Test("is not moved by single times far out of line")
  func rejectsOutliers() {
    let display = Display(hertz: 60)
    var clock = display.clock()
    for vblank in Int64(1)...600 {
      let isOff = vblank > 20 && vblank % 7 == 0
      let time = display.time(vblank) + (isOff ? 6_000_000 : 0)
      let shown = clock.record(sequence: display.sequence(vblank), timestamp: time, now: time)
      #expect(shown.vblank == vblank)
      #expect(error(clock, display, at: vblank + 1) < 20_000)
    }
  }

  @Test("finds the beat again after it was set anew")
  func reacquires() {
    let display = Display(hertz: 60)
    var clock = display.clock()
    for vblank in Int64(1)...300 {
      let time = display.time(vblank)
      _ = clock.record(sequence: display.sequence(vblank), timestamp: time, now: time)
    }
    for vblank in Int64(301)...320 {
      let time = display.time(vblank) + 5_000_000
      _ = clock.record(sequence: display.sequence(vblank), timestamp: time, now: time)
    }
    #expect(abs(clock.time(ofVblank: 321) - display.time(321) - 5_000_000) < 20_000)
    #expect(abs(clock.period - display.period) < 2000)
  }

  @Test(
    "counts on over a picture held for minutes, hours and a year",
    arguments: [600, 36_000, 31_536_000])
  func survivesIdling(seconds: Int64) {
    var display = Display(hertz: 59.997)
    display.firstSequence = 4_294_967_000
    var clock = display.clock()
    for vblank in Int64(1)...500 {
      let time = display.time(vblank)
      _ = clock.record(sequence: display.sequence(vblank), timestamp: time, now: time)
    }
    let later = seconds * 60
    let time = display.time(later)
    let shown = clock.record(sequence: display.sequence(later), timestamp: time, now: time)
    #expect(shown == Presentation(vblank: later, timestamp: time))
    #expect(error(clock, display, at: later + 1) < 20_000)
    #expect(clock.sequenceJumps == 0)
    for vblank in later + 1...later + 50 {
      let time = display.time(vblank)
      _ = clock.record(sequence: display.sequence(vblank), timestamp: time, now: time)
      #expect(error(clock, display, at: vblank + 1) < 20_000)
    }
  }

  @Test("takes up another beat after a pause at once, and keeps the period", arguments: [-7, 3, 7])
  func anotherBeat(shiftMilliseconds: Int64) {
    var display = Display(hertz: 60)
    var clock = display.clock()
    for vblank in Int64(1)...400 {
      let time = display.time(vblank)
      _ = clock.record(sequence: display.sequence(vblank), timestamp: time, now: time)
    }
    display.start += shiftMilliseconds * 1_000_000
    for vblank in Int64(1000)...1010 {
      let time = display.time(vblank)
      let shown = clock.record(sequence: display.sequence(vblank), timestamp: time, now: time)
      #expect(shown.vblank == vblank)
      #expect(error(clock, display, at: vblank + 1) < 20_000)
      #expect(abs(clock.period - display.period) < 500)
    }
  }

  @Test("follows a kernel clock that is being slewed")
  func followsSlewing() {
    let display = Display(hertz: 60)
    var clock = display.clock()
    var time = Double(display.start)
    for vblank in Int64(1)...6000 {
      // Half a thousandth faster from the 2000th vblank on, as adjtime does it.
      time += display.period * (vblank > 2000 ? 0.9995 : 1)
      let stamp = Int64(time)
      let shown = clock.record(sequence: display.sequence(vblank), timestamp: stamp, now: stamp)
      #expect(shown.vblank == vblank)
      #expect(abs(Double(clock.time(ofVblank: vblank + 1)) - time - display.period) < 2_000_000)
    }
    #expect(abs(clock.period - display.period * 0.9995) < 50)
  }

  @Test("does not learn from the first event after a mode set, which may be old")
  func skipsStale() {
    let display = Display(hertz: 60)
    var clock = display.clock()
    let read = display.time(1) + 200_000
    let stale = clock.record(
      sequence: display.sequence(-3), timestamp: display.time(-3), now: read)
    #expect(stale.vblank == 1)
    #expect(abs(stale.timestamp - display.time(1)) < 1000)
    let shown = clock.record(
      sequence: display.sequence(2), timestamp: display.time(2), now: display.time(2))
    #expect(shown == Presentation(vblank: 2, timestamp: display.time(2)))
    #expect(error(clock, display, at: 3) < 1000)
  }

  @Test("is not moved by the first event after a mode set, even where it looks right")
  func skipsFirst() {
    let display = Display(hertz: 60)
    var clock = display.clock()
    let time = display.time(1) + 1_000_000
    let first = clock.record(sequence: display.sequence(1), timestamp: time, now: time)
    #expect(first == Presentation(vblank: 1, timestamp: time))
    #expect(error(clock, display, at: 2) < 100)
  }

  @Test("goes on counting over another mode set")
  func countsOverModeSets() {
    let display = Display(hertz: 60)
    var clock = display.clock()
    for vblank in Int64(1)...10 {
      let time = display.time(vblank)
      _ = clock.record(sequence: display.sequence(vblank), timestamp: time, now: time)
    }
    let lit = display.time(100) + 4_000_000
    let shown = clock.noteModeSet(
      from: lit - 20_000_000, to: lit + 10_000,
      sample: VblankSample(sequence: 5, timestamp: lit), kind: .hardware, isFirst: false)
    #expect(shown == Presentation(vblank: 100, timestamp: lit))
    let next = lit + Int64(2 * display.period)
    _ = clock.record(sequence: 6, timestamp: lit + Int64(display.period), now: next)
    #expect(clock.record(sequence: 7, timestamp: next, now: next).vblank == 102)
  }

  @Test("tells from a mode set that did not wait that the next vblank brings the picture")
  func modeSetWithoutWaiting() {
    var clock = VblankClock(kind: .hardware, nominalPeriod: 1e7, anchor: 0)
    let shown = clock.noteModeSet(
      from: 1_004_000_000, to: 1_004_000_000,
      sample: VblankSample(sequence: 9, timestamp: 1_000_000_000), kind: .hardware,
      isFirst: true)
    #expect(shown == Presentation(vblank: 0, timestamp: 1_010_000_000))
    _ = clock.record(sequence: 11, timestamp: 1_020_000_000, now: 1_020_000_000)
    let second = clock.record(sequence: 12, timestamp: 1_030_000_000, now: 1_030_000_000)
    #expect(second.vblank == 2)
  }

  @Test("does not believe a vblank from before the mode set")
  func staleQuery() {
    var clock = VblankClock(kind: .hardware, nominalPeriod: 1e7, anchor: 0)
    let shown = clock.noteModeSet(
      from: 1_004_000_000, to: 1_030_000_000,
      sample: VblankSample(sequence: 9, timestamp: 960_000_000), kind: .hardware, isFirst: true)
    #expect(shown == Presentation(vblank: 0, timestamp: 1_030_000_000))
  }

  @Test("finds a display that runs at another rate than its mode says")
  func findsAnotherRate() {
    let display = Display(hertz: 30)
    var clock = display.clock()
    for vblank in Int64(1)...60 {
      let time = display.time(vblank)
      _ = clock.record(sequence: display.sequence(vblank), timestamp: time, now: time)
    }
    #expect(abs(clock.period - display.period) < 1000)
    let before = clock.lastVblank
    let time = display.time(61)
    let shown = clock.record(sequence: display.sequence(61), timestamp: time, now: time)
    #expect(shown.vblank == before + 1)
  }

  @Test("becomes a timer where events carry no vblank", arguments: [(UInt32(0), Int64(1)), (5, 0)])
  func becomesTimer(sequence: UInt32, scale: Int64) {
    var clock = VblankClock(kind: .hardware, nominalPeriod: 1e7, anchor: 0)
    _ = clock.noteModeSet(
      from: 990_000_000, to: 1_000_000_000, sample: nil, kind: .hardware, isFirst: true)
    let time: Int64 = 1_050_300_000
    let shown = clock.record(sequence: sequence, timestamp: time * scale, now: time)
    #expect(clock.kind == .timer)
    #expect(shown.vblank == 5)
    #expect(shown.timestamp > 1_000_000_000 && shown.timestamp <= time)
    #expect(clock.time(ofVblank: 7) == 1_070_000_000)
  }

  @Test("keeps its own grid without vblank, for months, without drift")
  func timerGrid() {
    var clock = VblankClock(kind: .timer, nominalPeriod: 1e9 / 60, anchor: 0)
    _ = clock.noteModeSet(
      from: 900, to: 1000, sample: nil, kind: .timer, isFirst: true)
    let month: Int64 = 60 * 86_400 * 30
    #expect(abs(clock.time(ofVblank: month) - 1000 - 86_400 * 30 * 1_000_000_000) <= 1)
    #expect(clock.vblank(after: clock.time(ofVblank: month)) == month + 1)
    #expect(clock.vblank(after: clock.time(ofVblank: month) - 1) == month)
    // An event on the stroke, its nanoseconds cut off, is not before it.
    let stroke = clock.time(ofVblank: month)
    let shown = clock.record(sequence: 0, timestamp: stroke / 1000 * 1000, now: stroke)
    #expect(shown.vblank == month)
  }

  @Test("answers the first vblank after a time", arguments: [-2, -1, 0, 1, 59, 1_000_000])
  func vblankAfter(vblank: Int64) {
    let clock = Display(hertz: 59.94).clock(nominal: 59.94)
    let time = clock.time(ofVblank: vblank)
    #expect(clock.vblank(after: time) == vblank + 1)
    #expect(clock.vblank(after: time - 1) == vblank)
    #expect(clock.vblank(after: time + 1) == vblank + 1)
  }

  @Test("gives no vblank two pictures: a mode set after a flip is for the next one")
  func modeSetAfterFlip() {
    let display = Display(hertz: 60)
    var clock = display.clock()
    let flip = clock.record(
      sequence: display.sequence(7), timestamp: display.time(7) / 1000 * 1000,
      now: display.time(7))
    #expect(flip.vblank == 7)
    let shown = clock.noteModeSet(
      from: display.time(7), to: display.time(7),
      sample: VblankSample(
        sequence: UInt64(display.sequence(7)), timestamp: display.time(7)),
      kind: .hardware, isFirst: false)
    #expect(shown.vblank == 8)
    #expect(abs(shown.timestamp - display.time(8)) < 2000)
    let next = clock.record(
      sequence: display.sequence(9), timestamp: display.time(9), now: display.time(9))
    #expect(next.vblank == 9)
  }

  @Test("without vblank believes no time from before the last picture") func staleOnGrid() {
    var clock = VblankClock(kind: .timer, nominalPeriod: 20_000_000, anchor: 0)
    _ = clock.noteModeSet(
      from: 1_000_000_000, to: 1_000_000_000, sample: nil, kind: .timer, isFirst: true)
    let shown = clock.record(sequence: 0, timestamp: 960_000_000, now: 1_041_000_000)
    #expect(shown == Presentation(vblank: 2, timestamp: 1_041_000_000))
  }

  @Test("counts on from the clock of a screen before", arguments: [60.0, 25, 144])
  func following(hertz: Double) {
    var earlier = VblankClock(kind: .hardware, nominalPeriod: 1e9 / 50, anchor: 0)
    _ = earlier.noteModeSet(from: 0, to: 0, sample: nil, kind: .hardware, isFirst: true)
    // Gone at 1 s, back at 3 s.
    for kind in [VblankClock.Kind.hardware, .timer] {
      var clock = VblankClock(
        kind: kind, nominalPeriod: 1e9 / hertz, anchor: 1_000_000_000, following: earlier)
      #expect(clock.lastVblank == 51)
      let shown = clock.noteModeSet(
        from: 3_000_000_000, to: 3_000_000_000, sample: nil, kind: kind, isFirst: true)
      #expect(shown.timestamp == 3_000_000_000)
      #expect(shown.vblank == 51 + Int64(2 * hertz) + 1)
      #expect(
        clock.time(ofVblank: shown.vblank + 1) - 3_000_000_000 == Int64((1e9 / hertz).rounded()))
    }
  }

  @Test("answers for times that no screen lives to see") func farAway() {
    let display = Display(hertz: 60)
    let clock = display.clock()
    let century: Int64 = 100 * 366 * 86_400 * 60
    #expect(abs(clock.vblank(after: .max) - century) < 1000)
    #expect(abs(clock.vblank(after: .min) + century) < 1000)
    #expect(clock.time(ofVblank: clock.vblank(after: .max)) > display.start)
  }
}
