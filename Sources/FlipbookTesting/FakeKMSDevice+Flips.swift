public import KMS
public import Linux
import Pixels

extension FakeKMSDevice {
  /// Queues a flip, with the checks of the kernel in their order; its event comes when it is done.
  public func pageFlip(crtc id: UInt32, framebuffer: UInt32, userData: UInt64) throws(Errno) {
    var request = FlipRequest(crtc: id, framebuffer: framebuffer)
    request.userData = userData
    try pageFlip(request)
  }

  /// Queues a flip as `request` has it.
  public func pageFlip(_ request: FlipRequest) throws(Errno) {
    try enter(asMaster: true)
    // No driver of these kinds flips at a vblank of a number, or without one.
    guard request.flags & ~1 == 0, request.reserved == 0 else { throw .invalidArgument }
    let crtc = try crtcObject(request.crtc)
    guard let plane = card.primary(of: crtc), let present = plane.state.framebuffer else {
      throw .busy
    }
    guard let next = card.framebuffers[request.framebuffer] else { throw .notFound }
    guard next.size.holds(plane.state.source) else { throw .noSpace }
    guard next.fourCC == present.fourCC else { throw .invalidArgument }
    let isTold = request.flags == 1
    guard !isTold || file.hasRoom(for: 1) else { throw .noMemory }
    guard crtc.isActive else { throw .invalidArgument }
    var proposal = card.proposal()
    proposal.touch(crtc.id)
    proposal.touchedPlanes.insert(plane.id)
    proposal.planes[plane.id]?.framebuffer = next
    try card.perform(
      proposal, flags: isTold ? [.event, .nonblocking] : .nonblocking,
      userData: request.userData, file: file)
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
