import Linux

extension Screen {
  /// Puts back what the display showed before, and frees the buffers.
  ///
  /// A flip in flight is waited for by the kernel. Where the earlier picture is gone, or there was
  /// none, the display is turned off, and the console comes back when the card's last user closes
  /// it. Errors leave nothing to try: closing the card does the rest. The screen is of no use
  /// afterwards.
  public func restore() {
    if isLit {
      do { try putBack() } catch {
        statistics.refusals[error, default: 0] += 1
        // Without this the removal of the framebuffers would darken it as well, only less orderly.
        try? device.setCRTC(choice.crtc, framebuffer: 0, x: 0, y: 0, connectors: [], mode: nil)
      }
      isLit = false
    }
    // Left over from the flip that the mode set waited for.
    _ = try? device.readEvents()
    machine = FlipMachine(
      bufferCount: Self.bufferCount, crtc: choice.crtc, period: clock.nominalPeriod)
    buffers.removeAll()
  }

  private func putBack() throws(Errno) {
    let saved = choice.savedCRTC
    guard saved.framebuffer != 0, let mode = saved.mode else { throw .notFound }
    let connectors =
      choice.savedConnectors.isEmpty ? [choice.connector.id] : choice.savedConnectors
    try device.setCRTC(
      choice.crtc, framebuffer: saved.framebuffer, x: saved.x, y: saved.y,
      connectors: connectors, mode: mode)
  }

  /// Makes the display black, waiting until it is.
  ///
  /// It stays so while this screen lives. At the end of the program the kernel removes the black
  /// buffer: while another program has the card open, the display stays dark; else the kernel's
  /// console takes it, with whatever text is on it.
  ///
  /// - Throws: a sentence where the kernel refuses.
  public func black() throws(DisplayError) {
    guard isLit, let index = machine.drawable, index < buffers.count else { return }
    buffers[index].clear()
    machine.drawn(index)
    // Not a flip: a mode set is complete when it returns, and waits for a flip in flight.
    _ = try perform(machine.submitByModeSet(), now: time.now)
  }
}
