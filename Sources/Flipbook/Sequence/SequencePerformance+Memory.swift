import Frames
import KMS
import Linux
import Pixels

/// What decoded frames take, alone or among others that share a budget.
extension SequencePerformance {
  var neededMemory: MemoryShares.Claim? {
    guard !isReleased else { return MemoryShares.Claim(least: 0, most: 0, limit: 0) }
    return window.need.map { MemoryShares.Claim(least: $0.least, most: $0.most) }
  }

  var takenMemory: (budget: Int, bytes: Int) {
    let budget = isWindowClosed ? 0 : budget
    return (budget, max(budget, window.usedBytes))
  }

  func take(budget bytes: Int, isFinal: Bool) {
    budget = bytes
    ceiling = isFinal ? nil : max(bytes, ceiling ?? bytes)
    if !isWindowClosed { fitMemory() }
  }

  func releaseWindow() {
    guard !isWindowClosed else { return }
    keepFigures()
    isWindowClosed = true
    // Without waiting for what is being decoded: others play.
    window.leave()
  }

  /// Memory has become short, or is no longer; or the budget is another.
  func fitMemory() {
    let present = shortage.budget(of: budget)
    if present < budget, present < window.budget {
      window.shrink(to: present)
    } else {
      window.resize(to: present, ceiling: ceiling)
    }
  }
}

extension MemoryShares.Claim {
  /// What frames of an output take before one was looked at: two as large as its screen.
  init(_ output: OutputChoice) {
    let bytes = 2 * Bitmap.byteCount(size: output.size, format: .argb8888)
    self.init(least: bytes, most: bytes)
  }
}
