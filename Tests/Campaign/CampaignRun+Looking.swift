import FlipbookTesting
import Pixels

/// What is seen of a run.
extension CampaignRun {
  /// A picture that reached a screen.
  struct Sighting {
    var time: Int64
    var period: Double
    /// The outputs that showed it.
    var outputs: [String]
    /// The frame; nil for the console, for black, and for what is neither.
    var frame: Int?
    var isConsole: Bool
    var isBlack: Bool
  }

  /// A picture is known by where, when and in which framebuffer it came up.
  struct Key: Hashable {
    var card: Int
    var crtc: UInt32
    var vblank: UInt64
    var framebuffer: UInt32
  }

  /// What somebody in front of the displays saw at a moment, display by display.
  struct Glance {
    var time: Int64
    var seen: [Seen]
    /// What programs have made on each card and not given up.
    var made: [(buffers: Int, mappings: Int, framebuffers: Int)]
  }

  /// What an output shows.
  struct Seen {
    var card: Int
    var output: String
    var sighting: Sighting
  }

  func glance() -> Glance {
    let seen = cards.enumerated().flatMap { index, card in
      card.configuration.outputs.compactMap { output -> Seen? in
        guard let framebuffer = card.framebufferSeen(on: output.name),
          let sighting = latest[index][framebuffer]
        else { return nil }
        return Seen(card: index, output: output.name, sighting: sighting)
      }
    }
    return Glance(
      time: clock.now, seen: seen,
      made: cards.map { ($0.liveBuffers, $0.liveMappings, $0.liveFramebuffers) })
  }

  func note(_ picture: ScannedPicture, on card: Int) {
    let center = picture.color(
      at: PixelPoint(x: picture.size.width / 2, y: picture.size.height / 2))
    let isBlack = center == .black
    let frame = picture.isConsole || isBlack ? nil : CampaignPictures.frame(center)
    if !picture.isConsole {
      if let complaint = picture.complaint(center: center, hasOverlay: scenario.hasOverlay) {
        strangePictures.append("\(complaint) at \(Double(picture.time) / 1e9) s")
      }
    }
    let hasVblank = cards[card].configuration.profile.hasVblank
    let sighting = Sighting(
      // Without vblank a picture is seen as soon as it is there.
      time: hasVblank ? picture.time : clock.now, period: 1e9 / picture.refresh.hertz,
      outputs: picture.outputs, frame: frame, isConsole: picture.isConsole,
      isBlack: isBlack && !picture.isConsole)
    let key = Key(
      card: card, crtc: picture.crtc, vblank: picture.vblank, framebuffer: picture.framebuffer)
    sightings[key] = sighting
    latest[card][picture.framebuffer] = sighting
  }
}

extension ScannedPicture {
  /// What is wrong with a picture that is of one colour on black; nil for nothing.
  ///
  /// No channel of any pixel is more than the frame's, but where the overlay is: noise shows.
  fileprivate func complaint(center: Color, hasOverlay: Bool) -> String? {
    guard format != .rgb565 else { return nil }
    let overlay = hasOverlay ? CampaignPictures.overlaySize : PixelSize(width: 0, height: 0)
    return withPixels { bytes in
      for y in 0..<size.height {
        let row = y * strideBytes
        for x in (y < overlay.height ? overlay.width : 0)..<size.width {
          let pixel = UInt32(
            littleEndian: bytes.loadUnaligned(fromByteOffset: row + x * 4, as: UInt32.self))
          let (blue, green, red) = (pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255)
          guard blue <= UInt32(center.blue) + 1, green <= UInt32(center.green) + 1,
            red <= UInt32(center.red) + 1
          else { return "pixel (\(x), \(y)) is \(pixel) where the frame is \(center)" }
        }
      }
      return nil
    }
  }
}
