/// Averaged copies of pictures that are drawn much smaller than they are, so that each is made once.
///
/// A copy is kept while its picture lives and while there is room: what was used last stays. Give
/// each drawer its own; confined to its thread.
public final class PictureReductions {
  private struct Entry {
    weak var picture: Picture?
    var reduction: PictureSampling.Reduction
    var reduced: Picture
  }

  /// Bytes that copies may take; one that is larger is not kept.
  public var limit: Int { didSet { evict() } }

  // What was used last is at the end.
  private var entries: [Entry] = []

  /// Makes an empty store.
  public init(limit: Int) { self.limit = limit }

  /// Bytes that copies take.
  public var byteCount: Int { entries.reduce(0) { $0 + $1.reduced.byteCount } }

  /// Gives back the memory of all copies.
  public func removeAll() { entries = [] }

  func reduced(_ picture: Picture, _ reduction: PictureSampling.Reduction) -> Picture {
    if let index = entries.firstIndex(where: {
      $0.picture === picture && $0.reduction == reduction
    }) {
      let entry = entries.remove(at: index)
      entries.append(entry)
      return entry.reduced
    }
    let reduced = Picture(picture.bitmap.reduced(reduction))
    entries.append(Entry(picture: picture, reduction: reduction, reduced: reduced))
    evict()
    return reduced
  }

  private func evict() {
    entries.removeAll { $0.picture == nil || $0.reduced.byteCount > limit }
    var bytes = byteCount
    while bytes > limit { bytes -= entries.removeFirst().reduced.byteCount }
  }
}

@available(*, unavailable)
extension PictureReductions: Sendable {}
