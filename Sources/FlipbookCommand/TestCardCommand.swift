import Frames
import Glibc
import Linux
import Pixels
import Timing

/// `flipbook testcard`: writes a numbered moving test sequence.
enum TestCardCommand: Subcommand {
  static let name = "testcard"
  static let abstract = "write a numbered moving test sequence as PNG files"
  static let synopsis = "DEST [options]"
  static let options: [OptionSpecification] = [
    .init("--frames", "N", group: "Sequence", "how many (64)"),
    .init("--size", "WxH", group: "Sequence", "in pixels (1920x1080)"),
  ]

  static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
    let parsed = try ParsedArguments.parse(arguments, options: options)
    guard parsed.operands.count == 1 else {
      throw UsageError(message: "testcard takes one DEST, a folder to write to.")
    }
    var count = 64
    var size = PixelSize(width: 1920, height: 1080)
    for option in parsed.options {
      switch option.name {
      case "--frames":
        guard let value = Int(option.value), 1...100_000 ~= value else {
          throw UsageError(message: "--frames \(option.value): expected 1 to 100000.")
        }
        count = value
      default:
        guard let value = PixelSize(parsing: option.value) else {
          throw UsageError(message: "--size \(option.value): expected such as 1280x720.")
        }
        size = value
      }
    }
    return write(count, size, to: parsed.operands[0])
  }

  private static func write(_ count: Int, _ size: PixelSize, to folder: String) -> Int32 {
    let digits = max(4, String(count - 1).count)
    do throws(Errno) {
      try Directory.create(folder)
    } catch {
      Console.complain("Cannot make the folder \(folder): \(error).")
      return ExitStatus.failed
    }
    for frame in 0..<count {
      let number = String(frame)
      let zeros = String(repeating: "0", count: digits - number.count)
      let path = "\(folder)/frame_\(zeros)\(number).png"
      do throws(Errno) {
        let card = TestCard.draw(frame: frame, of: count, size: size)
        try File.write(PNGEncoder.encode(card), to: path)
      } catch {
        Console.complain("Cannot write \(path): \(error). Is the disk full?")
        return ExitStatus.failed
      }
    }
    Console.print("\(count) frames of \(size) in \(folder)\n")
    warnOfOthers(than: count, in: folder)
    return ExitStatus.done
  }

  /// Says that the folder holds pictures from before: playing it would show them too.
  private static func warnOfOthers(than count: Int, in folder: String) {
    guard let sequence = try? FrameSource.open(folder), sequence.frames.count > count else {
      return
    }
    Console.error(
      "flipbook: \(folder) holds \(sequence.frames.count - count) other pictures too, which play "
        + "with these; write to an empty folder to be without them.\n")
  }
}

extension PixelSize {
  /// The widest and tallest picture that the command line takes.
  private static let largest = 16_384

  /// Reads `WxH`; nil unless both are between 1 and 16384.
  init?(parsing text: String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      1...Self.largest ~= width, 1...Self.largest ~= height
    else { return nil }
    self.init(width: width, height: height)
  }
}
