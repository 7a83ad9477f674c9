import Linux

/// The older calls: SETCRTC for modes, PAGE_FLIP for pictures.
final class LegacyPath: ScanoutPath {
  var interface: KMSInterface { .legacy }

  private let device: any KMSDevice
  private var choice: OutputChoice
  private var inherited: InheritedState?
  private var ramp: GammaRamp?
  private var isNormal = false
  /// Whether an earlier path found what was there before all.
  private var isFollowing = false

  init(device: any KMSDevice, choice: OutputChoice) {
    self.device = device
    self.choice = choice
    inherited = found()
  }

  /// What there is to be put right; a kernel that does not tell has nothing that we could.
  private func found() -> InheritedState? {
    try? InheritedState(
      of: device, crtc: choice.crtc, primary: device.primaryPlane(crtc: choice.crtc))
  }

  func takeOver(_ framebuffer: UInt32, userData: UInt64) throws(Errno) -> Bool {
    normalise()
    try device.pageFlip(crtc: choice.crtc, framebuffer: framebuffer, userData: userData)
    return false
  }

  func flip(
    to framebuffer: UInt32, damage: [DamageRectangle]?, userData: UInt64
  ) throws(Errno) {
    try device.pageFlip(crtc: choice.crtc, framebuffer: framebuffer, userData: userData)
  }

  func setMode(_ framebuffer: UInt32) throws(Errno) {
    func set() throws(Errno) {
      // Resets the connector's link status as well, where that is bad.
      try device.setCRTC(
        choice.crtc, framebuffer: framebuffer, x: 0, y: 0, connectors: [choice.connector.id],
        mode: choice.mode)
    }
    do throws(Errno) { try set() } catch .invalidArgument {
      // Some drivers do not let a display go that another CRTC shows the console on.
      guard try turnOffOther() else { throw .invalidArgument }
      try set()
    }
    normalise()
  }

  func putBack() throws(Errno) {
    let saved = choice.savedCRTC
    guard saved.framebuffer != 0, let mode = saved.mode else { throw .notFound }
    // A display that another screen has by now stays with that.
    var connectors: [UInt32] = []
    for connector in choice.savedConnectors.isEmpty
      ? [choice.connector.id] : choice.savedConnectors
    where try device.isFree(connector, for: choice.crtc) { connectors.append(connector) }
    guard !connectors.isEmpty else { throw .notFound }
    try device.setCRTC(
      choice.crtc, framebuffer: saved.framebuffer, x: saved.x, y: saved.y,
      connectors: connectors, mode: mode)
    guard isNormal else { return }
    if let ramp { try? device.setGamma(ramp, crtc: choice.crtc) }
    for setting in inherited?.settings ?? [] {
      // One that the kernel does not take back is no reason to keep the others.
      try? [setting].puttingBack(on: device) { changes throws(Errno) in
        for change in changes {
          try device.setProperty(
            change.property, of: change.object, kind: setting.kind, to: change.value)
        }
      }
    }
  }

  func turnOff() throws(Errno) {
    try device.setCRTC(choice.crtc, framebuffer: 0, x: 0, y: 0, connectors: [], mode: nil)
  }

  func inherit(from earlier: any ScanoutPath) {
    guard let earlier = earlier as? LegacyPath, earlier.choice.crtc == choice.crtc else { return }
    choice.savedCRTC = earlier.choice.savedCRTC
    choice.savedConnectors = earlier.choice.savedConnectors
    inherited = earlier.inherited
    ramp = earlier.ramp
    isFollowing = true
  }

  func release() {}

  /// Turns the CRTC off that feeds our display, where that is another.
  ///
  /// - Returns: false where there is none, or it feeds other displays too.
  private func turnOffOther() throws(Errno) -> Bool {
    func feeding(_ connector: UInt32) throws(Errno) -> UInt32 {
      let encoder = try device.connector(connector, probing: false).currentEncoder
      return encoder == 0 ? 0 : try device.encoder(encoder).currentCRTC
    }
    let other = try feeding(choice.connector.id)
    guard other != 0, other != choice.crtc else { return false }
    for connector in try device.resources().connectors where connector != choice.connector.id {
      guard try feeding(connector) != other else { return false }
    }
    try device.setCRTC(other, framebuffer: 0, x: 0, y: 0, connectors: [], mode: nil)
    return true
  }

  /// Puts right what was found at first, and what another program left that was here since; each call
  /// is a commit of its own and may wait for a vblank.
  private func normalise() {
    let isFirst = !isNormal && !isFollowing
    isNormal = true
    let state = isFirst ? inherited : found()
    // A driver that refuses shows our picture in the colours that it was left with.
    for setting in state?.settings ?? [] {
      try? device.setProperty(
        setting.property, of: setting.object, kind: setting.kind, to: setting.wanted)
    }
    for plane in state?.foreignPlanes ?? [] { try? device.turnOffPlane(plane) }
    let count = choice.savedCRTC.gammaSize
    guard count > 1, let found = try? device.gamma(crtc: choice.crtc), !found.isPlain else {
      return
    }
    if isFirst { ramp = found }
    try? device.setGamma(.linear(count: count), crtc: choice.crtc)
  }
}

extension GammaRamp {
  /// Whether it changes nothing, or was never set.
  fileprivate var isPlain: Bool {
    func isPlain(_ ramp: [UInt16]) -> Bool {
      // A ramp that nobody set reads as zeros from some drivers.
      guard let last = ramp.last, last != 0 else { return true }
      return ramp.indices.allSatisfy { index in
        abs(Int(ramp[index]) - index * 65535 / max(1, ramp.count - 1)) <= 256
      }
    }
    return isPlain(red) && isPlain(green) && isPlain(blue)
  }
}
