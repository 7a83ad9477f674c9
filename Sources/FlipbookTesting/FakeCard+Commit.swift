import KMS
import Linux
import Pixels

extension FakeCard {
  /// The card as it is, to be changed.
  func proposal() -> FakeCommit {
    var next = FakeCommit()
    for crtc in crtcs {
      next.crtcs[crtc.id] = FakeCommit.CRTC(
        isActive: crtc.isActive, mode: crtc.mode, modeBlob: crtc.modeBlob,
        connectors: crtc.connectors)
    }
    for plane in planes { next.planes[plane.id] = plane.state }
    next.settings = settings
    return next
  }

  /// Checks a proposal, and makes it true unless it is only a test.
  ///
  /// - Parameters:
  ///   - file: who gets the events.
  ///   - mayBeRefused: whether a fault may be about it; what the console does is the kernel's.
  func perform(
    _ next: FakeCommit, flags: AtomicFlags, userData: UInt64 = 0, file: FakeFile? = nil,
    mayBeRefused: Bool = false
  ) throws(Errno) {
    let taking = next.touched.compactMap { crtc($0) }
    if flags.contains(.event), let file {
      guard file.hasRoom(for: taking.count) else { throw .noMemory }
      guard !taking.isEmpty else { throw .invalidArgument }
    }
    let lighting = try check(next, taking, flags)
    guard !flags.contains(.testOnly) else { return }
    if mayBeRefused, flags.contains(.allowModeSet),
      taking.contains(where: { next.crtcs[$0.id]?.isActive == true })
    {
      modeSetCount += 1
      if let errno = faults.refusedModeSets[modeSetCount] {
        note(.refusedModeSet, on: taking)
        throw errno
      }
    }

    if flags.contains(.nonblocking) {
      guard taking.allSatisfy({ $0.pending == nil }) else { throw .busy }
    }
    if flags.contains(.event) {
      flipCount += 1
      guard !isRefusedAsBusy else {
        note(.busyFlip, on: taking)
        throw .busy
      }
      if faults.deniedFlips.contains(flipCount) {
        note(.deniedFlip, on: taking)
        throw .noMemory
      }
      if let wait = faults.slowFlips[flipCount] {
        world.wait(until: world.now + wait)
        note(.slowFlip, on: taking)
      }
    }
    for crtc in taking { finishPending(of: crtc) }
    settings = next.settings
    for plane in planes { plane.state = next.planes[plane.id] ?? plane.state }
    for connector in connectors where next.mended.contains(connector.id) {
      connector.linkIsBad = false
    }
    lastDamage = next.damage
    for crtc in taking {
      let isLit = lighting.contains { $0 === crtc }
      apply(next, to: crtc, isModeSet: isLit, flags, userData, file)
    }
    forgetFramebuffers()
    forgetBlobs()
  }

  private var isRefusedAsBusy: Bool {
    if faults.busyFlips.contains(flipCount) { return true }
    return faults.busyRate > 0 && faults.roll(flipCount) < faults.busyRate
  }

  private func apply(
    _ next: FakeCommit, to crtc: FakeCRTC, isModeSet: Bool, _ flags: AtomicFlags,
    _ userData: UInt64, _ file: FakeFile?
  ) {
    guard let state = next.crtcs[crtc.id] else { return }
    let old = (mode: crtc.mode, isActive: crtc.isActive)
    crtc.connectors = state.connectors
    crtc.modeBlob = state.modeBlob
    crtc.mode = state.mode
    let picture = picture(of: crtc)
    let now = world.now
    if isModeSet {
      for connector in connectors where state.connectors.contains(connector.id) {
        connector.power = state.isActive ? 0 : 3
      }
      guard state.isActive, let mode = state.mode else {
        if old.isActive { goDark(crtc) }
        return
      }
      if !old.isActive || old.mode?.hasSameTiming(as: mode) != true {
        crtc.light(refresh: refresh(of: mode, connectors: state.connectors), now: now)
        crtc.isStale = faults.staleFirstTimestamp
      }
      show(picture, on: crtc, now: now)
    }
    guard crtc.isActive else { return }
    if next.isInstant {
      if !isModeSet { show(picture, on: crtc, now: now) }
      return
    }
    guard !isModeSet || flags.contains(.event) else { return }
    queue(
      picture, on: crtc, userData: userData, for: flags.contains(.event) ? file : nil)
    if !flags.contains(.nonblocking) { finishPending(of: crtc) }
  }
}
