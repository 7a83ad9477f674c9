/// A picture ready for one screen: scaled, blended, in the screen's format, and where it goes.
public struct FittedPicture: Sendable {
  /// The pixels, in the screen's format; at most as large as the screen.
  public let picture: Picture
  /// Where its top left corner lies on the screen; the rest of the screen is background.
  public let origin: PixelPoint

  /// Pairs a picture with its place.
  public init(picture: Picture, origin: PixelPoint) {
    self.picture = picture
    self.origin = origin
  }
}
