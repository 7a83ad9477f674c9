import KMS
import Linux
import Pixels

extension FakeKMSDevice {
  /// Checks a proposal, and makes it true unless it is only a test.
  func perform(_ next: FakeCommit, flags: AtomicFlags, userData: UInt64) throws(Errno) {
    let taking = crtcs.filter { next.touched.contains($0.id) }
    if flags.contains(.event) {
      guard !taking.isEmpty else { throw .invalidArgument }
      for crtc in taking where !crtc.isActive && next.crtcs[crtc.id]?.isActive != true {
        throw .invalidArgument
      }
    }
    for crtc in taking { try check(next, crtc) }
    for plane in planeObjects { try check(next, plane) }
    let lighting = taking.filter { isModeSet(next, $0) }
    guard lighting.isEmpty || flags.contains(.allowModeSet) else { throw .invalidArgument }
    guard !flags.contains(.testOnly) else { return }

    let pending = crtcs.count { $0.pending != nil }
    guard !flags.contains(.event) || unread.count + pending < Self.eventLimit else {
      throw .noMemory
    }
    if flags.contains(.nonblocking) {
      guard taking.allSatisfy({ $0.pending == nil }) else { throw .busy }
    } else {
      for crtc in taking { finishPending(of: crtc) }
    }
    if flags.contains(.event) {
      flipCount += 1
      guard !faults.busyFlips.contains(flipCount) else { throw .busy }
    }
    settings = next.settings
    for plane in planeObjects where plane.kind != .primary {
      guard let state = next.planes[plane.id] else { continue }
      plane.crtc = state.crtc
      plane.framebuffer = state.framebuffer
      plane.target = state.target
      plane.source = state.source
    }
    for crtc in taking {
      apply(next, to: crtc, isModeSet: lighting.contains { $0 === crtc }, flags, userData)
    }
  }

  private func isModeSet(_ next: FakeCommit, _ crtc: FakeCRTC) -> Bool {
    guard let state = next.crtcs[crtc.id] else { return false }
    let hasSameTiming =
      switch (state.mode, crtc.mode) {
      case (nil, nil): true
      case (let new?, let old?): new.hasSameTiming(as: old)
      default: false
      }
    return state.isActive != crtc.isActive || !hasSameTiming
      || Set(state.connectors) != Set(crtc.connectors)
  }

  private func check(_ next: FakeCommit, _ crtc: FakeCRTC) throws(Errno) {
    guard let state = next.crtcs[crtc.id] else { return }
    // Connectors and a mode come together, and what has neither cannot be on.
    guard (state.mode == nil) == state.connectors.isEmpty, !state.isActive || state.mode != nil
    else { throw .invalidArgument }
    for (index, connector) in connectorNumbers.enumerated()
    where state.connectors.contains(connector) {
      guard mayFeed(crtc: crtc, output: index) else { throw .invalidArgument }
    }
    guard state.isActive, let plane = primary(of: crtc), let picture = next.planes[plane.id]
    else { return }
    if picture.framebuffer == nil, configuration.profile == .noVblank { throw .invalidArgument }
    if picture.framebuffer != nil, configuration.profile != .vblank, let mode = state.mode {
      guard
        picture.target
          == FakeArea(width: Int64(mode.hdisplay), height: Int64(mode.vdisplay))
      else { throw .invalidArgument }
    }
  }

  private func check(_ next: FakeCommit, _ plane: FakePlane) throws(Errno) {
    guard let state = next.planes[plane.id] else { return }
    guard (state.framebuffer == nil) == (state.crtc == 0) else { throw .invalidArgument }
    guard let picture = state.framebuffer else { return }
    guard let index = crtcs.firstIndex(where: { $0.id == state.crtc }),
      plane.possibleCRTCs & 1 << UInt32(index) != 0,
      configuration.scanOutFormats.contains(picture.format)
    else { throw .invalidArgument }
    let source = state.source
    guard source.x + source.width <= Int64(picture.size.width) << 16,
      source.y + source.height <= Int64(picture.size.height) << 16
    else { throw .noSpace }
    guard source.width >> 16 == state.target.width, source.height >> 16 == state.target.height
    else { throw .outOfRange }
  }

  func primary(of crtc: FakeCRTC) -> FakePlane? {
    planeObjects.first { $0.kind == .primary && primaryCRTC(of: $0) === crtc }
  }

  private func apply(
    _ next: FakeCommit, to crtc: FakeCRTC, isModeSet: Bool, _ flags: AtomicFlags,
    _ userData: UInt64
  ) {
    guard let state = next.crtcs[crtc.id], let plane = primary(of: crtc),
      let picture = next.planes[plane.id]
    else { return }
    crtc.connectors = state.connectors
    crtc.modeBlob = state.modeBlob
    if picture.framebuffer != nil {
      crtc.corner = PixelPoint(x: Int(picture.source.x >> 16), y: Int(picture.source.y >> 16))
    }
    let now = clock.now
    if isModeSet {
      finishPending(of: crtc)
      guard let mode = state.mode else { return turnOff(crtc) }
      let rate = refresh(of: mode, connectors: state.connectors)
      if crtc.mode?.hasSameTiming(as: mode) != true || !crtc.isActive {
        crtc.light(mode, refresh: rate, now: now)
        crtc.isStale = faults.staleFirstTimestamp
      }
      crtc.isActive = state.isActive
      guard state.isActive else {
        crtc.committed = picture.framebuffer
        return goDark(crtc)
      }
      show(picture.framebuffer, on: crtc, now: now)
    } else {
      crtc.mode = state.mode
    }
    guard crtc.isActive else {
      crtc.committed = picture.framebuffer
      return
    }
    guard !isModeSet || flags.contains(.event) else { return }
    lastDamage = next.damage
    queue(
      picture.framebuffer, on: crtc, userData: userData, sendsEvent: flags.contains(.event))
    if !flags.contains(.nonblocking) { finishPending(of: crtc) }
  }

  // MARK: - Power

  /// Turns a lit CRTC off and on, keeping its picture.
  func setActive(_ crtc: FakeCRTC, _ isActive: Bool) {
    guard let mode = crtc.mode, crtc.isActive != isActive else { return }
    finishPending(of: crtc)
    crtc.isActive = isActive
    guard isActive else { return goDark(crtc) }
    let rate = refresh(of: mode, connectors: crtc.connectors)
    crtc.light(mode, refresh: rate, now: clock.now)
    show(crtc.committed, on: crtc, now: clock.now)
  }

  /// Ends the scan-out of a CRTC that keeps its picture.
  private func goDark(_ crtc: FakeCRTC) {
    if let old = crtc.scanned { check(old, on: crtc, wasQueued: false) }
    end(crtc.run, vblank: crtc.firstVblank(from: clock.now))
    crtc.run = nil
    crtc.scanned = nil
  }
}
