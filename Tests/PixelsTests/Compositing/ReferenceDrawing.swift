import Pixels

/// A plain, slow way to draw that knows nothing of pixman: many samples a pixel.
struct ReferenceDrawing {
  /// A pixel's channels, premultiplied: alpha, red, green, blue, 0 to 255.
  typealias Channels = SIMD4<Double>

  /// What is drawn: its channels at a place of its own coordinates, of which only a part is shown.
  var source: (Point) -> Channels
  /// The part that is shown.
  var crop: Rectangle
  /// From the source's coordinates to the target's.
  var transform: AffineTransform
  /// How much of it is seen.
  var alpha = 1.0

  /// Samples a side of a pixel.
  static let samples = 16

  /// What becomes of a target's pixels, row by row.
  func over(_ target: [UInt32], width: Int) -> [Channels] {
    guard let inverse = transform.inverse else { return target.map(Self.channels) }
    return target.enumerated().map { index, word in
      var sum = Channels.zero
      for row in 0..<Self.samples {
        for column in 0..<Self.samples {
          let place = inverse.apply(
            Point(
              x: Double(index % width) + (Double(column) + 0.5) / Double(Self.samples),
              y: Double(index / width) + (Double(row) + 0.5) / Double(Self.samples)))
          if crop.contains(place) { sum += source(place) }
        }
      }
      sum *= alpha / Double(Self.samples * Self.samples)
      return sum + Self.channels(word) * (1 - sum[0] / 255)
    }
  }

  static func channels(_ word: UInt32) -> Channels {
    Channels(
      Double(word >> 24), Double(word >> 16 & 0xff), Double(word >> 8 & 0xff), Double(word & 0xff))
  }

  /// The pixel that a place lies in; beyond the edges the nearest one.
  static func nearest(_ words: [UInt32], width: Int) -> (Point) -> Channels {
    { place in pixel(words, width, Int(place.x.rounded(.down)), Int(place.y.rounded(.down))) }
  }

  /// What lies between the middles of the four pixels around a place.
  static func bilinear(_ words: [UInt32], width: Int) -> (Point) -> Channels {
    { place in
      let (x, y) = (place.x - 0.5, place.y - 0.5)
      let (left, top) = (x.rounded(.down), y.rounded(.down))
      let (right, down) = (x - left, y - top)
      let (column, row) = (Int(left), Int(top))
      return pixel(words, width, column, row) * ((1 - right) * (1 - down))
        + pixel(words, width, column + 1, row) * (right * (1 - down))
        + pixel(words, width, column, row + 1) * ((1 - right) * down)
        + pixel(words, width, column + 1, row + 1) * (right * down)
    }
  }

  private static func pixel(_ words: [UInt32], _ width: Int, _ x: Int, _ y: Int) -> Channels {
    let column = min(max(0, x), width - 1)
    let row = min(max(0, y), words.count / width - 1)
    return channels(words[row * width + column])
  }
}

/// How far pixels are from what they should be, in steps of a channel.
struct Deviation {
  /// The largest of all channels.
  var most = 0.0
  /// Of all channels, on the average.
  var average = 0.0

  init(_ words: [UInt32], from reference: [ReferenceDrawing.Channels]) {
    for (word, exact) in zip(words, reference) {
      let difference = ReferenceDrawing.channels(word) - exact
      for channel in 0..<4 {
        most = max(most, abs(difference[channel]))
        average += abs(difference[channel])
      }
    }
    average /= Double(4 * words.count)
  }
}
