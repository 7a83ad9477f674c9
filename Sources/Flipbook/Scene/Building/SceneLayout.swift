import Pixels

/// Works out where layers lie.
struct SceneLayout {
  /// The size of what they lie in.
  let outer: Size

  /// The frame of a layer, on whole pixels so that pictures at their own size stay sharp.
  ///
  /// - Parameters:
  ///   - place: as the file says.
  ///   - natural: the size of its content; nil where it has none of its own, which fills what it
  ///     lies in.
  func frame(_ place: SceneDescription.Place, natural: Size?) -> Rectangle {
    let size = size(place, natural: natural)
    let anchor = place.anchor
    let position = place.position.map(point) ?? Point(x: outer.width / 2, y: outer.height / 2)
    return Rectangle(
      x: edge(position.x - anchor.x * size.width), y: edge(position.y - anchor.y * size.height),
      width: size.width, height: size.height)
  }

  /// Where the middle of a layer of some size comes to lie that is moved to a point.
  func center(_ point: ScenePoint, size: Size) -> Point {
    let middle = self.point(point)
    return Point(
      x: edge(middle.x - size.width / 2) + size.width / 2,
      y: edge(middle.y - size.height / 2) + size.height / 2)
  }

  /// How far a layer is moved.
  func distance(_ point: ScenePoint) -> Point {
    let distance = self.point(point)
    return Point(x: whole(distance.x), y: whole(distance.y))
  }

  /// A size within what it lies in.
  func size(width: SceneLength, height: SceneLength) -> Size {
    Size(
      width: max(0, whole(width.resolved(in: outer.width))),
      height: max(0, whole(height.resolved(in: outer.height))))
  }

  private func size(_ place: SceneDescription.Place, natural: Size?) -> Size {
    let all = SceneLength(percent: 100)
    let width = place.width.map { size(width: $0, height: all).width }
    let height = place.height.map { size(width: all, height: $0).height }
    guard let natural, natural.width > 0, natural.height > 0 else {
      return Size(width: width ?? whole(outer.width), height: height ?? whole(outer.height))
    }
    // What is left open follows the proportions.
    switch (width, height) {
    case (let width?, let height?): return Size(width: width, height: height)
    case (let width?, nil):
      return Size(width: width, height: whole(width * natural.height / natural.width))
    case (nil, let height?):
      return Size(width: whole(height * natural.width / natural.height), height: height)
    case (nil, nil): return natural
    }
  }

  private func point(_ point: ScenePoint) -> Point {
    Point(x: point.x.resolved(in: outer.width), y: point.y.resolved(in: outer.height))
  }

  /// The pixel that an edge lies on: between two the first, as frames are centred.
  private func edge(_ place: Double) -> Double { (place - 0.5).rounded(.up) }

  private func whole(_ length: Double) -> Double { length.rounded() }
}
