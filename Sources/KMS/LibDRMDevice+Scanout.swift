internal import CDRM
internal import Glibc
public import Linux
public import Pixels

extension LibDRMDevice {
  // MARK: - Lighting and flipping

  /// Lights a CRTC or turns it off: `drmModeSetCrtc`.
  public func setCRTC(
    _ id: UInt32, framebuffer: UInt32, x: UInt32, y: UInt32, connectors: [UInt32],
    mode: DisplayMode?
  ) throws(Errno) {
    var connectors = connectors
    let count = CInt(connectors.count)
    let answer: CInt
    if var timing = mode?.drm {
      answer = drmModeSetCrtc(descriptor, id, framebuffer, x, y, &connectors, count, &timing)
    } else {
      answer = drmModeSetCrtc(descriptor, id, framebuffer, x, y, &connectors, count, nil)
    }
    try Self.check(answer)
  }

  /// Shows a framebuffer from the next vblank on: `drmModePageFlip` with an event.
  public func pageFlip(crtc: UInt32, framebuffer: UInt32, userData: UInt64) throws(Errno) {
    // libdrm passes the pointer on as a number and never follows it. Through it a 32-bit machine
    // would keep 32 bits only, so the ioctl is made here.
    var request = drm_mode_crtc_page_flip()
    request.crtc_id = crtc
    request.fb_id = framebuffer
    request.flags = UInt32(DRM_MODE_PAGE_FLIP_EVENT)
    request.user_data = userData
    try Self.check(drmIoctl(descriptor, cdrm_ioctl_page_flip, &request))
  }

  /// The present vblank: `drmCrtcGetSequence`.
  public func vblank(crtc: UInt32) throws(Errno) -> VblankSample {
    var sequence: UInt64 = 0
    var nanoseconds: UInt64 = 0
    try Self.check(drmCrtcGetSequence(descriptor, crtc, &sequence, &nanoseconds))
    return VblankSample(sequence: sequence, timestamp: Int64(truncatingIfNeeded: nanoseconds))
  }

  // MARK: - Buffers

  /// Makes a buffer for scan-out: `DRM_IOCTL_MODE_CREATE_DUMB`.
  public func createDumbBuffer(width: UInt32, height: UInt32, bitsPerPixel: UInt32)
    throws(Errno) -> DumbBufferInfo
  {
    // libdrm has a function for this since 2.4.114; the ioctl works with all.
    var request = drm_mode_create_dumb()
    request.width = width
    request.height = height
    request.bpp = bitsPerPixel
    try Self.check(drmIoctl(bufferDescriptor, cdrm_ioctl_create_dumb, &request))
    return DumbBufferInfo(handle: request.handle, pitch: request.pitch, size: request.size)
  }

  /// Maps a buffer for writing, and clears it: `DRM_IOCTL_MODE_MAP_DUMB` and `mmap`.
  public func mapDumbBuffer(_ buffer: DumbBufferInfo) throws(Errno)
    -> UnsafeMutableRawBufferPointer
  {
    var request = drm_mode_map_dumb()
    request.handle = buffer.handle
    try Self.check(drmIoctl(bufferDescriptor, cdrm_ioctl_map_dumb, &request))
    guard let length = Int(exactly: buffer.size) else { throw .outOfRange }
    // The offset is a key above 4 GiB, too wide for the off_t of 32-bit machines.
    let address: UnsafeMutableRawPointer? = cdrm_mmap(
      nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, bufferDescriptor,
      Int64(bitPattern: request.offset))
    guard let address, address != MAP_FAILED else { throw Errno.current }
    let mapping = UnsafeMutableRawBufferPointer(start: address, count: length)
    // Now rather than at the first picture: video memory is found, or not, when a page is touched.
    do { try MappedMemory.clear(mapping) } catch {
      unmapDumbBuffer(mapping)
      throw error
    }
    return mapping
  }

  /// Takes a mapping back: `munmap`.
  public func unmapDumbBuffer(_ mapping: UnsafeMutableRawBufferPointer) {
    munmap(mapping.baseAddress, mapping.count)
  }

