public import KMS
public import Linux
public import Pixels

extension FakeKMSDevice {
  /// Makes a buffer: EINVAL for no size or one beyond 32 bits, ENOMEM above the limit.
  public func createDumbBuffer(
    width: UInt32, height: UInt32, bitsPerPixel: UInt32
  ) throws(Errno) -> DumbBufferInfo {
    try enter()
    guard configuration.hasDumbBuffers else { throw .notImplemented }
    guard width > 0, height > 0, bitsPerPixel > 0, bitsPerPixel <= 64 else {
      throw .invalidArgument
    }
    if configuration.profile == .hostCopy, bitsPerPixel != 32 { throw .invalidArgument }
    let shortest = UInt64(width) * UInt64((bitsPerPixel + 7) / 8)
    let pitch = padded(shortest)
    guard pitch <= UInt32.max, pitch * UInt64(height) <= UInt32.max - 4095 else {
      throw .invalidArgument
    }
    let size = (pitch * UInt64(height) + 4095) & ~4095
    card.bufferCount += 1
    if faults.deniedBuffers.contains(card.bufferCount) {
      card.note(.deniedBuffer)
      throw .noMemory
    }
    let limit = configuration.memoryLimit ?? (configuration.profile == .hostCopy ? 1 << 30 : .max)
    let taken = card.files.reduce(0) { sum, file in
      file.buffers.values.reduce(sum) { $0 + UInt64($1.memory.count) }
    }
    guard size <= limit, taken <= limit - size else { throw .noMemory }
    let buffer = try FakeBuffer(size: size)
    buffer.offset = 0x1_0000_0000 + UInt64(card.bufferCount) << 32
    buffer.isUntouchable = faults.untouchableBuffers.contains(card.bufferCount)
    file.lastHandle += 1
    file.buffers[file.lastHandle] = buffer
    return DumbBufferInfo(handle: file.lastHandle, pitch: UInt32(pitch), size: size)
  }

  /// Lends a buffer's memory, the same each time; ENOENT for a bad handle.
  public func mapDumbBuffer(
    _ buffer: DumbBufferInfo
  ) throws(Errno) -> UnsafeMutableRawBufferPointer {
    try enter()
    guard let object = file.buffers[buffer.handle] else { throw .notFound }
    guard buffer.size > 0, buffer.size <= object.memory.count else { throw .invalidArgument }
    guard !object.isUntouchable else {
      card.note(.untouchableBuffer)
      throw .noMemory
    }
    card.mappings[UInt(bitPattern: object.memory.baseAddress), default: (object, 0)].count += 1
    return UnsafeMutableRawBufferPointer(rebasing: object.memory[..<Int(buffer.size)])
  }

  /// Takes a mapping back; one that is not there is a mistake of the program and traps.
  public func unmapDumbBuffer(_ mapping: UnsafeMutableRawBufferPointer) {
    let key = UInt(bitPattern: mapping.baseAddress)
    guard let entry = card.mappings[key] else {
      fatalError("A mapping was taken back that this simulated display never lent.")
    }
    card.mappings[key] = entry.count > 1 ? (entry.buffer, entry.count - 1) : nil
  }

  /// Gives up a handle, while framebuffers and mappings live on; EINVAL for a bad handle.
  public func destroyDumbBuffer(handle: UInt32) throws(Errno) {
    try enter()
    guard file.buffers.removeValue(forKey: handle) != nil else { throw .invalidArgument }
  }

