public import Pixels

/// What `flipbook inspect` says of a sequence: read from headers, or from every pixel.
public struct SequenceReport: Sendable, Hashable {
  /// How many files are of one size.
  public struct SizeCount: Sendable, Hashable {
    /// The size that the files say.
    public let size: PixelSize
    /// Files of that size.
    public let files: Int
  }

  /// How many files are of one kind.
  public struct KindCount: Sendable, Hashable {
    /// PNG or JPEG.
    public let kind: PictureKind
    /// Files of that kind.
    public let files: Int
  }

  /// A frame that cannot be shown.
  public struct BadFrame: Sendable, Hashable {
    /// Its place in the sequence, from 0.
    public let index: Int
    /// Its file's name.
    public let name: String
    /// What is the matter, to go behind the name.
    public let reason: String
  }

  /// The source as the user named it.
  public let name: String
  /// Frames as they are played, those held over holes included.
  public let frames: Int
  /// Different files among them.
  public let files: Int
  /// Numbers that are missing.
  public let holes: [ClosedRange<Int>]
  /// Names that were left out and why.
  public let passedOver: [String]
  /// Sizes, the most frequent first.
  public let sizes: [SizeCount]
  /// Kinds, the most frequent first.
  public let kinds: [KindCount]
  /// Frames that cannot be shown, in playing order.
  public let badFrames: [BadFrame]
  /// Bytes of all files that can be shown.
  public let fileBytes: Int
  /// Bytes of all their frames, decoded for the screen.
  public let decodedBytes: Int
  /// The most bytes that one frame takes while it is decoded.
  public let peakBytes: Int
  /// The window's budget in bytes.
  public let budget: Int
  /// Files that the window holds at a time, at the worst place of the sequence.
  public let heldFiles: Int

  /// Whether every frame is held, and so decoded once.
  public var fitsBudget: Bool { heldFiles == files - badFrames.count }

  /// Reads a sequence's headers.
  ///
  /// - Parameters:
  ///   - sequence: from `FrameSource`.
  ///   - layout: the screen that it would play on.
  ///   - budget: of the window, in bytes.
  ///   - checksPixels: decodes every frame too; finds data that is damaged or ends early.
  ///   - progress: called with the number of files that were read, after each.
  public init(
    of sequence: FrameSequence, layout: FrameLayout, budget: Int, checksPixels: Bool = false,
    progress: (Int) -> Void = { _ in }
  ) {
    let firsts = sequence.firsts
    let decoder = FrameDecoder()
    let pool = BitmapPool(limit: budget)
    var sizes: [PixelSize: Int] = [:]
    var kinds: [PictureKind: Int] = [:]
    var costs: [DecodeCost] = []
    var badFrames: [BadFrame] = []
    var fileBytes = 0
    for (read, index) in firsts.enumerated() {
      let frame = sequence.frames[index]
      do throws(DecodeError) {
        let header = try decoder.header(path: frame.path)
        let cost = try decoder.cost(path: frame.path, layout: layout)
        if cost.peakBytes > budget {
          throw DecodeError(
            path: frame.path,
            reason: .overBudget(
              width: header.size.width, height: header.size.height, needed: cost.peakBytes,
              limit: budget))
        }
        if checksPixels {
          _ = try decoder.decode(
            path: frame.path, layout: layout, memoryLimit: budget, pool: pool)
        }
        sizes[header.size, default: 0] += 1
        kinds[header.kind, default: 0] += 1
        fileBytes += header.fileBytes
        costs.append(cost)
      } catch {
        badFrames.append(BadFrame(index: index, name: frame.name, reason: error.problem))
      }
      progress(read + 1)
    }
    name = sequence.name
    frames = sequence.frames.count
    files = firsts.count
    holes = sequence.holes
    passedOver = sequence.passedOver
    self.sizes = sizes.map { SizeCount(size: $0.key, files: $0.value) }.sorted {
      ($1.files, $0.size.width, $0.size.height) < ($0.files, $1.size.width, $1.size.height)
    }
    self.kinds = kinds.map { KindCount(kind: $0.key, files: $0.value) }.sorted {
      ($1.files, $0.kind.rawValue) < ($0.files, $1.kind.rawValue)
    }
    self.badFrames = badFrames
    self.fileBytes = fileBytes
    decodedBytes = costs.reduce(0) { $0 + $1.resultBytes }
    peakBytes = costs.reduce(0) { max($0, $1.peakBytes) }
    self.budget = budget
    heldFiles = Self.heldFiles(costs, budget: budget)
  }

  /// The fewest neighbours, over all places of a loop, that are held with room to decode another.
  static func heldFiles(_ costs: [DecodeCost], budget: Int) -> Int {
    let results = costs.map(\.resultBytes)
    let transient = costs.reduce(0) { max($0, $1.peakBytes - $1.resultBytes) }
    let room = budget - transient
    if results.reduce(0, +) <= room { return results.count }
    var fewest = results.count
    var sum = 0
    var end = 0
    for start in results.indices {
      while end < start + results.count, sum + results[end % results.count] <= room {
        sum += results[end % results.count]
        end += 1
      }
      fewest = min(fewest, end - start)
      if end > start { sum -= results[start] } else { end = start + 1 }
    }
    return max(fewest, results.isEmpty ? 0 : 1)
  }
}
