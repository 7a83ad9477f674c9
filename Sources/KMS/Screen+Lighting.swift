import Glibc
import Linux

extension Screen {
  /// Shows a buffer and returns when it is on screen: by a mode set, or without one at first.
  func light(_ buffer: Int) throws(Errno) -> Presentation {
    let framebuffer = buffers[buffer].framebuffer
    let started = time.now
    if !takesOver(framebuffer) {
      try path.setMode(framebuffer)
      statistics.modeSets += 1
    }
    let finished = time.now
    isTaken = true
    lastLook = finished
    machine.modeSetAccepted()
    damage.noteModeSet()
    var kind = clock.kind
    var sample: VblankSample?
    do { sample = try device.vblank(crtc: choice.crtc) } catch .notSupported { kind = .timer } catch
    {
      // A kernel that cannot say is found out by its events.
      sample = nil
    }
    let presentation = clock.noteModeSet(
      from: started, to: finished, sample: sample, kind: kind, isFirst: !isLit)
    isLit = true
    return presentation
  }

  /// Tries the first picture without a mode set, where the CRTC runs in our mode already.
  ///
  /// - Returns: whether it is on screen; after a refusal of any kind a mode set is the answer.
  private func takesOver(_ framebuffer: UInt32) -> Bool {
    guard !isTaken, choice.runsAlready, !choice.connector.isLinkBad else { return false }
    do {
      if try !path.takeOver(framebuffer, userData: Self.takeOverData) { try awaitTakeOver() }
      statistics.takeOvers += 1
      return true
    } catch {
      statistics.refusals[error, default: 0] += 1
      return false
    }
  }

  /// No flip of the machine's has this number: it counts up from 1.
  private static let takeOverData = UInt64.max

  /// Waits until the flip from the earlier picture is done.
  private func awaitTakeOver() throws(Errno) {
    let limit = time.now + max(250_000_000, Int64(5 * clock.nominalPeriod))
    while true {
      for event in try device.readEvents() where event.userData == Self.takeOverData { return }
      guard time.now < limit else { throw .busy }
      if let descriptor = device.eventDescriptor {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&wait, 1, CInt((limit - time.now) / 1_000_000) + 1)
      } else {
        guard let next = device.nextEventTime, next <= limit else { throw .busy }
        sleep(until: next)
      }
    }
  }

  /// A simulated device has nothing to be woken by.
  private func sleep(until deadline: Int64) {
    guard !time.isVirtual else { return time.advance(to: deadline) }
    var moment = timespec(
      tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, nil) == EINTR {}
  }
}

extension OutputChoice {
  /// Whether the CRTC shows a picture in the chosen mode on the chosen display alone already, and that
  /// gets what is sent: a link that is bad stays so until a mode is set.
  var runsAlready: Bool {
    !connector.isLinkBad && savedCRTC.framebuffer != 0
      && savedCRTC.mode?.hasSameTiming(as: mode) == true
      && savedCRTC.x == 0 && savedCRTC.y == 0 && savedConnectors == [connector.id]
  }
}
