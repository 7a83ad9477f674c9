/// Pictures as they were averaged, scaled or turned, kept so that each is made once.
///
/// Filtering a pixel costs up to fifty times as much as copying it. A picture that is drawn again and
/// again in the same place (behind something that moves, for one) is filtered whole as soon as its
/// parts have cost as much, and copied from then on; pixels come out the same. What is made is kept
/// while its picture lives and while there is room: what was used last stays. Give each drawer its
/// own; confined to its thread.
public final class PreparedPictures {
  /// What is made of a picture.
  private enum Work: Equatable {
    case averaged(PictureSampling.Reduction)
    case placed(PictureDrawing.Placement)
  }

  private struct Entry {
    weak var picture: Picture?
    var work: Work
    /// What was made; nil as long as it has not been worth it.
    var result: Picture?
    /// Pixels that were filtered without it.
    var cost = 0
  }

  /// Bytes that pictures may take; one that is larger is not kept.
  public var limit: Int { didSet { evict() } }

  // What was used last is at the end.
  private var entries: [Entry] = []
  /// Pictures that are watched or kept.
  private static let mostEntries = 64

  /// Makes an empty store.
  public init(limit: Int) { self.limit = limit }

  /// Bytes that what is kept takes.
  public var byteCount: Int { entries.reduce(0) { $0 + ($1.result?.byteCount ?? 0) } }

  /// Gives back the memory of all that is kept.
  public func removeAll() { entries = [] }

  /// A picture's averaged copy, made where it is not there.
  func averaged(_ picture: Picture, _ reduction: PictureSampling.Reduction) -> Picture {
    var entry = take(picture, .averaged(reduction))
    let result = entry.result ?? Picture(picture.bitmap.reduced(reduction))
    entry.result = result
    keep(entry)
    return result
  }

  /// All that a target shows of a picture, filtered; nil as long as that is not worth it.
  func placed(
    _ picture: Picture, _ drawing: PictureDrawing, make: () -> Picture
  ) -> Picture? {
    guard drawing.seen.area * 4 <= limit else { return nil }
    var entry = take(picture, .placed(drawing.placement))
    // What moves shows all of itself in each place once: that is not counted as coming again.
    if entry.result == nil, entry.cost > drawing.seen.area { entry.result = make() }
    entry.cost += drawing.area.area
    keep(entry)
    return entry.result
  }

  private func take(_ picture: Picture, _ work: Work) -> Entry {
    guard
      let index = entries.lastIndex(where: { $0.picture === picture && $0.work == work })
    else { return Entry(picture: picture, work: work) }
    return entries.remove(at: index)
  }

  private func keep(_ entry: Entry) {
    entries.append(entry)
    evict()
  }

  private func evict() {
    entries.removeAll { $0.picture == nil || $0.result?.byteCount ?? 0 > limit }
    var bytes = byteCount
    while bytes > limit || entries.count > Self.mostEntries {
      bytes -= entries.removeFirst().result?.byteCount ?? 0
    }
  }
}

@available(*, unavailable)
extension PreparedPictures: Sendable {}
