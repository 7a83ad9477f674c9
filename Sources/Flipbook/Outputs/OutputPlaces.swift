import Frames
import KMS
import Pixels

/// Where outputs stand that show one picture together, whether they are lit or not; pure.
///
/// An output keeps its place while it is dark: a cable's flicker moves no other's picture. Places are
/// made anew where an output comes that has none; those that are named keep theirs even then.
struct OutputPlaces: Equatable {
  /// An output, and how large it is as who looks at it upright sees it.
  struct Place: Hashable {
    var name: String
    var size: PixelSize

    init(name: String, size: PixelSize) {
      self.name = name.lowercased()
      self.size = size
    }

    init(_ choice: OutputChoice) {
      self.init(name: choice.connector.name, size: choice.uprightSize)
    }
  }

  /// The order of those that are named; nil where all are taken as they are there.
  private let names: [String]?
  private(set) var places: [Place] = []

  /// Makes places for outputs to come.
  ///
  /// - Parameter names: of those that may come, in order; nil for any.
  init(names: [String]?) { self.names = names?.map { $0.lowercased() } }

  /// Takes in which outputs are there, in order: they have a place from now on.
  mutating func update(_ present: [Place]) {
    for index in places.indices {
      guard let now = present.first(where: { $0.name == places[index].name }) else { continue }
      places[index] = now
    }
    let newcomers = present.filter { place in !places.contains { $0.name == place.name } }
    guard !newcomers.isEmpty else { return }
    guard let names else {
      // Who is gone, and has perhaps come back by another name, is waited for no longer.
      places = present
      return
    }
    places += newcomers
    places.sort { first, second in
      (names.firstIndex(of: first.name) ?? names.count)
        < (names.firstIndex(of: second.name) ?? names.count)
    }
  }

  /// Which part of the picture an output shows; nil where it has no place.
  func span(of name: String) -> ScreenSpan? {
    guard let index = places.firstIndex(where: { $0.name == name.lowercased() }) else { return nil }
    return ScreenArrangement(sideBySide: places.map(\.size)).span(index)
  }
}
