import Linux
import Timing

/// A still picture is looked after as well: no flip would ever tell that another has come.
extension Screen {
  /// When `handleEvents` is to be called to look whether the display still shows our picture: now and
  /// then, while no flips tell.
  public var lookTime: Int64? {
    guard let lookInterval, isLit, machine.condition == .working, !machine.isFlipPending,
      !machine.needsModeSet
    else { return nil }
    return lastLook.later(by: lookInterval)
  }

  /// Shows our picture again where another program or the console took the display meanwhile.
  func lookAround(now: Int64) -> [Presentation] {
    guard let lookTime, lookTime <= now else { return [] }
    lastLook = now
    do throws(Errno) {
      let state = try device.crtc(choice.crtc)
      let isOurs =
        machine.front.map { buffers[$0].framebuffer == state.framebuffer } ?? true
        && state.mode?.hasSameTiming(as: mode) ?? false
      guard !isOurs else {
        // Nobody sees that another was master and let go; the next picture would.
        if !device.isMaster { try? device.setMaster() }
        return []
      }
    } catch {
      // One that does not answer at present is asked again.
      guard error == .noDevice else { return [] }
      _ = perform(machine.eventsRefused(error, now: now), now: now)
      return []
    }
    guard case .shown(let presentation) = perform(machine.relight(now: now), now: now) else {
      return []
    }
    return [presentation]
  }
}
