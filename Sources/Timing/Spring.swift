import Glibc

/// A damped spring let go at 0 that comes to rest at 1 within the time from 0 to 1.
struct Spring {
  /// How little is left of the way when the time is over; that is then spread over the whole time.
  private static let rest = 0.001

  private let damping: Double
  private let velocity: Double
  private let frequency: Double

  /// Makes a spring; a damping below 0.01 counts as that, lest it swing on without measure.
  init(damping: Double, velocity: Double) {
    let damping = max(0.01, damping)
    self.damping = damping
    self.velocity = velocity
    // The stiffer the sooner at rest: double until it is, then halve in between.
    var high = 1.0
    while Self.swing(damping, velocity, high, at: 1) > Self.rest, high < 1e9 { high *= 2 }
    var low = 0.0
    for _ in 0..<50 where high - low > 1e-9 * high {
      let middle = (low + high) / 2
      if Self.swing(damping, velocity, middle, at: 1) > Self.rest {
        low = middle
      } else {
        high = middle
      }
    }
    frequency = high
  }

  /// How far it is after a part of the time.
  func value(at time: Double) -> Double {
    // The little that is left at the end goes with the cube, which leaves the start alone.
    position(at: time) + (1 - position(at: 1)) * time * time * time
  }

  private func position(at time: Double) -> Double {
    1 - Self.left(damping, velocity, frequency, at: time)
  }

  /// What is left of the way.
  private static func left(
    _ damping: Double, _ velocity: Double, _ frequency: Double, at time: Double
  ) -> Double {
    let decay = damping * frequency
    if abs(damping - 1) < 1e-5 {
      return exp(-frequency * time) * (1 + (frequency - velocity) * time)
    } else if damping < 1 {
      let turning = frequency * (1 - damping * damping).squareRoot()
      return exp(-decay * time)
        * (cos(turning * time) + (decay - velocity) / turning * sin(turning * time))
    }
    let (slow, fast, slowPart) = parts(damping, velocity, frequency)
    return slowPart * exp(slow * time) + (1 - slowPart) * exp(fast * time)
  }

  /// How far it may be from rest from a time on.
  private static func swing(
    _ damping: Double, _ velocity: Double, _ frequency: Double, at time: Double
  ) -> Double {
    let decay = damping * frequency
    if abs(damping - 1) < 1e-5 {
      return exp(-frequency * time) * (1 + abs(frequency - velocity) * time)
    } else if damping < 1 {
      let turning = frequency * (1 - damping * damping).squareRoot()
      return exp(-decay * time) * hypot(1, (decay - velocity) / turning)
    }
    let (slow, fast, slowPart) = parts(damping, velocity, frequency)
    return abs(slowPart) * exp(slow * time) + abs(1 - slowPart) * exp(fast * time)
  }

  /// An overdamped spring's two ways to rest, and how much of it goes the slow one.
  private static func parts(
    _ damping: Double, _ velocity: Double, _ frequency: Double
  ) -> (slow: Double, fast: Double, slowPart: Double) {
    let root = (damping * damping - 1).squareRoot()
    // As a quotient: the difference of two large numbers loses its digits.
    let slow = -frequency / (damping + root)
    let fast = -frequency * (damping + root)
    return (slow, fast, (-velocity - fast) / (slow - fast))
  }
}
