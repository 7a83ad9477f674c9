public import Pixels

/// Why a frame cannot be shown, as what is said after its name: "is truncated; …", without a stop.
public struct FrameFault: Error, Sendable, Hashable {
  /// What is said after the frame's name.
  public let reason: String

  /// Makes a fault from what is said after the frame's name.
  public init(_ reason: String) { self.reason = reason }
}

/// Turns frames into pictures; each worker's thread has one of its own.
public protocol FrameWorker: AnyObject {
  /// Tells what a frame takes, from its header.
  ///
  /// - Throws: why it cannot be shown.
  func cost(of frame: Int) throws(FrameFault) -> DecodeCost

  /// Decodes a frame.
  ///
  /// - Parameters:
  ///   - frame: its index in the sequence.
  ///   - memoryLimit: bytes that may be in use at a time, the picture included.
  ///   - pool: where the picture's memory comes from.
  /// - Throws: why it cannot be shown.
  func picture(
    of frame: Int, memoryLimit: Int, pool: BitmapPool
  ) throws(FrameFault) -> FittedPicture
}
