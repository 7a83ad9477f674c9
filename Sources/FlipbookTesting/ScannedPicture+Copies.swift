public import Pixels

extension ScannedPicture {
  /// A copy of what is visible, in its own format and without padding.
  public func bitmap() -> Bitmap {
    var copy = Bitmap(size: size, format: format)
    let rowBytes = copy.strideBytes
    withPixels { source in
      copy.withMutableBytes { target in
        for row in 0..<size.height {
          let start = row * strideBytes
          UnsafeMutableRawBufferPointer(
            rebasing: target[row * rowBytes..<(row + 1) * rowBytes]
          ).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: source[start..<start + rowBytes]))
        }
      }
    }
    return copy
  }

  /// A smaller picture of it, each pixel the mean of the area that it stands for.
  ///
  /// - Parameter target: the size, from 1x1 to the size of this picture.
  public func reduced(to target: PixelSize) -> Bitmap {
    precondition((1...size.width).contains(target.width))
    precondition((1...size.height).contains(target.height))
    var reduction = AreaReduction(source: size, target: target)
    var result = Bitmap(size: target, format: .xrgb8888)
    let stride = result.strideBytes
    withPixels { pixels in
      result.withMutableBytes { bytes in
        var done = 0
        for row in 0..<size.height {
          let start = row * strideBytes
          let line = pixels[start..<start + size.width * format.bytesPerPixel]
          reduction.add(UnsafeRawBufferPointer(rebasing: line), format: format) { words in
            for (x, word) in words.enumerated() {
              bytes.storeBytes(of: word, toByteOffset: done * stride + x * 4, as: UInt32.self)
            }
            done += 1
          }
        }
      }
    }
    return result
  }
}

extension ScannedPicture {
  /// The colour of one pixel.
  ///
  /// - Parameter place: on the screen.
  public func color(at place: PixelPoint) -> Color {
    precondition(
      (0..<size.width).contains(place.x) && (0..<size.height).contains(place.y),
      "a place on the screen")
    return withPixels { bytes in
      let channels = PixelChannels(
        bytes, at: place.y * strideBytes + place.x * format.bytesPerPixel, format: format)
      return Color(red: channels.red, green: channels.green, blue: channels.blue)
    }
  }
}
