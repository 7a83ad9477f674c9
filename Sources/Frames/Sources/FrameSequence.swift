/// The frames of one source in playing order, and what was noticed while they were gathered.
public struct FrameSequence: Sendable {
  /// The source as the user named it.
  public let name: String
  /// The frames in playing order; never empty when it comes from `FrameSource`.
  public let frames: [FrameReference]
  /// Numbers that are missing between the first and the last, in order.
  ///
  /// Where a folder holds several numberings, those of each follow one another.
  public let holes: [ClosedRange<Int>]
  /// Names that were left out, each with its reason: "notes.txt: not a PNG or JPEG".
  public let passedOver: [String]

  /// Makes a sequence from its parts.
  public init(
    name: String, frames: [FrameReference], holes: [ClosedRange<Int>] = [],
    passedOver: [String] = []
  ) {
    self.name = name
    self.frames = frames
    self.holes = holes
    self.passedOver = passedOver
  }

  /// How many numbers are missing.
  public var missingNumbers: Int { holes.missingNumbers }

  /// The first frame of each run of the same file: a hole's frames are decoded once.
  var firsts: [Int] {
    Array(frames.indices.lazy.filter { $0 == 0 || frames[$0].path != frames[$0 - 1].path })
  }
}

/// One frame of a sequence: the file that it comes from.
public struct FrameReference: Sendable, Hashable {
  /// The path of the file, as it can be opened.
  public let path: String
  /// The frame's number in its file name; nil where the name has none.
  ///
  /// A frame that is held over a hole has the hole's number and the path of the frame before.
  public let number: Int?

  /// Makes a reference to a file.
  public init(path: String, number: Int? = nil) {
    self.path = path
    self.number = number
  }

  /// The file's name without its folder, as messages say it.
  public var name: String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }
}

extension [ClosedRange<Int>] {
  /// How many numbers lie in ranges together; `Int.max` where that is too small to say.
  public var missingNumbers: Int {
    reduce(0) { sum, range in
      let (longer, isTooLong) = sum.addingReportingOverflow(range.count)
      return isTooLong ? .max : longer
    }
  }
}