  /// Makes a framebuffer, with the checks of the kernel in their order.
  public func addFramebuffer(
    size: PixelSize, format: PixelFormat, buffer: DumbBufferInfo
  ) throws(Errno) -> UInt32 {
    guard let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height)
    else { throw .invalidArgument }
    return try addFramebuffer(
      FramebufferRequest(width: width, height: height, fourCC: format.fourCC, buffer: buffer))
  }

  /// Makes a framebuffer as `request` has it.
  public func addFramebuffer(_ request: FramebufferRequest) throws(Errno) -> UInt32 {
    try enter()
    let copies = configuration.profile == .hostCopy
    let size = PixelSize(width: Int(request.width), height: Int(request.height))
    guard request.flags & ~3 == 0, (1...configuration.maximumSize.width).contains(size.width),
      (1...configuration.maximumSize.height).contains(size.height)
    else { throw .invalidArgument }
    // Tiled layouts are asked for by a flag that drivers of these kinds refuse.
    guard request.flags & 2 == 0, let bytes = Self.bytesPerPixel(of: request.fourCC),
      request.handle != 0
    else { throw .invalidArgument }
    let last = UInt64(request.pitch) * UInt64(request.height) + UInt64(request.offset)
    guard last <= UInt64(UInt32.max) else { throw .outOfRange }
    guard Int(request.pitch) >= size.width * bytes, request.modifier == 0 else {
      throw .invalidArgument
    }
    guard acceptsFramebuffers(of: request.fourCC) else {
      throw copies ? .notFound : .invalidArgument
    }
    guard let object = file.buffers[request.handle] else {
      throw copies ? .invalidArgument : .notFound
    }
    let needed =
      Int(request.offset) + Int(request.pitch) * (size.height - 1) + size.width * bytes
    guard copies || needed <= object.memory.count else { throw .invalidArgument }
    let id = card.newNumber()
    let format = PixelFormat.allCases.first { $0.fourCC == request.fourCC }
    card.framebuffers[id] = FakeFramebuffer(
      id: id, size: size, format: format ?? .rgb565, fourCC: request.fourCC,
      pitch: Int(request.pitch), buffer: object, owner: file)
    return id
  }

  /// Whether there may be framebuffers of a format: those that a plane takes, or with vkms before
  /// 6.3 all, though none can be shown.
  private func acceptsFramebuffers(of fourCC: UInt32) -> Bool {
    configuration.profile == .vblank && configuration.kernel < KernelVersion(6, 3)
      || configuration.scanOutFormats.contains { $0.fourCC == fourCC }
  }

  /// Bytes of a pixel in a format that the kernel has heard of; nil for any other.
  private static func bytesPerPixel(of fourCC: UInt32) -> Int? {
    if let ours = PixelFormat.allCases.first(where: { $0.fourCC == fourCC }) {
      return ours.bytesPerPixel
    }
    // YUYV and XRGB2101010, for those that displays of these kinds do not take.
    return [0x5659_5559: 2, 0x3033_5258: 4][fourCC]
  }

  /// Removes a framebuffer, and screens that show it go dark; ENOENT for one that is not ours.
  public func removeFramebuffer(_ id: UInt32) throws(Errno) {
    try enter()
    card.remove(try ownFramebuffer(id))
  }

  private func ownFramebuffer(_ id: UInt32) throws(Errno) -> FakeFramebuffer {
    guard let framebuffer = card.framebuffers[id], framebuffer.owner === file else {
      throw .notFound
    }
    return framebuffer
  }

  /// Lets a framebuffer go that stays on screen until another replaces it; ENOENT the second time.
  public func closeFramebuffer(_ id: UInt32) throws(Errno) {
    try closeFramebuffer(id, padding: 0)
  }

  /// Lets a framebuffer go; EINVAL on a kernel that does not know how, or with padding.
  public func closeFramebuffer(_ id: UInt32, padding: UInt32) throws(Errno) {
    try enter()
    guard configuration.kernel >= KernelVersion(6, 8), padding == 0 else {
      throw .invalidArgument
    }
    try ownFramebuffer(id).owner = nil
    card.forgetFramebuffers()
  }

  /// Says that a framebuffer on screen was written to: ENOSYS but where the driver copies.
  public func markDirty(_ id: UInt32, rectangles: [DamageRectangle]) throws(Errno) {
    try enter(asMaster: true)
    guard card.framebuffers[id] != nil else { throw .notFound }
    guard rectangles.count <= 256 else { throw .invalidArgument }
    guard configuration.profile == .hostCopy else { throw .notImplemented }
  }

  /// A row's bytes with the padding that the card asks for: at least one byte where any.
  private func padded(_ bytes: UInt64) -> UInt64 {
    let unit = UInt64(max(0, configuration.pitchPadding))
    return unit == 0 ? bytes : (bytes / unit + 1) * unit
  }
}
