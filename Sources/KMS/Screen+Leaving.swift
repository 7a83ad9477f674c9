import Linux

extension Screen {
  /// Puts back what the display showed before, and frees the buffers.
  ///
  /// A flip in flight is waited for by the kernel. Where the earlier picture is gone, or there was
  /// none, the display is turned off, and the console comes back when the card's last user closes
  /// it. Errors leave nothing to try: closing the card does the rest. The screen is of no use
  /// afterwards.
  public func restore() {
    // Without this the removal of the framebuffers would darken it as well, only less orderly.
    if !putBack() { try? path.turnOff() }
    giveUp()
  }

  /// Puts back what the display showed before; `restore` or `giveWay` is still to come.
  ///
  /// - Returns: false where that is gone, or there was none: the last picture is still up.
  public func putBack() -> Bool {
    guard isTaken else { return true }
    claimForLeaving()
    do { try path.putBack() } catch {
      statistics.refusals[error, default: 0] += 1
      return false
    }
    isTaken = false
    return true
  }

  /// Another program may have taken the right to set modes and let it go, and no flip told.
  private func claimForLeaving() {
    // Where another has the display for now, it is not ours to change.
    guard !isPaused, !device.isMaster else { return }
    try? device.setMaster()
  }

  /// Leaves the picture shown last on the display, and frees everything else.
  ///
  /// It stays until the next program shows something, as long as any program has the card open;
  /// else the kernel's console takes the display. Mastership goes, so that the next program can have
  /// it. The screen is of no use afterwards.
  ///
  /// - Returns: false on a kernel before 6.8, which lets no picture outlive its owner, where no other
  ///   program keeps it: the display is dark then.
  public func leavePicture() -> Bool {
    guard isTaken else { return false }
    var isLeft = true
    for index in buffers.indices {
      guard machine.buffers[index] == .front || machine.buffers[index] == .queued else { continue }
      if device.keepsPictures {
        buffers[index].leaveFramebuffer()
        continue
      }
      do { try device.closeFramebuffer(buffers[index].framebuffer) } catch {
        statistics.refusals[error, default: 0] += 1
        isLeft = false
      }
    }
    giveUp()
    // Closing the card gives it up as well, only later.
    try? device.dropMaster()
    return isLeft
  }

  /// Lets go of everything without a word to the kernel, and closes the card: it is gone.
  ///
  /// Its clock goes on telling the time. The screen is of no use afterwards but to be followed.
  public func abandon() {
    isTaken = false
    giveUp()
    device.close()
  }

  /// Lets go of buffers and everything else, and leaves the card to a screen that follows.
  ///
  /// Once that one shows its first picture: until then the display shows this one's last.
  public func giveWay() {
    isTaken = false
    giveUp()
  }

  private func giveUp() {
    isTaken = false
    isLit = false
    // Left over from the flip that the mode set waited for.
    _ = try? device.readEvents()
    machine = FlipMachine(
      bufferCount: Self.bufferCount, crtc: choice.crtc, period: clock.nominalPeriod)
    buffers.removeAll()
    path.release()
  }

  /// Makes the display black, waiting until it is.
  ///
  /// It stays so while this screen lives. At the end of the program the kernel removes the black
  /// buffer: while another program has the card open, the display stays dark; else the kernel's
  /// console takes it, with whatever text is on it.
  ///
  /// - Throws: a sentence where the kernel refuses.
  public func black() throws(DisplayError) {
    guard isTaken else { return }
    claimForLeaving()
    if drawable == nil {
      // Of two buffers one is on screen and the other on its way there: it is once a mode is set.
      _ = perform(machine.relight(now: time.now), now: time.now)
    }
    guard let index = drawable else { return }
    buffers[index].clear()
    machine.drawn(index)
    damage.notePicture()
    // Not a flip: a mode set is complete when it returns, and waits for a flip in flight.
    if case .trouble(let trouble) = perform(machine.submitByModeSet(), now: time.now) {
      throw trouble.error
    }
  }
}
