import KMS
import Linux
import Pixels

/// What the kernel checks of a commit, in its order: planes, CRTCs, the way from CRTC to connector,
/// then what the driver has to say.
extension FakeCard {
  /// The CRTCs that are lit anew, turned off or fed to other connectors by a proposal.
  func check(
    _ next: FakeCommit, _ taking: [FakeCRTC], _ flags: AtomicFlags
  ) throws(Errno) -> [FakeCRTC] {
    for plane in planes where next.touchedPlanes.contains(plane.id) {
      try checkPlane(next, plane)
    }
    for crtc in taking {
      guard let state = next.crtcs[crtc.id] else { continue }
      guard !state.isActive || state.mode != nil else { throw .invalidArgument }
      if flags.contains(.event), !state.isActive, !crtc.isActive { throw .invalidArgument }
    }
    for crtc in taking {
      guard let state = next.crtcs[crtc.id] else { continue }
      guard (state.mode == nil) == state.connectors.isEmpty else { throw .invalidArgument }
    }
    for crtc in taking { try checkRoute(next, crtc) }
    let lighting = taking.filter { isModeSet(next, $0) }
    for plane in planes {
      let isAffected = lighting.contains { $0.id == next.planes[plane.id]?.crtc }
      guard next.touchedPlanes.contains(plane.id) || isAffected else { continue }
      try checkDriver(next, plane)
    }
    for crtc in taking { try checkDriver(next, crtc) }
    guard lighting.isEmpty || flags.contains(.allowModeSet) else { throw .invalidArgument }
    return lighting
  }

  private func isModeSet(_ next: FakeCommit, _ crtc: FakeCRTC) -> Bool {
    guard let state = next.crtcs[crtc.id] else { return false }
    let hasSameTiming =
      switch (state.mode, crtc.mode) {
      case (nil, nil): true
      case (let new?, let old?): new.hasSameTiming(as: old)
      default: false
      }
    return state.isActive != crtc.isActive || !hasSameTiming
      || Set(state.connectors) != Set(crtc.connectors)
      || connectors.contains {
        $0.linkIsBad && next.mended.contains($0.id) && state.connectors.contains($0.id)
      }
  }

  private func checkPlane(_ next: FakeCommit, _ plane: FakePlane) throws(Errno) {
    guard let state = next.planes[plane.id] else { return }
    guard (state.framebuffer == nil) == (state.crtc == 0) else { throw .invalidArgument }
    guard let picture = state.framebuffer else { return }
    guard let index = crtcs.firstIndex(where: { $0.id == state.crtc }),
      plane.possibleCRTCs & 1 << UInt32(index) != 0,
      configuration.scanOutFormats.contains(where: { $0.fourCC == picture.fourCC })
    else { throw .invalidArgument }
    guard state.target.width <= Int64(Int32.max), state.target.height <= Int64(Int32.max),
      state.target.x <= Int64(Int32.max) - state.target.width,
      state.target.y <= Int64(Int32.max) - state.target.height
    else { throw .outOfRange }
    guard picture.size.holds(state.source) else { throw .noSpace }
    let isInside = next.damage?.allSatisfy {
      $0.x1 >= 0 && $0.y1 >= 0 && $0.x2 <= Int32(picture.size.width)
        && $0.y2 <= Int32(picture.size.height)
    }
    guard isInside != false else { throw .invalidArgument }
  }

  private func checkRoute(_ next: FakeCommit, _ crtc: FakeCRTC) throws(Errno) {
    guard let state = next.crtcs[crtc.id] else { return }
    for connector in connectors where state.connectors.contains(connector.id) {
      guard mayFeed(connector, from: crtc) else { throw .invalidArgument }
      let isNew = !crtc.connectors.contains(connector.id)
      guard connector.isPresent || !(isNew && state.isActive) else { throw .invalidArgument }
    }
  }

  private func checkDriver(_ next: FakeCommit, _ plane: FakePlane) throws(Errno) {
    guard let state = next.planes[plane.id], state.framebuffer != nil else { return }
    guard let crtc = next.crtcs[state.crtc] else { return }
    if configuration.profile == .noVblank, crtc.mode == nil { throw .invalidArgument }
    guard state.source.width >> 16 == state.target.width,
      state.source.height >> 16 == state.target.height
    else { throw .outOfRange }
    // vkms wanted a whole screen too, until 6.2.
    let mayBeSmaller =
      configuration.profile == .vblank && configuration.kernel >= KernelVersion(6, 2)
    guard plane.kind == .primary, !mayBeSmaller, let mode = crtc.mode else { return }
    let screen = FakeArea(width: Int64(mode.hdisplay), height: Int64(mode.vdisplay))
    guard state.target == screen else { throw .invalidArgument }
  }

  private func checkDriver(_ next: FakeCommit, _ crtc: FakeCRTC) throws(Errno) {
    guard configuration.profile == .noVblank, let state = next.crtcs[crtc.id],
      state.mode != nil, let plane = primary(of: crtc)
    else { return }
    if next.planes[plane.id]?.framebuffer == nil { throw .invalidArgument }
  }
}

extension PixelSize {
  /// Whether an area in 1/65536 of a pixel is within it: `drm_framebuffer_check_src_coords`.
  func holds(_ area: FakeArea) -> Bool {
    area.x + area.width <= Int64(width) << 16 && area.y + area.height <= Int64(height) << 16
  }

  /// Whether a mode fits in from a corner on.
  func holds(_ mode: DisplayMode, at corner: PixelPoint) -> Bool {
    corner.x + Int(mode.hdisplay) <= width && corner.y + Int(mode.vdisplay) <= height
  }
}
