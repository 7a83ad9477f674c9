import Pixels

/// What of a scene is seen at a time, from the back to the front.
///
/// Made anew for each picture, in memory that is kept, so that it costs microseconds.
struct DisplayList {
  /// What is drawn, each group before its items.
  private(set) var items: [DisplayItem] = []
  /// Whether moving content that is seen has yet to make its picture.
  private(set) var isWaiting = false

  private let screen: PixelSize
  /// Takes the scene to the screen.
  private let toScreen: AffineTransform
  /// The layers on the way to the one that is listed, each with its siblings.
  private var pending: [(layer: Layer, values: LayerValues)] = []

  /// Makes an empty list for a screen, which is that part of a scene.
  init(screen: PixelRectangle) {
    self.screen = screen.size
    toScreen = .translation(x: -Double(screen.origin.x), y: -Double(screen.origin.y))
  }

  /// Forgets the items, and lets go of their pictures; the list's own memory is kept.
  mutating func removeAll() { items.removeAll(keepingCapacity: true) }

  /// Lists what is seen of a scene.
  ///
  /// - Parameters:
  ///   - scene: what is seen.
  ///   - time: in nanoseconds of the scene's clock.
  ///   - measures: of the moving content, which is told what it is shown in.
  mutating func list(_ scene: Scene, at time: Int64, _ measures: inout ContentMeasures) {
    removeAll()
    isWaiting = false
    add(scene.root, scene.root.presentation(at: time), toScreen, in: nil, time, &measures)
    measures.forgetOthers()
    dropHidden()
  }

  /// Adds a layer and what is in it.
  private mutating func add(
    _ layer: Layer, _ values: LayerValues, _ toSuperlayer: AffineTransform,
    in group: ObjectIdentifier?, _ time: Int64, _ measures: inout ContentMeasures
  ) {
    let alpha = min(1, values.alpha)
    // Also false where it is no number.
    guard !values.isHidden, alpha > 0 else { return }
    let transform = values.toSuperlayer.then(toSuperlayer)
    guard alpha < 1 else {
      addOwn(layer, values, transform, in: group, time, &measures)
      addSublayers(layer, transform, in: group, time, &measures)
      return
    }
    let start = items.count
    let key = DisplayItem.Key(layer: ObjectIdentifier(layer), part: .group)
    items.append(DisplayItem(groupOf: key, alpha: alpha, in: group))
    addOwn(layer, values, transform, in: key.layer, time, &measures)
    addSublayers(layer, transform, in: key.layer, time, &measures)
    closeGroup(from: start)
  }

  private mutating func addSublayers(
    _ layer: Layer, _ transform: AffineTransform, in group: ObjectIdentifier?, _ time: Int64,
    _ measures: inout ContentMeasures
  ) {
    let start = pending.count
    for sublayer in layer.sublayers {
      let values = sublayer.presentation(at: time)
      // Sorted as they come: stable, and nothing moves where all are equal.
      var index = pending.count
      while index > start, pending[index - 1].values.zPosition > values.zPosition { index -= 1 }
      pending.insert((sublayer, values), at: index)
    }
    for index in start..<pending.count {
      let (sublayer, values) = pending[index]
      add(sublayer, values, transform, in: group, time, &measures)
    }
    pending.removeLast(pending.count - start)
  }

  /// Adds the background and the content of a layer.
  private mutating func addOwn(
    _ layer: Layer, _ values: LayerValues, _ transform: AffineTransform,
    in group: ObjectIdentifier?, _ time: Int64, _ measures: inout ContentMeasures
  ) {
    let bounds = values.bounds
    guard !bounds.isEmpty else { return }
    if case .moving(let content) = values.content {
      measures.tell(content, shownIn: layer)
      if !isWaiting, !content.isReady {
        isWaiting = DisplayItem.touched(by: bounds, transform, screen) != nil
      }
    }
    let content = ShownContent(layer, values, at: time)
    let identifier = ObjectIdentifier(layer)
    // What is behind an opaque content would only shine through at its edges.
    if values.background != .none, content?.fills(bounds) != true {
      add(
        DisplayItem(
          DisplayItem.Key(layer: identifier, part: .background), values.background, area: bounds,
          transform: transform, in: group, screen: screen))
    }
    if let content {
      add(
        DisplayItem(
          DisplayItem.Key(layer: identifier, part: .content), content, bounds: bounds,
          transform: transform, in: group, screen: screen))
    }
  }

  private mutating func add(_ item: DisplayItem?) {
    if let item { items.append(item) }
  }

  /// Makes a group of the items from `start` on, which is its head, or does without one.
  private mutating func closeGroup(from start: Int) {
    let count = items.count - start - 1
    guard count > 0 else {
      items.removeLast()
      return
    }
    let head = items[start]
    if items[start + 1].span == count {
      // One alone is faded by itself: nothing can show through it.
      items.remove(at: start)
      items[start].alpha *= head.alpha
      items[start].group = head.group
      return
    }
    items[start].shape = .group(count: count)
    for index in start + 1..<items.count {
      items[start].bounds = items[start].bounds.union(items[index].bounds)
    }
  }

  /// Drops what is behind something opaque that covers the screen.
  private mutating func dropHidden() {
    let all = PixelRectangle(origin: .zero, size: screen)
    guard let last = items.lastIndex(where: { $0.opaque == all }) else { return }
    items.removeSubrange(0..<last)
  }
}
