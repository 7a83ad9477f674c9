public import Pixels

/// Why a frame cannot be shown, as a sentence without the frame's name.
public struct FrameFault: Error, Sendable, Hashable {
  /// The sentence.
  public let reason: String

  /// Makes a fault from its sentence.
  public init(_ reason: String) { self.reason = reason }
}

/// What a frame takes: told from its header, before memory is taken.
public struct FrameCost: Sendable, Hashable {
  /// Bytes of the finished picture.
  public var resultBytes: Int
  /// The most bytes in use at a time while it is decoded, the finished picture included.
  public var peakBytes: Int

  /// Makes a cost; the peak is never less than the result.
  public init(resultBytes: Int, peakBytes: Int) {
    self.resultBytes = resultBytes
    self.peakBytes = max(resultBytes, peakBytes)
  }
}

/// How a window's workers turn frames into pictures; called on their threads, several at a time.
public struct FrameWork: Sendable {
  /// Tells what a frame takes, from its header.
  public let cost: @Sendable (Int) throws(FrameFault) -> FrameCost
  /// Decodes a frame within so many bytes; pixels come from the pool.
  public let decode: @Sendable (Int, Int, BitmapPool) throws(FrameFault) -> FittedPicture

  /// Makes a way of decoding from its two steps.
  ///
  /// - Parameters:
  ///   - cost: given a frame's index, what it takes.
  ///   - decode: given a frame's index, a limit in bytes and the pool, its picture.
  public init(
    cost: @escaping @Sendable (Int) throws(FrameFault) -> FrameCost,
    decode: @escaping @Sendable (Int, Int, BitmapPool) throws(FrameFault) -> FittedPicture
  ) {
    self.cost = cost
    self.decode = decode
  }
}
