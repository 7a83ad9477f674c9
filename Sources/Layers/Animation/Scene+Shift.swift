extension Scene {
  /// Moves all times of animations and turns, those of starts and notices too: for whoever lets the
  /// scene's clock stand still until its first picture is seen, and then go on by so much.
  package func shift(by nanoseconds: Int64) {
    guard nanoseconds != 0 else { return }
    timeline.shift(by: nanoseconds)
    noteChange()
  }
}

extension Timeline {
  fileprivate func shift(by nanoseconds: Int64) {
    for run in runs { run.shift(by: nanoseconds) }
    for layer in spinning {
      // Read whole and written whole: the left side of an assignment is held while the right is read.
      guard var spin = layer.spin else { continue }
      spin.start = spin.start?.shifted(by: nanoseconds)
      spin.stop = spin.stop?.shifted(by: nanoseconds)
      layer.spin = spin
    }
    notices = notices.map {
      Notice(
        time: $0.time.shifted(by: nanoseconds), order: $0.order, kind: $0.kind, call: $0.call)
    }
    if latest != .min { advance(to: latest + nanoseconds) }
  }
}

extension Int64 {
  /// A time so much later; beyond the clock's ends, those.
  func shifted(by nanoseconds: Int64) -> Int64 {
    Int64(clamping: Int128(self) + Int128(nanoseconds))
  }
}
