public import Linux

/// Why a file did not become a picture; its description is a sentence that names the file.
public struct DecodeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public enum Reason: Error, Hashable, Sendable {
    /// The system would not open or read it.
    case unreadable(Errno)
    /// It is a directory, pipe, socket or device.
    case notRegularFile
    /// It holds no bytes.
    case empty
    /// Its first bytes are of no picture that is known.
    case notPicture
    /// It is a picture of a kind that is not read.
    case unsupported(PictureKind)
    /// It ends before its picture does; in the decoder's words.
    case truncated(PictureKind, String)
    /// The decoder refused it; in the decoder's words.
    case damaged(PictureKind, String)
    /// It is a JPEG whose colours are sampled as TurboJPEG does not read them.
    case oddSampling
    /// It has more pixels than are ever decoded for one frame.
    case tooManyPixels(width: Int, height: Int)
    /// Decoding it takes more memory than it may have, in bytes.
    case overBudget(width: Int, height: Int, needed: Int, limit: Int)
    /// So many of its first bytes do not get to the picture.
    case fatMetadata(mostBytes: Int)
    /// The system has no memory left.
    case noMemory
  }

  /// The file.
  public let path: String
  /// What went wrong.
  public let reason: Reason

  /// Makes an error about a file.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// The file and what is the matter with it, without a full stop.
  public var description: String { "\(path) \(problem)" }

  /// What is the matter, to go behind the file's name.
  public var problem: String {
    switch reason {
    case .unreadable(let error): "cannot be read: \(error)"
    case .notRegularFile: "is not a regular file; give a PNG or JPEG file"
    case .empty: "is empty; was it written to its end?"
    case .notPicture: "is not a picture that Flipbook reads (PNG or JPEG)"
    case .unsupported(let kind):
      "is a \(kind.name) picture, which Flipbook does not read; convert it to PNG or JPEG"
    case .truncated(let kind, let message):
      "is truncated: \(kind.decoderName) says \"\(message)\"; was it written to its end?"
    case .damaged(let kind, let message):
      "is damaged: \(kind.decoderName) says \"\(message)\"; write it again"
    case .oddSampling:
      "has a chroma sampling that libjpeg-turbo does not read; write it again with 4:4:4, 4:2:2 or "
        + "4:2:0"
    case .tooManyPixels(let width, let height):
      "is \(width)x\(height), more than the \(DecodePlan.mostPixels / 1_000_000) million pixels that "
        + "Flipbook decodes for one frame; use a smaller picture"
    case .overBudget(let width, let height, let needed, let limit):
      "is \(width)x\(height): decoding needs \(Self.size(needed)), the budget is "
        + "\(Self.size(limit)); raise --budget or use a smaller picture"
    case .fatMetadata(let mostBytes):
      "has no picture in its first \(Self.size(mostBytes)); write it again without its metadata"
    case .noMemory:
      "cannot be decoded: the system has no memory left; lower --budget or end other programs"
    }
  }

  /// Bytes in the unit that gives one to four digits: "64 MiB", "14.4 GiB".
  private static func size(_ bytes: Int) -> String {
    var unit = 1
    var name = "bytes"
    for larger in ["KiB", "MiB", "GiB", "TiB", "PiB"] where bytes / unit >= 1024 {
      unit *= 1024
      name = larger
    }
    let tenths = bytes / unit * 10 + bytes % unit * 10 / unit
    let fraction = tenths % 10 == 0 || unit == 1 ? "" : ".\(tenths % 10)"
    return "\(tenths / 10)\(fraction) \(name)"
  }
}