  /// Gives up a buffer's handle: `DRM_IOCTL_MODE_DESTROY_DUMB`.
  public func destroyDumbBuffer(handle: UInt32) throws(Errno) {
    var request = drm_mode_destroy_dumb()
    request.handle = handle
    try Self.check(drmIoctl(bufferDescriptor, cdrm_ioctl_destroy_dumb, &request))
  }

  /// Makes a framebuffer of a buffer: `drmModeAddFB2`, or `drmModeAddFB` where that is refused.
  public func addFramebuffer(size: PixelSize, format: PixelFormat, buffer: DumbBufferInfo)
    throws(Errno) -> UInt32
  {
    guard let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height)
    else { throw .invalidArgument }
    var id: UInt32 = 0
    var handles: [UInt32] = [buffer.handle, 0, 0, 0]
    var pitches: [UInt32] = [buffer.pitch, 0, 0, 0]
    var offsets: [UInt32] = [0, 0, 0, 0]
    let refusal: Errno
    do throws(Errno) {
      try Self.check(
        drmModeAddFB2(
          bufferDescriptor, width, height, format.fourCC, &handles, &pitches, &offsets, &id, 0))
      return id
    } catch {
      refusal = error
    }
    // A big-endian kernel, or one older than ADDFB2, knows only the older way.
    let older = drmModeAddFB(
      bufferDescriptor, width, height, format.depth, UInt8(format.bytesPerPixel * 8), buffer.pitch,
      buffer.handle, &id)
    guard older == 0 else {
      // The first refusal tells more than that of the makeshift.
      throw refusal
    }
    return id
  }

  /// Removes a framebuffer: `drmModeRmFB`.
  public func removeFramebuffer(_ id: UInt32) throws(Errno) {
    try Self.check(drmModeRmFB(bufferDescriptor, id))
  }

  /// Lets a framebuffer go that stays on screen: `DRM_IOCTL_MODE_CLOSEFB`.
  public func closeFramebuffer(_ id: UInt32) throws(Errno) {
    // libdrm has a function for this since 2.4.120; the ioctl works with all.
    var request = cdrm_close_framebuffer(fb_id: id, pad: 0)
    try Self.check(drmIoctl(bufferDescriptor, cdrm_ioctl_close_framebuffer, &request))
  }

  /// Says that a framebuffer on screen was written to: `drmModeDirtyFB`.
  public func markDirty(_ id: UInt32, rectangles: [DamageRectangle]) throws(Errno) {
    func edge(_ value: Int32) -> UInt16 { UInt16(clamping: value) }
    var clips = rectangles.map {
      drmModeClip(x1: edge($0.x1), y1: edge($0.y1), x2: edge($0.x2), y2: edge($0.y2))
    }
    // A list without anything in it is refused; no list means all of it.
    guard !clips.isEmpty else { return try Self.check(drmModeDirtyFB(descriptor, id, nil, 0)) }
    let count = UInt32(clips.count)
    try Self.check(drmModeDirtyFB(descriptor, id, &clips, count))
  }

  // MARK: - Colours

  /// The strengths of colours that a CRTC was given: `drmModeCrtcGetGamma`.
  public func gamma(crtc id: UInt32) throws(Errno) -> GammaRamp {
    let count = try crtc(id).gammaSize
    var red = [UInt16](repeating: 0, count: count)
    var (green, blue) = (red, red)
    try Self.check(
      drmModeCrtcGetGamma(descriptor, id, UInt32(count), &red, &green, &blue))
    return GammaRamp(red: red, green: green, blue: blue)
  }

  /// Gives a CRTC strengths of colours: `drmModeCrtcSetGamma`.
  public func setGamma(_ ramp: GammaRamp, crtc id: UInt32) throws(Errno) {
    guard ramp.red.count == ramp.green.count, ramp.red.count == ramp.blue.count else {
      throw .invalidArgument
    }
    var (red, green, blue) = (ramp.red, ramp.green, ramp.blue)
    try Self.check(
      drmModeCrtcSetGamma(descriptor, id, UInt32(red.count), &red, &green, &blue))
  }
}
