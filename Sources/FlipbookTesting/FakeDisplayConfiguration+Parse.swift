import Pixels

/// Why a simulated display cannot be made, as a sentence.
public struct FakeDisplayError: Error, Hashable, CustomStringConvertible {
  /// What is wrong and what to write instead.
  public let description: String
}

extension FakeDisplayConfiguration {
  /// Reads what stands behind `--display fake:`: "1920x1080", "1280x720@59.94", and for several
  /// outputs "1920x1080+1280x720", which are Virtual-1, Virtual-2 and so on.
  ///
  /// - Throws: a sentence that names the text, for what cannot be read or is out of bounds:
  ///   16 to 8192 pixels each way, 0.01 to 1000 Hz.
  public static func parse(_ text: String) throws(FakeDisplayError) -> FakeDisplayConfiguration {
    var outputs: [FakeOutput] = []
    for part in text.split(separator: "+", omittingEmptySubsequences: false) {
      let mode = try mode(String(part))
      outputs.append(FakeOutput(name: "Virtual-\(outputs.count + 1)", modes: [mode]))
    }
    guard outputs.count <= 32 else {
      throw FakeDisplayError(
        description: "A simulated card has 32 outputs at most; \(outputs.count) were described.")
    }
    return FakeDisplayConfiguration(outputs: outputs)
  }

  private static func mode(_ text: String) throws(FakeDisplayError) -> FakeMode {
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    let sides = (halves.first ?? "").split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "x" || $0 == "X" })
    guard halves.count <= 2, sides.count == 2, let width = pixels(sides[0]),
      let height = pixels(sides[1])
    else {
      throw FakeDisplayError(
        description: "The simulated display \"\(text)\" cannot be read: "
          + "write WIDTHxHEIGHT or WIDTHxHEIGHT@HZ, for example 1920x1080@60.")
    }
    let bounds = 16...8192
    guard bounds.contains(width), bounds.contains(height) else {
      throw FakeDisplayError(
        description: "The simulated display \"\(text)\" cannot be \(width)x\(height): "
          + "width and height may be 16 to 8192 pixels.")
    }
    let rate = halves.count == 2 ? FakeRefreshRate(halves[1]) : FakeRefreshRate(60)
    guard let rate, rate.numerator * 100 >= rate.denominator,
      rate.numerator <= 1000 * rate.denominator
    else {
      throw FakeDisplayError(
        description: "The simulated display \"\(text)\" cannot refresh at \"\(halves[1])\" Hz: "
          + "write a number from 0.01 to 1000, for example 60 or 59.94.")
    }
    return FakeMode(
      PixelSize(width: width, height: height), refresh: rate, isPreferred: true)
  }

  private static func pixels(_ text: Substring) -> Int? {
    guard (1...6).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    return Int(text)
  }
}
