import Pixels

/// Tells where two lists of what is drawn look different.
enum DisplayChanges {
  /// The pixels that may differ: those of items that differ, come, go or change their order.
  ///
  /// A pixel is the work of the items on it in their order: where neither changed, nor did it.
  static func region(from old: [DisplayItem], to new: [DisplayItem]) -> PixelRegion {
    var region = PixelRegion()
    var start = 0
    while start < old.count, start < new.count, old[start].key == new[start].key {
      add(from: old[start], to: new[start], to: &region)
      start += 1
    }
    if start == old.count, start == new.count { return region }
    var oldEnd = old.count
    var newEnd = new.count
    while oldEnd > start, newEnd > start, old[oldEnd - 1].key == new[newEnd - 1].key {
      oldEnd -= 1
      newEnd -= 1
      add(from: old[oldEnd], to: new[newEnd], to: &region)
    }
    addDisordered(from: old[start..<oldEnd], to: new[start..<newEnd], to: &region)
    return region
  }

  private static func add(
    from old: DisplayItem, to new: DisplayItem, to region: inout PixelRegion
  ) {
    guard !old.looks(like: new) else { return }
    let both = old.bounds.union(new.bounds)
    if both.area <= old.bounds.area + new.bounds.area {
      // It moved a little, or not at all.
      region.add(both)
    } else {
      region.add(old.bounds)
      region.add(new.bounds)
    }
  }

  /// Compares parts of lists that do not hold the same items in the same order.
  private static func addDisordered(
    from old: ArraySlice<DisplayItem>, to new: ArraySlice<DisplayItem>,
    to region: inout PixelRegion
  ) {
    var places: [DisplayItem.Key: Int] = [:]
    for index in old.indices { places[old[index].key] = index }
    var kept: [(place: Int, bounds: PixelRectangle)] = []
    for item in new {
      guard let place = places.removeValue(forKey: item.key) else {
        region.add(item.bounds)
        continue
      }
      add(from: old[place], to: item, to: &region)
      // Which of two is in front shows where they meet, and nowhere else.
      for other in kept where other.place > place {
        region.add(other.bounds.intersection(item.bounds))
      }
      kept.append((place, item.bounds))
    }
    for place in places.values { region.add(old[place].bounds) }
  }
}
