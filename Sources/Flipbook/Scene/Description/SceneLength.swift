/// A length in pixels and percent of what the layer lies in, so that one file suits all screens.
struct SceneLength: Sendable, Equatable {
  var pixels: Double
  var percent: Double

  init(pixels: Double = 0, percent: Double = 0) {
    self.pixels = pixels
    self.percent = percent
  }

  /// Reads `20`, `50%` or `100%-20`; nil for anything else and for what is out of all proportion.
  init?(parsing text: String) {
    guard let sign = text.firstIndex(of: "%") else {
      guard let pixels = SceneCursor.number(text[...]) else { return nil }
      self.init(pixels: pixels)
      guard isSane else { return nil }
      return
    }
    guard let percent = SceneCursor.number(text[..<sign]) else { return nil }
    let rest = text[text.index(after: sign)...]
    var pixels = 0.0
    if rest.hasPrefix("+") || rest.hasPrefix("-") {
      guard let given = SceneCursor.number(rest.dropFirst()), given >= 0 else { return nil }
      pixels = rest.hasPrefix("-") ? -given : given
    } else if !rest.isEmpty {
      return nil
    }
    self.init(pixels: pixels, percent: percent)
    guard isSane else { return nil }
  }

  /// The length in pixels within something that is `whole` pixels long.
  func resolved(in whole: Double) -> Double { pixels + percent / 100 * whole }

  private var isSane: Bool { abs(pixels) <= 100_000 && abs(percent) <= 10_000 }
}

/// A place in what a layer lies in.
struct ScenePoint: Sendable, Equatable {
  var x: SceneLength
  var y: SceneLength
}

/// Factors across and down.
struct SceneScale: Sendable, Equatable {
  var x: Double
  var y: Double
}
