public import KMS
public import Linux
import Pixels

extension FakeKMSDevice {
  /// Queues a flip, with the checks of the kernel in their order; its event comes when it is done.
  public func pageFlip(crtc id: UInt32, framebuffer: UInt32, userData: UInt64) throws(Errno) {
    try enter(asMaster: true)
    let crtc = try crtcObject(id)
    guard let plane = card.primary(of: crtc), let present = plane.state.framebuffer else {
      throw .busy
    }
    guard let next = card.framebuffers[framebuffer] else { throw .notFound }
    guard next.size.holds(plane.state.source) else { throw .noSpace }
    guard next.format == present.format else { throw .invalidArgument }
    guard file.hasRoom(for: 1) else { throw .noMemory }
    guard crtc.isActive else { throw .invalidArgument }
    var proposal = card.proposal()
    proposal.touch(crtc.id)
    proposal.touchedPlanes.insert(plane.id)
    proposal.planes[plane.id]?.framebuffer = next
    try card.perform(
      proposal, flags: [.event, .nonblocking], userData: userData, file: file)
  }

  /// The present vblank: EOPNOTSUPP where there are none, EINVAL while the CRTC is off.
  public func vblank(crtc id: UInt32) throws(Errno) -> VblankSample {
    try enter()
    guard configuration.profile.hasVblank else { throw .notSupported }
    let crtc = try crtcObject(id)
    guard crtc.isActive else { throw .invalidArgument }
    let vblank = crtc.lastVblank(by: card.world.now)
    return VblankSample(
      sequence: vblank &+ crtc.skipped, timestamp: crtc.time(of: vblank))
  }
}
