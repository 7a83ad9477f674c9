/// The values of a layer that are set and animated one by one.
enum LayerProperty: CaseIterable {
  case center, bounds, transform, rotation, alpha, isHidden, zPosition, background, content
  case contentMode
}
