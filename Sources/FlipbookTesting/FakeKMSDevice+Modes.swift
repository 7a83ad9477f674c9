import Glibc
public import KMS
public import Linux
import Pixels

extension FakeKMSDevice {
  /// Lights a CRTC or turns it off, with the checks of the kernel in their order.
  ///
  /// Waits for a pending flip: sleeps on a real clock, moves a virtual one on.
  public func setCRTC(
    _ id: UInt32, framebuffer: UInt32, x: UInt32, y: UInt32, connectors: [UInt32],
    mode: DisplayMode?
  ) throws(Errno) {
    try requireMaster()
    settle()
    guard x < 65_536, y < 65_536 else { throw .outOfRange }
    let crtc = try crtcObject(id)
    let corner = PixelPoint(x: Int(x), y: Int(y))
    var picture: FakeFramebuffer?
    if let mode {
      picture = try self.picture(framebuffer, for: crtc, corner: corner, mode: mode)
    }
    guard connectors.isEmpty == (mode == nil), connectors.count <= connectorNumbers.count else {
      throw .invalidArgument
    }
    for connector in connectors {
      guard connectorNumbers.contains(connector) else { throw .notFound }
    }
    for (index, connector) in connectorNumbers.enumerated() where connectors.contains(connector) {
      guard mayFeed(crtc: crtc, output: index) else { throw .invalidArgument }
    }
    finishPending(of: crtc)
    guard let mode else { return turnOff(crtc) }
    takeConnectors(connectors, for: crtc)
    crtc.corner = corner
    // One moment for both: a grid that starts now has its first vblank with the picture.
    let now = clock.now
    if crtc.mode?.hasSameTiming(as: mode) != true || !crtc.isActive {
      crtc.light(mode, refresh: refresh(of: mode, connectors: connectors), now: now)
      crtc.isStale = faults.staleFirstTimestamp
    }
    crtc.isActive = true
    setModeBlob(of: crtc)
    show(picture, on: crtc, now: now)
  }

  /// Keeps the mode as the kernel does for who asks for properties.
  private func setModeBlob(of crtc: FakeCRTC) {
    let bytes = crtc.mode?.kernelBytes ?? []
    guard blobs[crtc.modeBlob]?.bytes != bytes else { return }
    if blobs[crtc.modeBlob]?.isOurs == false { blobs[crtc.modeBlob] = nil }
    crtc.modeBlob = newNumber()
    blobs[crtc.modeBlob] = (bytes, false)
  }

  /// The framebuffer that a mode set names, once the kernel's checks have passed.
  private func picture(
    _ id: UInt32, for crtc: FakeCRTC, corner: PixelPoint, mode: DisplayMode
  ) throws(Errno) -> FakeFramebuffer {
    let keeps = id == .max
    guard let picture = keeps ? crtc.committed : framebuffers[id] else {
      throw keeps ? .invalidArgument : .notFound
    }
    guard mode.isTakenByKernel, configuration.scanOutFormats.contains(picture.format) else {
      throw .invalidArgument
    }
    guard picture.size.holds(mode, at: corner) else { throw .noSpace }
    return picture
  }

  /// Takes connectors from other CRTCs; one that is left without any turns off.
  private func takeConnectors(_ connectors: [UInt32], for crtc: FakeCRTC) {
    for other in crtcs where other !== crtc && other.mode != nil {
      other.connectors.removeAll { connectors.contains($0) }
      if other.connectors.isEmpty {
        finishPending(of: other)
        turnOff(other)
      }
    }
    crtc.connectors = connectors
  }

  func refresh(of mode: DisplayMode, connectors: [UInt32]) -> FakeRefreshRate {
    for (index, connector) in connectorNumbers.enumerated() where connectors.contains(connector) {
      let modes = configuration.outputs[index].modes
      if let listed = modes.first(where: { $0.timing.hasSameTiming(as: mode) }) {
        return listed.refresh
      }
    }
    return mode.statedRefresh
  }

  /// Waits until a pending flip is done.
  func finishPending(of crtc: FakeCRTC) {
    guard let time = crtc.pending?.time else { return }
    if clock.isVirtual {
      clock.advance(to: time)
    } else {
      var deadline = timespec(
        tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
      while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, nil) == EINTR {}
    }
    settle()
  }

  /// Puts a picture, or none, up from the next vblank on, as a mode set or a removal does.
  func show(_ picture: FakeFramebuffer?, on crtc: FakeCRTC, now: Int64) {
    if let old = crtc.scanned { check(old, on: crtc, wasQueued: false) }
    crtc.committed = picture
    crtc.scanned = picture
    if checksBuffers { picture?.checksum = picture?.sum() }
    begin(picture, on: crtc, vblank: crtc.firstVblank(from: now), userData: 0)
  }

  func turnOff(_ crtc: FakeCRTC) {
    guard crtc.mode != nil else { return }
    if let old = crtc.scanned { check(old, on: crtc, wasQueued: false) }
    end(crtc.run, vblank: crtc.firstVblank(from: clock.now))
    crtc.run = nil
    crtc.modeBlob = 0
    crtc.darken(now: clock.now)
  }

  /// Lights the first output before the program comes, with a picture that is the kernel's own.
  func lightConsole() {
    let outputs = configuration.outputs
    guard let index = outputs.firstIndex(where: { $0.status == .connected && !$0.modes.isEmpty }),
      let crtc = crtcs.first(where: { mayFeed(crtc: $0, output: index) }),
      let format = configuration.scanOutFormats.first
    else { return }
    let mode = outputs[index].modes[0]
    let size = PixelSize(width: Int(mode.timing.hdisplay), height: Int(mode.timing.vdisplay))
    let pitch = size.width * format.bytesPerPixel
    guard let buffer = try? FakeBuffer(size: UInt64(pitch * size.height)) else { return }
    let console = FakeFramebuffer(
      id: newNumber(), size: size, format: format, pitch: pitch, buffer: buffer, isConsole: true)
    framebuffers[console.id] = console
    crtc.connectors = [connectorNumbers[index]]
    let now = clock.now
    crtc.light(mode.timing, refresh: mode.refresh, now: now)
    crtc.isActive = true
    setModeBlob(of: crtc)
    show(console, on: crtc, now: now)
  }
}

extension PixelSize {
  /// Whether a mode fits in from a corner on.
  func holds(_ mode: DisplayMode, at corner: PixelPoint) -> Bool {
    corner.x + Int(mode.hdisplay) <= width && corner.y + Int(mode.vdisplay) <= height
  }
}
