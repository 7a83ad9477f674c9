public import KMS
public import Linux
import Pixels

extension FakeKMSDevice {
  /// Events that may be pending or unread at once: 4096 bytes of 32 each.
  static let eventLimit = 128

  /// Queues a flip, with the checks of the kernel in their order; its event comes when it is done.
  public func pageFlip(crtc id: UInt32, framebuffer: UInt32, userData: UInt64) throws(Errno) {
    try requireMaster()
    settle()
    let crtc = try crtcObject(id)
    guard let present = crtc.committed, let mode = crtc.mode else { throw .busy }
    guard let next = framebuffers[framebuffer] else { throw .notFound }
    guard next.size.holds(mode, at: crtc.corner) else { throw .noSpace }
    guard next.format == present.format, crtc.isActive else { throw .invalidArgument }
    let pendingEvents = crtcs.count { $0.pending != nil }
    guard unread.count + pendingEvents < Self.eventLimit else { throw .noMemory }
    guard crtc.pending == nil else { throw .busy }
    flipCount += 1
    guard !faults.busyFlips.contains(flipCount) else { throw .busy }
    lastDamage = nil
    queue(next, on: crtc, userData: userData, sendsEvent: true)
  }

  /// Has a picture, or none, come up at the next vblank.
  func queue(
    _ next: FakeFramebuffer?, on crtc: FakeCRTC, userData: UInt64, sendsEvent: Bool
  ) {
    if checksBuffers, let next {
      if next === crtc.scanned { check(next, on: crtc, wasQueued: false) }
      next.checksum = next.sum()
    }
    crtc.committed = next
    crtc.pending = pending(next, on: crtc, userData: userData, sendsEvent: sendsEvent)
  }

  private func pending(
    _ framebuffer: FakeFramebuffer?, on crtc: FakeCRTC, userData: UInt64, sendsEvent: Bool
  ) -> FakeCRTC.Pending {
    let now = clock.now
    // A commit without an event is no flip: what happens to the flip before it does not happen to it.
    let late = sendsEvent ? UInt64(max(0, faults.lateFlips[flipCount] ?? 0)) : 0
    var vblank = crtc.lastVblank(by: now) + 1 + late
    var time = crtc.time(of: vblank)
    if !configuration.profile.hasVblank {
      let last = vblank - 1
      time = now + configuration.flipLatency + crtc.time(of: last) - crtc.time(of: last - late)
      vblank = crtc.firstVblank(from: time)
    }
    return FakeCRTC.Pending(
      framebuffer: framebuffer, userData: userData, time: time, vblank: vblank,
      sendsEvent: sendsEvent && !faults.lostEvents.contains(flipCount))
  }

  /// The present vblank: EOPNOTSUPP where there are none, EINVAL while the CRTC is off.
  public func vblank(crtc id: UInt32) throws(Errno) -> VblankSample {
    settle()
    guard configuration.profile.hasVblank else { throw .notSupported }
    let crtc = try crtcObject(id)
    guard crtc.mode != nil, crtc.isActive else { throw .invalidArgument }
    let vblank = crtc.lastVblank(by: clock.now)
    return VblankSample(sequence: vblank, timestamp: crtc.time(of: vblank))
  }

  /// Brings the card up to the clock: what is due is done, in order of time.
  func settle() {
    let now = clock.now
    while true {
      var due: FakeCRTC?
      for crtc in crtcs {
        guard let time = crtc.pending?.time, time <= now else { continue }
        if time < due?.pending?.time ?? .max { due = crtc }
      }
      guard let due else { return }
      complete(due)
    }
  }

  private func complete(_ crtc: FakeCRTC) {
    guard let flip = crtc.pending else { return }
    crtc.pending = nil
    if let old = crtc.scanned, old !== flip.framebuffer {
      check(old, on: crtc, wasQueued: false)
    }
    if let new = flip.framebuffer { check(new, on: crtc, wasQueued: true) }
    crtc.scanned = flip.framebuffer
    if flip.sendsEvent { unread.append((event(of: flip, on: crtc), flip.time)) }
    begin(flip.framebuffer, on: crtc, vblank: flip.vblank, userData: flip.userData)
  }

  private func event(of flip: FakeCRTC.Pending, on crtc: FakeCRTC) -> FlipEvent {
    var time = flip.time
    var vblank = flip.vblank
    if crtc.isStale {
      crtc.isStale = false
      let start = crtc.gridStart
      time = max(0, start.time - 40_000_000)
      vblank = start.vblank &- 1
    }
    return FlipEvent(
      crtc: crtc.id,
      sequence: configuration.profile.hasVblank ? UInt32(truncatingIfNeeded: vblank) : 0,
      timestamp: time / 1000 * 1000, userData: flip.userData)
  }

  // MARK: - The record

  /// Notes that a picture, or none, is on screen from a vblank on, and shows it to the observer.
  func begin(
    _ picture: FakeFramebuffer?, on crtc: FakeCRTC, vblank: UInt64, userData: UInt64
  ) {
    end(crtc.run, vblank: vblank)
    let time = crtc.time(of: vblank)
    crtc.run = ScanOutRun(
      crtc: crtc.id, firstVblank: vblank, time: time, count: 0,
      framebuffer: picture?.id ?? 0, userData: userData,
      checksum: checksBuffers ? picture?.checksum : nil)
    guard let onScanOut, let picture, let mode = crtc.mode else { return }
    // A driver that copies to a host takes framebuffers larger than their buffer: lend what is.
    let firstByte = crtc.corner.y * picture.pitch + crtc.corner.x * picture.format.bytesPerPixel
    let rowBytes = Int(mode.hdisplay) * picture.format.bytesPerPixel
    let room = picture.buffer.memory.count - firstByte - rowBytes
    guard room >= 0 else { return }
    let rows = min(Int(mode.vdisplay), room / picture.pitch + 1)
    onScanOut(
      ScannedPicture(
        crtc: crtc.id, framebuffer: picture.id, userData: userData, vblank: vblank, time: time,
        isConsole: picture.isConsole, size: PixelSize(width: Int(mode.hdisplay), height: rows),
        format: picture.format, strideBytes: picture.pitch, source: picture,
        firstByte: firstByte))
  }

  func end(_ run: ScanOutRun?, vblank: UInt64) {
    guard var run else { return }
    run.count = vblank > run.firstVblank ? vblank - run.firstVblank : 0
    record.append(run)
  }

  /// Notes a buffer whose pixels are no longer what was handed over.
  func check(_ framebuffer: FakeFramebuffer, on crtc: FakeCRTC, wasQueued: Bool) {
    guard checksBuffers, let expected = framebuffer.checksum else { return }
    let sum = framebuffer.sum()
    guard sum != expected else { return }
    framebuffer.checksum = sum
    violations.append(
      BufferViolation(
        framebuffer: framebuffer.id, vblank: crtc.lastVblank(by: clock.now),
        wasQueued: wasQueued))
  }
}
