import KMS
import Linux
import Pixels

extension FakeCard {
  func crtc(_ id: UInt32) -> FakeCRTC? { crtcs.first { $0.id == id } }

  func plane(_ id: UInt32) -> FakePlane? { planes.first { $0.id == id } }

  /// A connector that is there; one that was removed is known by no number.
  func connector(_ id: UInt32) -> FakeConnector? {
    connectors.first { $0.id == id && $0.isPresent }
  }

  func connector(named name: String) -> FakeConnector? {
    connectors.first { $0.output.name == name && $0.isPresent }
  }

  func kind(of object: UInt32) -> KMSObjectKind? {
    if crtc(object) != nil { return .crtc }
    if connector(object) != nil { return .connector }
    return plane(object) == nil ? nil : .plane
  }

  /// The primary plane of a CRTC.
  func primary(of crtc: FakeCRTC) -> FakePlane? {
    guard let index = crtcs.firstIndex(where: { $0 === crtc }) else { return nil }
    return planes.first { $0.kind == .primary && $0.possibleCRTCs & 1 << UInt32(index) != 0 }
  }

  /// The picture that a CRTC's primary plane was last told to show.
  func picture(of crtc: FakeCRTC) -> FakeFramebuffer? { primary(of: crtc)?.state.framebuffer }

  /// The pixel of the framebuffer that is at the top left of the screen.
  func corner(of crtc: FakeCRTC) -> PixelPoint {
    let source = primary(of: crtc)?.state.source ?? FakeArea()
    return PixelPoint(x: Int(source.x >> 16), y: Int(source.y >> 16))
  }

  var allCRTCs: UInt32 { crtcs.count == 32 ? .max : (1 << UInt32(crtcs.count)) - 1 }

  /// Whether an output can be fed by a CRTC.
  func mayFeed(_ connector: FakeConnector, from crtc: FakeCRTC) -> Bool {
    guard let position = crtcs.firstIndex(where: { $0 === crtc }) else { return false }
    return connector.output.possibleCRTCs & (1 << UInt32(position)) != 0
  }

  func number(of property: FakeProperty) -> UInt32 { propertyNumbers[property] ?? 0 }

  var gammaSize: Int { configuration.profile == .vblank ? 256 : 0 }

  /// How often a display really refreshes in a mode.
  func refresh(of mode: DisplayMode, connectors fed: [UInt32]) -> FakeRefreshRate {
    for connector in connectors where fed.contains(connector.id) {
      if let listed = connector.output.modes.first(where: { $0.timing.hasSameTiming(as: mode) }) {
        return listed.refresh
      }
    }
    return mode.statedRefresh
  }

  // MARK: - Blobs

  /// The number of a blob that holds a mode: the one that holds it already, or a new one.
  func modeBlob(_ mode: DisplayMode, present: UInt32) -> UInt32 {
    let bytes = mode.kernelBytes
    if blobs[present]?.bytes == bytes { return present }
    let id = newNumber()
    blobs[id] = (bytes, nil)
    return id
  }

  /// Lets a program's blob go; the kernel keeps it while something has it.
  func giveUpBlob(_ id: UInt32) {
    blobs[id]?.owner = nil
    forgetBlobs()
  }

  func forgetBlobs() {
    for (id, blob) in blobs where blob.owner == nil {
      let isUsed = settings.values.contains(UInt64(id)) || crtcs.contains { $0.modeBlob == id }
      if !isUsed { blobs[id] = nil }
    }
  }

  // MARK: - Framebuffers

  /// Takes a framebuffer away from a program; planes that read it go off, waiting for their flips.
  func remove(_ picture: FakeFramebuffer) {
    picture.owner = nil
    for disables in [false, true] {
      var next = proposal()
      for plane in planes where plane.state.framebuffer === picture {
        next.touch(plane.state.crtc)
        next.touchedPlanes.insert(plane.id)
        let crtc = crtc(plane.state.crtc)
        next.planes[plane.id] = FakeCommit.Plane(
          target: plane.state.target, source: plane.state.source)
        if disables, let crtc, primary(of: crtc) === plane { next.turnOff(crtc.id) }
      }
      next.isInstant = true
      guard !next.touchedPlanes.isEmpty else { break }
      do {
        try perform(next, flags: .allowModeSet)
        break
      } catch {
        // Where a CRTC cannot run without its picture it is turned off: the second turn.
        continue
      }
    }
    forgetFramebuffers()
  }

  /// Drops framebuffers that nobody owns and nothing shows.
  func forgetFramebuffers() {
    for (id, picture) in framebuffers where picture.owner == nil && !picture.isConsole {
      let isUsed =
        planes.contains { $0.state.framebuffer === picture }
        || crtcs.contains { $0.scanned === picture || $0.pending?.framebuffer === picture }
      if !isUsed { framebuffers[id] = nil }
    }
  }
}
