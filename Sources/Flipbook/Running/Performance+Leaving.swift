import Frames
import KMS
import Linux

/// The end of a run.
extension Performance {
  /// Leaves the display as asked, and tells those who watch.
  ///
  /// - Returns: what of that could not be done; nil for nothing.
  func leave() -> PlayerError? {
    var failure: PlayerError?
    let members = members
    for member in members { member.stopShowing() }
    finder.close()
    // First of all the display: the last frame has had its time.
    // One that is to be exchanged for another is up still.
    keeper.leave(members.compactMap { $0.isAway ? $0.retired : $0.screen })
    inputOpening?.cancel()
    inputDevices?.close()
    statistics.wakeUps = loop.wakeUps
    for member in members { member.complete() }
    if let ensemble {
      statistics.gather(
        members.map { ($0.display.choice.connector.name, $0.statistics) },
        leader: members.firstIndex { $0 === self } ?? 0, peak: ensemble.setting.ledger.peakBytes)
    }
    loop.forgetTimers()
    // The display is as it should be. What is left may wait for a disk or a reader, and a signal
    // ends that.
    loop.releaseSignals()
    for member in members {
      do {
        try member.observers.finish()
      } catch {
        if failure == nil { failure = error }
      }
    }
    return failure
  }

  private func stopShowing() {
    tellLeaving()
    stopTimers()
    stopListening()
    observers.end(vblank: screen.clock.vblank(after: loop.now))
    if !isAway { retired.take()?.giveWay() }
  }

  private func complete() {
    statistics.modeSets = screen.statistics.modeSets
    statistics.kms = screen.interface.rawValue
    statistics.driver = display.device.driverName
    statistics.measuredRefresh = 1e9 / screen.period
    close()
  }
}
