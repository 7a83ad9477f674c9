import Frames
import Glibc
import Linux

/// What a person is told in the log.
extension SequencePerformance {
  /// Tells what the window has found: bad frames, and a budget that is too small.
  func collectNotices() {
    for notice in window.collect() {
      switch notice {
      case .badFrame(let index, let name, let reason):
        tellBad(name, index, reason)
        tell(.bad(index: index, name: name, reason: reason, time: loop.now))
      case .exceedsBudget(let held, let frames, let budget):
        log(
          "--cache all: only \(held) of \(frames) frames fit the budget of \(budget) bytes; "
            + "the others are decoded as they are due. Raise --budget to hold them all.")
      }
    }
  }

  /// Names a bad frame; a long row of them is cut, for a log is not to be flooded.
  private func tellBad(_ name: String, _ index: Int, _ reason: String) {
    badFramesTold += 1
    if badFramesTold <= Self.mostBadFramesTold {
      log(Self.sentence(name, index, reason))
    } else if badFramesTold == Self.mostBadFramesTold + 1 {
      log(Self.moreBadFrames)
    }
  }

  /// Why a run ends that a bad frame is to end.
  static func stopSentence(_ name: String, _ frame: Int, _ reason: String) -> String {
    "\(sentence(name, frame, reason)) The player stops there, as --on-bad-frame stop asks."
  }

  /// Why a run ends that has nothing to show.
  static func nothingSentence(_ source: String) -> String {
    "No frame of \(source) can be shown; the log names each."
  }

  /// What is said instead of naming still more bad frames.
  static let moreBadFrames =
    "More frames are bad; --events tells each, and flipbook inspect lists them."

  /// What is wrong with a frame, as a sentence.
  static func sentence(_ name: String, _ frame: Int, _ reason: String) -> String {
    "\(name) (frame \(frame)) \(reason)".sentence
  }

  /// Numbers that are missing in a sequence are told once; what is shown in their time is by rule.
  func tellHoles() {
    if let sentence = sequence.holesSentence { log(sentence) }
  }

  /// A person at a terminal sees after a second why there is no picture yet.
  func tellLongWait() {
    guard isTerminal(STDERR_FILENO) else { return }
    _ = loop.schedule(at: loop.now + 1_000_000_000) { [weak self] in
      guard let self, !isLit, !isOver else { return }
      let name = sequence.frames[plan.index].name
      log("Decoding \(name), the first frame, takes a while…")
    }
  }
}

extension String {
  /// Itself with a full stop, where it has no sign at its end.
  var sentence: String { last.map { ".?!".contains($0) } == true ? self : self + "." }
}

extension FrameSequence {
  /// Which numbers are missing, as a sentence; nil where none is.
  var holesSentence: String? {
    guard let first = holes.first else { return nil }
    let missing = missingNumbers
    let which = missing == 1 ? "frame \(first.lowerBound) is" : "\(missing) frames are"
    let from = missing == 1 ? "" : ", the first is \(first.lowerBound)"
    return "\(name): \(which) missing by number\(from); flipbook inspect lists them."
  }
}
