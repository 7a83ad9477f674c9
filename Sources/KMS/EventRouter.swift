/// Sorts the flip events of one card by the CRTC that they are of, whoever has read them.
///
/// Pure. The kernel queues the events of all CRTCs in one file. What is read for another CRTC is kept until
/// that one asks. Kernels before 4.12 do not say of which CRTC an event is, and none says for which of two
/// screens that had the CRTC one after the other: so the numbers that flips carry are marked, and the mark is
/// taken off again.
struct EventRouter {
  /// What is known of a CRTC that somebody drives.
  private struct Lane {
    var mark: UInt64
    /// The marked number of the flip that the kernel took last.
    var inFlight: UInt64?
    var kept: [FlipEvent] = []
    /// When the first of those was there to be read.
    var firstTime: Int64 = 0
  }

  private var lanes: [UInt32: Lane] = [:]

  /// Begins to keep events for a CRTC; what was kept for it before is forgotten.
  ///
  /// - Parameter number: one that no other screen of the card had.
  mutating func open(_ crtc: UInt32, number: Int) {
    // Screens count their flips from 1: the upper half is free, however long they run.
    lanes[crtc] = Lane(mark: UInt64(number) << 32)
  }

  /// Forgets a CRTC, whose screen is gone; its events are dropped from now on.
  mutating func close(_ crtc: UInt32) { lanes[crtc] = nil }

  /// The number for a flip to carry, so that its event is known.
  func marked(_ userData: UInt64, on crtc: UInt32) -> UInt64 {
    userData ^ (lanes[crtc]?.mark ?? 0)
  }

  /// Takes note of a flip that the kernel took; one is in flight for a CRTC at most.
  mutating func note(flip userData: UInt64, on crtc: UInt32) {
    let number = marked(userData, on: crtc)
    lanes[crtc]?.inFlight = number
  }

  /// Sorts events that were read.
  ///
  /// - Parameters:
  ///   - events: oldest first, with marked numbers.
  ///   - time: when they were there to be read.
  mutating func sort(_ events: [FlipEvent], time: Int64) {
    for var event in events {
      if event.crtc == 0 {
        let number = event.userData
        guard let lane = lanes.first(where: { $0.value.inFlight == number }) else {
          continue
        }
        event.crtc = lane.key
      }
      guard var lane = lanes.removeValue(forKey: event.crtc) else { continue }
      if lane.inFlight == event.userData { lane.inFlight = nil }
      event.userData ^= lane.mark
      if lane.kept.isEmpty { lane.firstTime = time }
      lane.kept.append(event)
      lanes[event.crtc] = lane
    }
  }

  /// The events of a CRTC, oldest first; they are not kept any longer.
  mutating func take(_ crtc: UInt32) -> [FlipEvent] {
    guard var lane = lanes.removeValue(forKey: crtc) else { return [] }
    let events = lane.kept
    lane.kept = []
    lanes[crtc] = lane
    return events
  }

  /// Whether events are kept for anybody.
  var keepsAny: Bool { lanes.values.contains { !$0.kept.isEmpty } }

  /// When the first event that is kept for a CRTC was there to be read; nil for none.
  func firstTime(_ crtc: UInt32) -> Int64? {
    lanes[crtc].flatMap { $0.kept.isEmpty ? nil : $0.firstTime }
  }
}
