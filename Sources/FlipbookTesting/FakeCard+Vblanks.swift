import KMS
import Linux
import Pixels

extension FakeCard {
  /// The flip that is done next.
  var nextFlip: (time: Int64, card: FakeCard, crtc: FakeCRTC)? {
    var first: (time: Int64, card: FakeCard, crtc: FakeCRTC)?
    for crtc in crtcs {
      guard let time = crtc.pending?.time, time < first?.time ?? .max else { continue }
      first = (time, self, crtc)
    }
    return first
  }

  /// Waits until a pending flip is done.
  func finishPending(of crtc: FakeCRTC) {
    guard let time = crtc.pending?.time else { return }
    world.wait(until: time)
    // What a script does cannot wait: the flip is done before its time.
    if crtc.pending != nil { complete(crtc) }
  }

  /// Has a picture, or none, come up at the next vblank.
  func queue(
    _ next: FakeFramebuffer?, on crtc: FakeCRTC, userData: UInt64, for file: FakeFile?
  ) {
    if checksBuffers || mappingsReadAsNoise, let next {
      if next === crtc.scanned { check(next, on: crtc, wasQueued: false) }
      next.handOver(hidden: mappingsReadAsNoise)
    }
    let now = world.now
    // A commit without an event is no flip: what happens to the flip before it does not happen to it.
    let late = file == nil ? 0 : UInt64(max(0, faults.lateFlips[flipCount] ?? 0))
    if let jump = faults.sequenceJumps[flipCount], file != nil {
      crtc.skipped &+= jump
      note(.sequenceJump, on: [crtc])
    }
    var vblank = crtc.lastVblank(by: now) + 1 + late
    var time = crtc.time(of: vblank)
    if !configuration.profile.hasVblank {
      let last = vblank - 1
      time = now + configuration.flipLatency + crtc.time(of: last) - crtc.time(of: last - late)
      vblank = crtc.firstVblank(from: time)
    }
    file?.reserved += 1
    crtc.pending = FakeCRTC.Pending(
      framebuffer: next, userData: userData, time: time, vblank: vblank, file: file,
      isLost: faults.lostEvents.contains(flipCount), isLate: late > 0)
  }

  /// Does the pending flip of a CRTC: its picture is up, its event waits to be read.
  func complete(_ crtc: FakeCRTC) {
    guard let flip = crtc.pending else { return }
    crtc.pending = nil
    if flip.isLost { note(.lostEvent, on: [crtc]) }
    if flip.isLate { note(.lateFlip, on: [crtc]) }
    if let old = crtc.scanned, old !== flip.framebuffer {
      check(old, on: crtc, wasQueued: false)
    }
    if let new = flip.framebuffer { check(new, on: crtc, wasQueued: true) }
    crtc.scanned = flip.framebuffer
    if let file = flip.file {
      file.reserved -= 1
      if !flip.isLost { file.unread.append((event(of: flip, on: crtc), flip.time)) }
    }
    begin(flip.framebuffer, on: crtc, vblank: flip.vblank, userData: flip.userData)
    forgetFramebuffers()
  }

  private func event(of flip: FakeCRTC.Pending, on crtc: FakeCRTC) -> FlipEvent {
    var time = flip.time
    var vblank = flip.vblank
    if faults.zeroTimestamps { note(.zeroTimestamp, on: [crtc]) }
    if crtc.isStale {
      crtc.isStale = false
      note(.staleTimestamp, on: [crtc])
      let start = crtc.gridStart
      time = max(0, start.time - 40_000_000)
      vblank = start.vblank &- 1
    }
    return FlipEvent(
      crtc: crtc.id,
      sequence: configuration.profile.hasVblank
        ? UInt32(truncatingIfNeeded: vblank &+ crtc.skipped) : 0,
      timestamp: faults.zeroTimestamps ? 0 : time / 1000 * 1000, userData: flip.userData)
  }

  // MARK: - The record

  /// Puts a picture, or none, up from the next vblank on, as a mode set or a removal does.
  func show(_ picture: FakeFramebuffer?, on crtc: FakeCRTC, now: Int64) {
    if let old = crtc.scanned { check(old, on: crtc, wasQueued: false) }
    crtc.scanned = picture
    if checksBuffers || mappingsReadAsNoise { picture?.handOver(hidden: mappingsReadAsNoise) }
    begin(picture, on: crtc, vblank: crtc.firstVblank(from: now), userData: 0)
  }

  /// Ends what a CRTC shows, which keeps its picture.
  func goDark(_ crtc: FakeCRTC) {
    if let old = crtc.scanned { check(old, on: crtc, wasQueued: false) }
    end(crtc.run, vblank: crtc.firstVblank(from: world.now))
    crtc.run = nil
    crtc.scanned = nil
    crtc.stopCounting(now: world.now)
  }

  /// Notes that a picture, or none, is on screen from a vblank on, and shows it to the observer.
  private func begin(
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
    let corner = corner(of: crtc)
    let firstByte = corner.y * picture.pitch + corner.x * picture.format.bytesPerPixel
    let rowBytes = Int(mode.hdisplay) * picture.format.bytesPerPixel
    let room = picture.buffer.memory.count - firstByte - rowBytes
    guard room >= 0 else { return }
    let rows = min(Int(mode.vdisplay), room / picture.pitch + 1)
    onScanOut(
      ScannedPicture(
        crtc: crtc.id, outputs: outputs(of: crtc), framebuffer: picture.id, userData: userData,
        vblank: vblank, time: time,
        isConsole: picture.isConsole, size: PixelSize(width: Int(mode.hdisplay), height: rows),
        refresh: crtc.refresh,
        format: picture.format, strideBytes: picture.pitch, source: picture,
        firstByte: firstByte))
  }

  private func end(_ run: ScanOutRun?, vblank: UInt64) {
    guard var run else { return }
    run.count = vblank > run.firstVblank ? vblank - run.firstVblank : 0
    record.append(run)
  }

  /// Notes a buffer whose pixels are no longer what was handed over.
  func check(_ framebuffer: FakeFramebuffer, on crtc: FakeCRTC, wasQueued: Bool) {
    guard checksBuffers, framebuffer.wasWritten() else { return }
    violations.append(
      BufferViolation(
        framebuffer: framebuffer.id, vblank: crtc.lastVblank(by: world.now),
        wasQueued: wasQueued))
  }
}
