import Flipbook
import Timing

extension PlayerConfiguration.Overlay {
  /// Reads `PICTURE@X,Y`: what stands behind the last `@` is the place.
  ///
  /// A number with a minus sign counts from the right or bottom edge; -0 is flush with it.
  init?(parsing text: String) {
    guard let (picture, place) = text.partedAtLastSign else { return nil }
    let numbers = place.split(separator: ",", omittingEmptySubsequences: false)
    guard numbers.count == 2, let x = Edge(parsing: numbers[0]), let y = Edge(parsing: numbers[1])
    else { return nil }
    self.init(picture: picture, x: x, y: y)
  }
}

extension PlayerConfiguration.Overlay.Edge {
  // No screen is larger, and sums of such numbers fit everywhere.
  private static let furthest: Int64 = 100_000

  fileprivate init?(parsing text: Substring) {
    let isFromEnd = text.hasPrefix("-")
    let digits = String(text.dropFirst(isFromEnd ? 1 : 0))
    guard !digits.contains("."), let pixels = Decimal.parse(digits, places: 0),
      pixels <= Self.furthest
    else { return nil }
    self = isFromEnd ? .fromEnd(Int(pixels)) : .fromStart(Int(pixels))
  }
}

extension PlayerConfiguration.Spinner {
  /// Reads `PICTURE` or `PICTURE@SECONDS`: a number behind the last `@` is the time of a turn,
  /// anything else a part of the file's name.
  init?(parsing text: String) {
    guard let (picture, seconds) = text.partedAtLastSign,
      let turn = Decimal.nanoseconds(ofSeconds: seconds)
    else {
      self.init(picture: text)
      return
    }
    guard 1_000_000...86_400_000_000_000 ~= turn else { return nil }
    self.init(picture: picture, duration: .nanoseconds(turn))
  }
}

extension String {
  /// What stands before and behind the last `@`; nil without one, or with nothing before it.
  fileprivate var partedAtLastSign: (before: String, behind: String)? {
    guard let sign = lastIndex(of: "@"), sign > startIndex else { return nil }
    return (String(self[..<sign]), String(self[index(after: sign)...]))
  }
}
