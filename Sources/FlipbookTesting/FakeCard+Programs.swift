import KMS
import Linux
import Pixels

/// What other programs, and the kernel's console, do with a card.
extension FakeCard {
  /// Has another program take the right to set modes, and with `clearsScreen` all pictures away.
  public func letAnotherTakeMaster(clearsScreen: Bool = false) {
    settle()
    guard !isGone else { return }
    master.seize(theOther())
    note(.otherMaster)
    if clearsScreen { clearScreen() }
  }

  private func clearScreen() {
    if isPostponed({ $0.clearScreen() }) { return }
    note(.otherClearing)
    for crtc in crtcs where crtc.isActive {
      finishPending(of: crtc)
      primary(of: crtc)?.state = FakeCommit.Plane()
      show(nil, on: crtc, now: world.now)
    }
    forgetFramebuffers()
  }

  /// Has the other program let go; nobody is master then.
  public func letAnotherDropMaster() {
    settle()
    guard let other else { return }
    master.leave(other)
    note(.otherLeaving)
  }

  /// Has the other program become master and show a picture of its own wherever something is shown.
  public func letAnotherShowPicture() {
    settle()
    guard !isGone else { return }
    let file = theOther()
    master.seize(file)
    if isPostponed({ $0.letAnotherShowPicture() }) { return }
    note(.otherPicture)
    for crtc in crtcs where crtc.isActive {
      guard let mode = crtc.mode, let picture = picture(filling: mode, owner: file) else {
        continue
      }
      light(crtc, mode, crtc.connectors, with: picture)
    }
  }

  /// Has the other program end: what it shows goes dark, and what it holds is free.
  public func letAnotherEnd() {
    settle()
    if isPostponed({ $0.letAnotherEnd() }) { return }
    guard let other else { return }
    close(other)
    self.other = nil
    note(.otherLeaving)
  }

  /// Has something that waits for pending flips done once they are, where a script asks for it.
  private func isPostponed(_ action: @escaping (FakeCard) -> Void) -> Bool {
    guard world.isScripted, let last = crtcs.compactMap({ $0.pending?.time }).max() else {
      return false
    }
    world.schedule(at: last) { [weak self] in
      if let self { action(self) }
    }
    return true
  }

  private func theOther() -> FakeFile {
    if let other { return other }
    let file = FakeFile(isPrivileged: true)
    files.append(file)
    other = file
    return file
  }

  // MARK: - The console

  /// Has the kernel's console take the screen, as text on the terminal in front does, whoever is
  /// master: the first display that is there gets it, all else goes dark.
  public func showConsole() {
    settle()
    guard !isGone, !isPostponed({ $0.showConsole() }) else { return }
    note(.console)
    showConsoleNow()
  }

  func showConsoleIfAny() { if configuration.consoleIsLit { showConsoleNow() } }

  func showConsoleNow() {
    let lit = connectors.first {
      $0.isPresent && $0.output.status == .connected && !$0.output.modes.isEmpty
        && !$0.output.isNonDesktop
    }
    guard let lit, let crtc = crtcs.first(where: { mayFeed(lit, from: $0) }) else { return }
    let mode = lit.output.modes[0].timing
    if console.map({ !$0.size.holds(mode, at: .zero) }) ?? true {
      if let console { framebuffers[console.id] = nil }
      console = picture(filling: mode, owner: nil)
    }
    guard let console else { return }
    for other in crtcs where other !== crtc && (other.mode != nil || picture(of: other) != nil) {
      turnOff(other)
    }
    light(crtc, mode, [lit.id], with: console)
  }

  private func turnOff(_ crtc: FakeCRTC) {
    var next = proposal()
    next.turnOff(crtc.id)
    if let plane = primary(of: crtc) { next.planes[plane.id] = FakeCommit.Plane() }
    next.isInstant = true
    make(next)
  }

  private func light(
    _ crtc: FakeCRTC, _ mode: DisplayMode, _ fed: [UInt32], with picture: FakeFramebuffer
  ) {
    guard let plane = primary(of: crtc) else { return }
    var next = proposal()
    for connector in fed { next.feed(connector, from: crtc.id) }
    next.light(
      crtc.id, mode, blob: modeBlob(mode, present: crtc.modeBlob), plane: plane.id,
      with: picture, x: 0, y: 0)
    next.mended.formUnion(fed)
    make(next)
  }

  private func make(_ next: FakeCommit) {
    do { try perform(next, flags: .allowModeSet) } catch {
      fatalError("The simulated card refuses what it asks of itself: \(error).")
    }
  }

  /// A picture of a mode's size in the first format there is.
  private func picture(filling mode: DisplayMode, owner: FakeFile?) -> FakeFramebuffer? {
    guard let format = configuration.scanOutFormats.first else { return nil }
    let size = PixelSize(width: Int(mode.hdisplay), height: Int(mode.vdisplay))
    let pitch = size.width * format.bytesPerPixel
    guard let buffer = try? FakeBuffer(size: UInt64(pitch * size.height)) else { return nil }
    let picture = FakeFramebuffer(
      id: newNumber(), size: size, format: format, pitch: pitch, buffer: buffer, owner: owner,
      isConsole: owner == nil)
    framebuffers[picture.id] = picture
    return picture
  }
}

extension FakeCommit {
  /// Lights a CRTC with a picture from a corner on, as SETCRTC does.
  mutating func light(
    _ crtc: UInt32, _ mode: DisplayMode, blob: UInt32, plane: UInt32,
    with picture: FakeFramebuffer, x: Int64, y: Int64
  ) {
    touch(crtc)
    touchedPlanes.insert(plane)
    crtcs[crtc]?.isActive = true
    crtcs[crtc]?.mode = mode
    crtcs[crtc]?.modeBlob = blob
    let (width, height) = (Int64(mode.hdisplay), Int64(mode.vdisplay))
    planes[plane] = Plane(
      crtc: crtc, framebuffer: picture, target: FakeArea(width: width, height: height),
      source: FakeArea(x: x << 16, y: y << 16, width: width << 16, height: height << 16))
    isInstant = true
  }
}
