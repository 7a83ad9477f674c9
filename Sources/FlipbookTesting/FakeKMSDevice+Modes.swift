public import KMS
public import Linux
import Pixels

extension FakeKMSDevice {
  /// Lights a CRTC or turns it off, with the checks of the kernel in their order.
  ///
  /// Waits for a pending flip: sleeps on a real clock, moves a virtual one on.
  public func setCRTC(
    _ id: UInt32, framebuffer: UInt32, x: UInt32, y: UInt32, connectors: [UInt32],
    mode: DisplayMode?
  ) throws(Errno) {
    try enter(asMaster: true)
    guard x < 65_536, y < 65_536 else { throw .outOfRange }
    let crtc = try crtcObject(id)
    guard let plane = card.primary(of: crtc) else { throw .invalidArgument }
    var picture: FakeFramebuffer?
    if let mode {
      picture = try self.picture(framebuffer, in: plane, x: Int(x), y: Int(y), mode: mode)
    }
    guard connectors.isEmpty == (mode == nil),
      connectors.count <= card.connectors.count(where: \.isPresent)
    else { throw .invalidArgument }
    for connector in connectors {
      guard card.connector(connector) != nil else { throw .notFound }
    }
    var next = card.proposal()
    next.isInstant = true
    next.touchedPlanes.insert(plane.id)
    if let mode, let picture {
      next.light(
        id, mode, blob: card.modeBlob(mode, present: crtc.modeBlob), plane: plane.id,
        with: picture, x: Int64(x), y: Int64(y))
      for connector in crtc.connectors where !connectors.contains(connector) {
        next.feed(connector, from: 0)
      }
      for connector in connectors { next.feed(connector, from: id) }
      next.mended.formUnion(connectors)
      // A CRTC that is left without connectors turns off.
      for other in card.crtcs where next.touched.contains(other.id) && other !== crtc {
        if next.crtcs[other.id]?.connectors.isEmpty == true { next.turnOff(other.id) }
      }
    } else {
      next.turnOff(id)
      next.planes[plane.id] = FakeCommit.Plane()
    }
    try card.perform(next, flags: .allowModeSet, mayBeRefused: true)
  }

  /// The framebuffer that a mode set names, once the kernel's checks have passed.
  private func picture(
    _ id: UInt32, in plane: FakePlane, x: Int, y: Int, mode: DisplayMode
  ) throws(Errno) -> FakeFramebuffer {
    let keeps = id == .max
    guard let picture = keeps ? plane.state.framebuffer : card.framebuffers[id] else {
      throw keeps ? .invalidArgument : .notFound
    }
    guard mode.isTakenByKernel,
      configuration.scanOutFormats.contains(where: { $0.fourCC == picture.fourCC })
    else { throw .invalidArgument }
    guard
      x + Int(mode.hdisplay) <= picture.size.width, y + Int(mode.vdisplay) <= picture.size.height
    else { throw .noSpace }
    return picture
  }
}
