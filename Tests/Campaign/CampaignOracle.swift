import Flipbook
import Timing

/// Which frames may be on the screen at a time: worked out from what was asked, not from how the
/// player does it.
///
/// A position is counted in frames and known to within an interval: a command takes effect on the
/// picture that is up, about which a clock alone says too little.
struct CampaignOracle {
  private struct Leg {
    var time: Int64
    var low: Double
    var high: Double
    /// Frames a nanosecond.
    var speed: Double
    /// By how much later than its time it may begin.
    var slack: Int64 = 0

    func position(at time: Int64) -> (low: Double, high: Double) {
      let way = Double(time - self.time) * speed
      return (low + way, high + way)
    }
  }

  private let frames: Int
  private let autoreverses: Bool
  private let isReversed: Bool
  /// Frames until the end; nil for none.
  private let length: Double?
  private let rate: Double
  private var legs: [Leg]

  /// - Parameters:
  ///   - start: when the playback started.
  ///   - frames: how many; nil for what the scenario says.
  ///   - position: where it is then; nil for the beginning.
  init(
    _ scenario: CampaignScenario, start: Int64, frames: Int? = nil,
    position: ClosedRange<Double>? = nil
  ) {
    let frames = frames ?? scenario.frames
    self.frames = frames
    autoreverses = scenario.configuration.autoreverses
    isReversed = scenario.configuration.isReversed
    rate = 1 / scenario.rate.frameNanoseconds
    if case .times(let count) = scenario.configuration.repeatCount {
      length = count * Double(autoreverses && frames > 1 ? 2 * frames - 2 : frames)
    } else {
      length = nil
    }
    let position = position ?? 0...0
    legs = [Leg(time: start, low: position.lowerBound, high: position.upperBound, speed: rate)]
  }

  /// Whether a frame may be up where the picture was chosen between two times.
  func allows(_ frame: Int, from: Int64, to: Int64) -> Bool {
    legs.indices.contains { index in
      // What was before the first leg is as if it had begun earlier.
      let begin = index == 0 ? from : max(from, legs[index].time)
      // What had been chosen when a command came, and until it took effect, knows nothing of it.
      let end = index == legs.count - 1 ? to : min(to, legs[index + 1].time + legs[index + 1].slack)
      return begin <= end && allows(frame, on: legs[index], from: begin, to: end)
    }
  }

  private func allows(_ frame: Int, on leg: Leg, from: Int64, to: Int64) -> Bool {
    let (start, end) = (leg.position(at: from), leg.position(at: to))
    var first = Int(min(start.low, end.low).rounded(.down))
    var last = Int(max(start.high, end.high).rounded(.down))
    guard last - first < frames * 2 + 2 else { return true }
    if let length {
      first = min(max(0, first), Int(length) - 1)
      last = min(max(0, last), Int(length) - 1)
    }
    return (first...last).contains { self.frame($0) == frame }
  }

  /// When it has run to its end; nil for never.
  var end: Int64? { length.map { legs[0].time + Int64($0 / rate) } }

  /// The frame of a step; the first is 0.
  private func frame(_ step: Int) -> Int {
    let place: Int
    if autoreverses, frames > 1 {
      let cycle = 2 * frames - 2
      let there = (step % cycle + cycle) % cycle
      place = min(there, cycle - there)
    } else {
      place = (step % frames + frames) % frames
    }
    return isReversed ? frames - 1 - place : place
  }

  /// The position at a time, for a person.
  func text(at time: Int64) -> String {
    let (low, high) = position(at: time)
    return "step \(low) to \(high), frame \(frame(Int(low.rounded(.down))))"
  }

  private func position(at time: Int64) -> (low: Double, high: Double) {
    (legs.last { $0.time <= time } ?? legs[0]).position(at: time)
  }

  // MARK: - Commands

  /// A command comes.
  ///
  /// - Parameters:
  ///   - shown: what is on the screens then.
  ///   - slack: by how much later it may take effect, in nanoseconds.
  mutating func obey(_ command: Command, at time: Int64, shown: [Int], slack: Int64) {
    guard let leg = legs.last else { return }
    var (low, high) = position(at: time)
    let isRunning = leg.speed != 0
    let direction = directions
    let vblanks = Double(slack) * rate
    func takeInScreen() {
      // The picture that is up, and the one after it, which may be on its way already.
      let now = Int((direction > 0 ? low : high).rounded(.down))
      for back in 0..<frames {
        let step = now - direction * back
        guard shown.contains(frame(step)) else { continue }
        low = min(low, Double(step + min(0, direction)))
        high = max(high, Double(step + 1 + max(0, direction)) - 1e-6)
        break
      }
    }
    switch command {
    case .stop:
      guard isRunning else { return }
      takeInScreen()
      legs.append(Leg(time: time, low: low - vblanks, high: high + vblanks, speed: 0, slack: slack))
    case .start:
      guard !isRunning else { return }
      legs.append(
        Leg(
          time: time, low: low - vblanks, high: high + vblanks, speed: rate * Double(direction),
          slack: slack))
    case .reverse:
      takeInScreen()
      directions = -direction
      legs.append(
        Leg(time: time, low: low - vblanks, high: high + vblanks, speed: -leg.speed, slack: slack))
    case .seek(let frame):
      let step = isReversed ? frames - 1 - frame : frame
      legs.append(
        Leg(
          time: time, low: Double(step) - vblanks * (isRunning ? 1 : 0),
          high: Double(step + 1) - 1e-6 + vblanks * (isRunning ? 1 : 0), speed: leg.speed,
          slack: slack))
    default: break
    }
  }

  /// Which way the playback goes, or would: 1 or -1.
  private var directions = 1
}
