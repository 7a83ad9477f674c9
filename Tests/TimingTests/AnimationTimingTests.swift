import Testing
import Timing

@Suite("The timing of an animation") struct AnimationTimingTests {
  /// A time, the phase, the fraction and the iteration there.
  typealias Row = (Int64, AnimationPosition.Phase, Double, Int)

  private func check(_ timing: AnimationTiming, _ rows: [Row]) {
    for (time, phase, fraction, iteration) in rows {
      let position = timing.position(at: time)
      #expect(position.phase == phase && position.iteration == iteration, "at \(time)")
      #expect(position.fraction == fraction && position.progress == fraction, "at \(time)")
      #expect(position.hasEnded == (phase == .after))
    }
  }

  @Test("waits, runs and stands at its end") func once() {
    let timing = AnimationTiming(start: 1000, delay: 50, duration: 100)
    #expect(timing.begin == 1050 && timing.end == 1150)
    check(
      timing,
      [
        (.min, .before, 0, 0), (1049, .before, 0, 0), (1050, .active, 0, 0),
        (1075, .active, 0.25, 0), (1149, .active, 0.99, 0), (1150, .after, 1, 0),
        (.max, .after, 1, 0),
      ])
  }

  @Test("repeats, and a fraction ends part-way") func repeats() {
    check(
      AnimationTiming(start: 0, duration: 100, repeatCount: 3),
      [
        (99, .active, 0.99, 0), (100, .active, 0, 1), (299, .active, 0.99, 2), (300, .after, 1, 2),
      ])
    check(
      AnimationTiming(start: 0, duration: 100, repeatCount: 2.25),
      [(200, .active, 0, 2), (224, .active, 0.24, 2), (225, .after, 0.25, 2)])
    check(
      AnimationTiming(start: 0, duration: 100, repeatCount: .forever),
      [(1_000_000_000_010, .active, 0.1, 10_000_000_000)])
  }

  @Test("goes there and back as one cycle") func autoreverses() {
    let timing = AnimationTiming(start: 0, duration: 100, repeatCount: 1.75, autoreverses: true)
    check(
      timing,
      [
        (99, .active, 0.99, 0), (100, .active, 1, 0), (101, .active, 0.99, 0),
        (199, .active, 0.01, 0), (200, .active, 0, 1), (349, .active, 0.51, 1),
        (350, .after, 0.5, 1),
      ])
    #expect(timing.position(at: 100).isOnWayBack && !timing.position(at: 200).isOnWayBack)
    check(
      AnimationTiming(start: 0, duration: 100, repeatCount: 2, autoreverses: true),
      [(399, .active, 0.01, 1), (400, .after, 0, 1)])
  }

  @Test("tells when a way and a cycle end") func boundaries() {
    let timing = AnimationTiming(
      start: 0, delay: 10, duration: 100, repeatCount: 1.75, autoreverses: true)
    let times: [Int64] = [0, 9, 10, 109, 110, 210, 309, 310, 359, 360]
    #expect(
      times.map { timing.wayEnd(after: $0) } == [10, 10, 110, 110, 210, 310, 310, 360, 360, nil])
    #expect(
      times.map { timing.cycleEnd(after: $0) } == [10, 10, 210, 210, 210, 360, 360, 360, 360, nil])
    let endless = AnimationTiming(start: 0, duration: .max, repeatCount: .forever)
    #expect(endless.cycleEnd(after: 5) == nil && endless.end == nil)
  }

  @Test("without duration has ended when it starts") func none() {
    let timing = AnimationTiming(start: 5, duration: -3, repeatCount: .forever)
    check(timing, [(4, .before, 0, 0), (5, .after, 1, 0)])
    #expect(timing.end == 5 && timing.wayEnd(after: 4) == 5 && timing.wayEnd(after: 5) == nil)
  }

  @Test("shows before and after as its fill says", arguments: AnimationFill.allCases)
  func fill(fill: AnimationFill) {
    let timing = AnimationTiming(start: 10, duration: 10, fill: fill)
    #expect(timing.position(at: 9).isInEffect == (fill == .backwards || fill == .both))
    #expect(timing.position(at: 15).isInEffect)
    #expect(timing.position(at: 20).isInEffect == (fill == .forwards || fill == .both))
  }

  @Test("follows its curve, back as it came") func curve() {
    let timing = AnimationTiming(start: 0, duration: 100, curve: .easeIn, autoreverses: true)
    #expect(timing.position(at: 30).progress == Curve.easeIn.value(at: 0.3))
    #expect(timing.position(at: 170).progress == Curve.easeIn.value(at: 0.3))
  }

  @Test("is exact after years") func years() {
    let month: Int64 = 30 * 86_400 * 1_000_000_000
    let timing = AnimationTiming(start: 7, duration: 100_000_000, repeatCount: .forever)
    for months in [1, 12, 1200] as [Int64] {
      let time = 7 + months * month
      check(
        timing,
        [
          (time - 1, .active, 0.99999999, Int(months) * 25_920_000 - 1),
          (time, .active, 0, Int(months) * 25_920_000),
          (time + 25_000_000, .active, 0.25, Int(months) * 25_920_000),
        ])
      #expect(timing.cycleEnd(after: time - 1) == time)
    }
    let cycles = AnimationTiming(start: 7, duration: 100_000_000, repeatCount: 25_920_000.5)
    #expect(cycles.end == 7 + month + 50_000_000)
  }

  @Test("stands the ends of the clock") func extremes() {
    let timing = AnimationTiming(start: .max - 5, delay: .max, duration: .max, repeatCount: 1e18)
    #expect(timing.end == nil && timing.position(at: 0).phase == .before)
    let long = AnimationTiming(start: .min, duration: 1, repeatCount: .times(.infinity))
    #expect(long.position(at: .max).phase == .active && long.end == nil)
    #expect(AnimationTiming(start: 0, duration: 9, repeatCount: .times(-1)).end == 0)
  }
}
