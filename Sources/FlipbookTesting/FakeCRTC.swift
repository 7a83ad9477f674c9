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
    /// Whether its event comes: it does not where none was asked for, or it is lost.
    var sendsEvent: Bool
  }

  let id: UInt32
  /// The mode; nil while off.
  var mode: DisplayMode?
  /// The number of the blob that holds the mode; 0 for none.
  var modeBlob: UInt32 = 0
  /// Whether it runs; one that does not may keep its mode and its picture.
  var isActive = false
  /// Corner of the framebuffer that is at the top left of the screen.
  var corner = PixelPoint.zero
  /// What the last granted call asked for: what the kernel calls the plane's framebuffer.
  var committed: FakeFramebuffer?
  /// What is being scanned out, until the pending flip is done.
  var scanned: FakeFramebuffer?
  var pending: Pending?
  /// Connectors that it feeds.
  var connectors: [UInt32] = []
  /// Whether the next event still tells a vblank from before the mode set.
  var isStale = false
  /// What has been on screen since the last change; its count is open.
  var run: ScanOutRun?

  private var refresh = FakeRefreshRate(60)
  private var gridTime: Int64 = 0
  private var gridSequence: UInt64

  init(id: UInt32, firstSequence: UInt64) {
    self.id = id
    gridSequence = firstSequence
  }

  /// Starts counting vblanks in a mode, the first of them now.
  func light(_ mode: DisplayMode, refresh: FakeRefreshRate, now: Int64) {
    if self.mode != nil { gridSequence = lastVblank(by: now) + 1 }
    self.mode = mode
    self.refresh = refresh
    gridTime = now
  }

  /// Stops counting.
  func darken(now: Int64) {
    if mode != nil { gridSequence = lastVblank(by: now) + 1 }
    mode = nil
    isActive = false
    committed = nil
    scanned = nil
    connectors = []
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
