public import Timing

/// Where the play head is and how it will move: all that says which frame is wanted when.
public struct PlayheadPlan: Sendable, Hashable {
  /// What the head does at the ends of the sequence.
  public enum Kind: Sendable, Hashable {
    /// It goes on at the other end.
    case loop
    /// It turns round; an end frame is shown once, not twice.
    case bounce
    /// It stops.
    case once
  }

  /// The frame that is due now, from 0.
  public var index: Int
  /// Which way the head moves.
  public var direction: Direction
  /// What it does at the ends.
  public var kind: Kind

  /// Makes a plan.
  public init(index: Int, direction: Direction = .forwards, kind: Kind = .loop) {
    self.index = index
    self.direction = direction
    self.kind = kind
  }

  /// The same place with the head moving the other way.
  public var reversed: PlayheadPlan {
    PlayheadPlan(index: index, direction: direction.reversed, kind: kind)
  }

  /// The frame that is due after so many steps; nil once the head has stopped.
  public func index(after steps: Int, of count: Int) -> Int? {
    switch kind {
    case .once:
      let place = index + steps * direction.rawValue
      return 0..<count ~= place ? place : nil
    case .loop:
      return Self.modulo(index + steps * direction.rawValue, count)
    case .bounce:
      let period = max(1, 2 * (count - 1))
      let phase = (phase(of: count) + steps) % period
      return phase < count ? phase : period - phase
    }
  }

  /// The plan as it is after so many steps; nil once the head has stopped.
  public func advanced(by steps: Int, of count: Int) -> PlayheadPlan? {
    guard let place = index(after: steps, of: count) else { return nil }
    guard kind == .bounce, count > 1 else {
      return PlayheadPlan(index: place, direction: direction, kind: kind)
    }
    let phase = (phase(of: count) + steps) % (2 * (count - 1))
    return PlayheadPlan(
      index: place, direction: phase < count - 1 ? .forwards : .backwards, kind: kind)
  }

  /// How many steps it is until a frame is first due; nil if it never is.
  public func steps(until frame: Int, of count: Int) -> Int? {
    switch kind {
    case .once:
      let steps = (frame - index) * direction.rawValue
      return steps >= 0 ? steps : nil
    case .loop:
      return Self.modulo((frame - index) * direction.rawValue, count)
    case .bounce:
      let period = max(1, 2 * (count - 1))
      let phase = phase(of: count)
      return min(
        Self.modulo(frame - phase, period), Self.modulo(period - frame - phase, period))
    }
  }

  /// The most steps until every frame that will be due has been.
  func horizon(of count: Int) -> Int {
    kind == .bounce ? max(0, 2 * (count - 1) - 1) : count - 1
  }

  /// The head's place on the way there and back of a bounce.
  private func phase(of count: Int) -> Int {
    let period = max(1, 2 * (count - 1))
    return direction == .forwards ? index % period : (period - index) % period
  }

  private static func modulo(_ value: Int, _ count: Int) -> Int {
    let rest = value % count
    return rest < 0 ? rest + count : rest
  }
}
