import KMS
import Linux
import Pixels

/// The part of a simulated card that reads pixels out to a display.
final class FakeCRTC {
  /// A flip that waits for its vblank.
  struct Pending {
    /// The picture; nil to have none.
    var framebuffer: FakeFramebuffer?
    var userData: UInt64
    /// When it will be done, and the number of the vblank at which it is.
    var time: Int64
    var vblank: UInt64
    /// Who gets the event; nil where none was asked for, or its file was closed.
    var file: FakeFile?
    /// Whether the event never comes although it was asked for.
    var isLost = false
    /// Whether it takes longer than it should.
    var isLate = false
  }

  let id: UInt32
  /// The mode; nil while disabled.
  var mode: DisplayMode?
  /// The number of the blob that holds the mode; 0 for none.
  var modeBlob: UInt32 = 0
  /// Whether it runs; one that does not may keep its mode and its picture.
  var isActive = false
  /// What is being scanned out, until the pending flip is done.
  var scanned: FakeFramebuffer?
  var pending: Pending?
  /// Connectors that it feeds.
  var connectors: [UInt32] = []
  /// Whether the next event still tells a vblank from before the mode set.
  var isStale = false
  /// How many numbers the count that programs are told has passed over.
  var skipped: UInt64 = 0
  /// What has been on screen since the last change; its count is open.
  var run: ScanOutRun?

  /// How often there is a vblank.
  private(set) var refresh = FakeRefreshRate(60)
  private var gridTime: Int64 = 0
  private var gridSequence: UInt64

  init(id: UInt32, firstSequence: UInt64) {
    self.id = id
    gridSequence = firstSequence
  }

  /// Starts counting vblanks at a rate, the first of them now.
  func light(refresh: FakeRefreshRate, now: Int64) {
    stopCounting(now: now)
    self.refresh = refresh
    gridTime = now
    isActive = true
  }

  /// Keeps the number of the last vblank, so that they go on from it.
  func stopCounting(now: Int64) {
    if isActive { gridSequence = lastVblank(by: now) + 1 }
    isActive = false
    gridTime = now
  }

  /// The number of the last vblank by `time`.
  func lastVblank(by time: Int64) -> UInt64 {
    gridSequence + (refresh.lastRefresh(by: time - gridTime) ?? 0)
  }

  /// The number of the first vblank at or after `time`.
  func firstVblank(from time: Int64) -> UInt64 {
    let last = lastVblank(by: time)
    return self.time(of: last) >= time ? last : last + 1
  }

  /// When a vblank is, in nanoseconds.
  func time(of vblank: UInt64) -> Int64 {
    gridTime + refresh.nanoseconds(toRefresh: vblank - gridSequence)
  }

  /// When the vblank count was started, and its number then.
  var gridStart: (time: Int64, vblank: UInt64) { (gridTime, gridSequence) }
}
