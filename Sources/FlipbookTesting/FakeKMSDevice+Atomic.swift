public import KMS
public import Linux
import Pixels

extension FakeKMSDevice {
  /// Grants a way of talking: EINVAL for an old kernel, EOPNOTSUPP for a driver without atomic.
  public func setClientCapability(_ capability: ClientCapability, to isOn: Bool) throws(Errno) {
    try enter()
    guard configuration.tellsFormats else { throw .invalidArgument }
    if capability == .atomic {
      guard configuration.isAtomic else { throw .notSupported }
      file.isAtomic = isOn
    }
    file.listsAllPlanes = isOn || file.isAtomic
  }

  /// What the card says of itself.
  public func capability(_ capability: DeviceCapability) throws(Errno) -> UInt64 {
    try enter()
    if capability == .atomicAsyncPageFlip, configuration.kernel < KernelVersion(6, 8) {
      throw .invalidArgument
    }
    return switch capability {
    case .dumbBuffer: configuration.hasDumbBuffers ? 1 : 0
    case .monotonicTimestamps: 1
    case .prefersShadow: configuration.prefersShadow ? 1 : 0
    case .asyncPageFlip, .atomicAsyncPageFlip: 0
    }
  }

  /// Sets properties together, or none, with the checks of the kernel in their order.
  public func commit(
    _ changes: [PropertyChange], flags: AtomicFlags, userData: UInt64
  ) throws(Errno) {
    try enter(asMaster: true)
    let known: AtomicFlags = [.event, .testOnly, .nonblocking, .allowModeSet]
    guard file.isAtomic, known.isSuperset(of: flags), !flags.isSuperset(of: [.testOnly, .event])
    else {
      throw .invalidArgument
    }
    try card.perform(
      try proposal(changes), flags: flags, userData: userData, file: file, mayBeRefused: true)
  }

  // MARK: - The proposal

  /// The card's state with changes made to it; ENOENT and EINVAL for what cannot be meant.
  func proposal(_ changes: [PropertyChange]) throws(Errno) -> FakeCommit {
    var next = card.proposal()
    for change in changes {
      guard let kind = card.kind(of: change.object),
        let property = offered(by: kind).first(where: { card.number(of: $0) == change.property })
      else { throw .notFound }
      guard !property.isImmutable, property != .power, property.allows(change.value) else {
        throw .invalidArgument
      }
      switch kind {
      case .crtc: try propose(change, property, onCRTC: &next)
      case .connector: try propose(change, property, onConnector: &next)
      case .plane: try propose(change, property, onPlane: &next)
      }
    }
    return next
  }

  private func propose(
    _ change: PropertyChange, _ property: FakeProperty, onCRTC next: inout FakeCommit
  ) throws(Errno) {
    next.touch(change.object)
    switch property {
    case .active: next.crtcs[change.object]?.isActive = change.value != 0
    case .modeBlob:
      var mode: DisplayMode?
      if change.value != 0 {
        mode = card.blobs[UInt32(change.value)].flatMap { DisplayMode(kernelBytes: $0.bytes) }
        guard mode?.isTakenByKernel == true else { throw .invalidArgument }
      }
      next.crtcs[change.object]?.mode = mode
      next.crtcs[change.object]?.modeBlob = UInt32(change.value)
    default:
      if property.kind == .blob, change.value != 0, card.blobs[UInt32(change.value)] == nil {
        throw .invalidArgument
      }
      next.settings[FakeCommit.Setting(object: change.object, property: property)] = change.value
    }
  }

  private func propose(
    _ change: PropertyChange, _ property: FakeProperty, onConnector next: inout FakeCommit
  ) throws(Errno) {
    let present = next.crtcs.first { $0.value.connectors.contains(change.object) }?.key
    if let present { next.touch(present) }
    switch property {
    case .crtc:
      let target = UInt32(change.value)
      guard target == 0 || next.crtcs[target] != nil else { throw .invalidArgument }
      next.feed(change.object, from: target)
    case .linkStatus:
      // Only the display says that it lost its link; programs say that it is to be set up anew.
      if change.value == 0 { next.mended.insert(change.object) }
    default:
      next.settings[FakeCommit.Setting(object: change.object, property: property)] = change.value
    }
  }

  private func propose(
    _ change: PropertyChange, _ property: FakeProperty, onPlane next: inout FakeCommit
  ) throws(Errno) {
    guard var plane = next.planes[change.object] else { throw .notFound }
    let signed = Int64(bitPattern: change.value)
    next.touch(plane.crtc)
    next.touchedPlanes.insert(change.object)
    switch property {
    case .framebuffer:
      plane.framebuffer = nil
      if change.value != 0 {
        guard let picture = card.framebuffers[UInt32(change.value)] else { throw .invalidArgument }
        plane.framebuffer = picture
      }
    case .crtc:
      let target = UInt32(change.value)
      guard target == 0 || next.crtcs[target] != nil else { throw .invalidArgument }
      plane.crtc = target
      next.touch(target)
    case .targetX: plane.target.x = signed
    case .targetY: plane.target.y = signed
    case .targetWidth: plane.target.width = signed
    case .targetHeight: plane.target.height = signed
    case .sourceX: plane.source.x = signed
    case .sourceY: plane.source.y = signed
    case .sourceWidth: plane.source.width = signed
    case .sourceHeight: plane.source.height = signed
    case .damage: next.damage = try damage(UInt32(change.value))
    default:
      next.settings[FakeCommit.Setting(object: change.object, property: property)] = change.value
    }
    next.planes[change.object] = plane
  }

  /// The rectangles of a blob, none for all; EINVAL for what are none.
  private func damage(_ id: UInt32) throws(Errno) -> [DamageRectangle]? {
    guard id != 0 else { return nil }
    guard let bytes = card.blobs[id]?.bytes, bytes.count % 16 == 0 else { throw .invalidArgument }
    let edges = stride(from: 0, to: bytes.count, by: 4).map { offset in
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Int32.self) }
    }
    let rectangles = stride(from: 0, to: edges.count, by: 4).map { start in
      DamageRectangle(
        x1: edges[start], y1: edges[start + 1], x2: edges[start + 2], y2: edges[start + 3])
    }
    guard rectangles.allSatisfy({ $0.x1 < $0.x2 && $0.y1 < $0.y2 }) else {
      throw .invalidArgument
    }
    return rectangles
  }
}
