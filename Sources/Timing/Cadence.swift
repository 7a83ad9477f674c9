/// How the frames of a rate fall on the vblanks of a display.
public struct Cadence: Sendable, Hashable, CustomStringConvertible {
  /// Vblanks that each frame is shown for, over the shortest stretch that repeats; empty if none
  /// of up to 12 frames does.
  public let pattern: [Int]
  /// How far into a vblank's period its frame is chosen, in periods.
  ///
  /// Frames change at certain fractions of the period; the choice is made in the middle between
  /// two such fractions, where jitter of the clock cannot turn it.
  public let samplingOffset: Double
  private let vblanksPerFrame: Double

  /// Works out the cadence of a frame rate on a display whose vblanks are `period` ns apart.
  public init(rate: FrameRate, period: Double) {
    vblanksPerFrame = rate.frameNanoseconds / period
    var pattern: [Int] = []
    var offset = 0.25
    for frames in 1...12 {
      let vblanks = vblanksPerFrame * Double(frames)
      // Equal to a vblank in a minute is as equal as the clocks of a display and a computer get.
      guard vblanks.rounded() > 0, abs(vblanks - vblanks.rounded()) / vblanks < 1.0 / 3600
      else { continue }
      offset = 0.5 / Double(frames)
      let exact = vblanks.rounded() / Double(frames)
      let edges = (0...frames).map { Int((Double($0) * exact - offset).rounded(.up)) }
      pattern = zip(edges, edges.dropFirst()).map { $1 - $0 }
      break
    }
    self.pattern = pattern
    samplingOffset = offset
  }

  /// "2 vblanks a frame", "3:2 vblanks a frame", or the mean where no short pattern fits.
  public var description: String {
    if pattern.isEmpty {
      let hundredths = Int((vblanksPerFrame * 100).rounded())
      let fraction = hundredths % 100
      return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) vblanks a frame, uneven"
    }
    let counts = pattern.map(String.init).joined(separator: ":")
    return counts == "1" ? "1 vblank a frame" : "\(counts) vblanks a frame"
  }
}
