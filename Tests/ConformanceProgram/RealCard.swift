import CDRM
public import FlipbookConformance
public import FlipbookTesting
import Glibc
public import KMS
public import Linux

/// A real kernel's card for the conformance checks.
final class RealCard: ConformanceCard {
  let profile: FakeProfile
  let kernel: KernelVersion
  private let driver: Driver

  init(path: String, profile: FakeProfile, kernel: KernelVersion) {
    (driver, self.profile, self.kernel) = (Driver(path), profile, kernel)
  }

  func open() throws(Errno) -> any ConformanceDevice {
    if driver.isUnbound { try driver.bind() }
    return try LibDRMDevice.open(path: driver.node)
  }

  var canBePulledOut: Bool { driver.canBeUnbound }

  func pullOut() throws(Errno) { try driver.unbind() }

  func wait(_ nanoseconds: Int64) {
    var time = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    var left = timespec()
    while nanosleep(&time, &left) != 0 { time = left }
  }

  func withoutPause(_ calls: () throws -> String) throws -> String {
    try OneProcessor.withoutPause(calls)
  }

  func nextEvents(of device: any ConformanceDevice) throws(Errno) -> [FlipEvent] {
    var descriptor = pollfd(fd: device.eventDescriptor ?? -1, events: Int16(POLLIN), revents: 0)
    Glibc.poll(&descriptor, 1, 1000)
    return try device.readEvents()
  }

  /// The terminal in front shows pictures, then text.
  func showConsole() throws(Errno) {
    let terminal = Glibc.open("/dev/tty0", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { throw Errno.current }
    defer { close(terminal) }
    // KDSETMODE with KD_GRAPHICS, then KD_TEXT
    for mode: CInt in [1, 0] {
      guard ioctl(terminal, 0x4B3A, mode) == 0 else { throw Errno.current }
    }
  }

  var now: Int64 { SystemClock().now }
}

extension LibDRMDevice: ConformanceDevice {
  private var descriptor: CInt { eventDescriptor ?? -1 }

  /// Makes a call that changes its argument: `_IOWR`.
  private func request<Argument>(
    _ number: UInt, _ argument: inout Argument, kind: UInt8 = UInt8(ascii: "d"),
    direction: UInt = 3
  ) throws(Errno) {
    let code =
      direction << 30 | UInt(MemoryLayout<Argument>.size) << 16 | UInt(kind) << 8 | number
    let answer = withUnsafeMutableBytes(of: &argument) {
      drmIoctl(descriptor, code, $0.baseAddress)
    }
    guard answer == 0 else { throw Errno.current }
  }

  /// A number of DRM's that no kernel has, or a kind that there is not.
  public func unknownRequest(isOfDRM: Bool) throws(Errno) {
    var nothing: UInt64 = 0
    try request(0xfe, &nothing, kind: UInt8(ascii: isOfDRM ? "d" : "z"))
  }

  /// `DRM_IOCTL_GET_CAP`.
  public func rawCapability(_ number: UInt64) throws(Errno) -> UInt64 {
    var answer = drm_get_cap(capability: number, value: 0)
    try request(0x0c, &answer)
    return answer.value
  }

  /// `DRM_IOCTL_SET_CLIENT_CAP`.
  public func rawClientCapability(_ number: UInt64, value: UInt64) throws(Errno) {
    var question = drm_set_client_cap(capability: number, value: value)
    try request(0x0d, &question, direction: 1)
  }

  /// `DRM_IOCTL_AUTH_MAGIC`.
  public func authenticateNobody() throws(Errno) {
    var nobody = drm_auth(magic: 0)
    try request(0x11, &nobody, direction: 1)
  }

  /// `DRM_IOCTL_SET_MASTER`.
  public func setMaster(asRoot: Bool, inChild: Bool) throws(Errno) {
    if inChild { return try OtherProcess.setMaster(descriptor, asRoot: asRoot) }
    try OtherProcess.acting(asRoot: asRoot) { [descriptor] in drmSetMaster(descriptor) }
  }

  /// `DRM_IOCTL_DROP_MASTER`.
  public func dropMaster(asRoot: Bool) throws(Errno) {
    try OtherProcess.acting(asRoot: asRoot) { [descriptor] in drmDropMaster(descriptor) }
  }

  /// `DRM_IOCTL_MODE_CREATE_DUMB`.
  public func createDumbBuffer(
    width: UInt32, height: UInt32, bitsPerPixel: UInt32, flags: UInt32
  ) throws(Errno) -> DumbBufferInfo {
    var buffer = drm_mode_create_dumb()
    (buffer.width, buffer.height, buffer.bpp, buffer.flags) = (width, height, bitsPerPixel, flags)
    try request(0xb2, &buffer)
    return DumbBufferInfo(handle: buffer.handle, pitch: buffer.pitch, size: buffer.size)
  }

  /// `DRM_IOCTL_MODE_MAP_DUMB`.
  public func mapOffset(of handle: UInt32) throws(Errno) -> UInt64 {
    var map = drm_mode_map_dumb(handle: handle, pad: 0, offset: 0)
    try request(0xb3, &map)
    return map.offset
  }

  /// `mmap` and `munmap`.
  public func tryMapping(offset: UInt64, byteCount: Int, isPrivate: Bool) throws(Errno) {
    let address: UnsafeMutableRawPointer? = cdrm_mmap(
      nil, byteCount, PROT_READ | PROT_WRITE, isPrivate ? MAP_PRIVATE : MAP_SHARED, descriptor,
      Int64(bitPattern: offset))
    guard let address, address != MAP_FAILED else { throw Errno.current }
    munmap(address, byteCount)
  }

  /// `DRM_IOCTL_MODE_ADDFB2`.
  public func addFramebuffer(_ wanted: FramebufferRequest) throws(Errno) -> UInt32 {
    var framebuffer = drm_mode_fb_cmd2()
    framebuffer.width = wanted.width
    framebuffer.height = wanted.height
    framebuffer.pixel_format = wanted.fourCC
    framebuffer.flags = wanted.flags
    framebuffer.handles.0 = wanted.handle
    framebuffer.pitches.0 = wanted.pitch
    framebuffer.offsets.0 = wanted.offset
    framebuffer.modifier.0 = wanted.modifier
    try request(0xb8, &framebuffer)
    return framebuffer.fb_id
  }

  /// `DRM_IOCTL_MODE_ADDFB`.
  public func addFramebuffer(
    width: UInt32, height: UInt32, buffer: DumbBufferInfo, depth: UInt32, bitsPerPixel: UInt32
  ) throws(Errno) -> UInt32 {
    var framebuffer = drm_mode_fb_cmd()
    framebuffer.width = width
    framebuffer.height = height
    framebuffer.pitch = buffer.pitch
    framebuffer.bpp = bitsPerPixel
    framebuffer.depth = depth
    framebuffer.handle = buffer.handle
    try request(0xae, &framebuffer)
    return framebuffer.fb_id
  }

  /// `DRM_IOCTL_MODE_CLOSEFB`.
  public func closeFramebuffer(_ id: UInt32, padding: UInt32) throws(Errno) {
    var framebuffer = cdrm_close_framebuffer(fb_id: id, pad: padding)
    try request(0xd0, &framebuffer)
  }

  /// `DRM_IOCTL_MODE_PAGE_FLIP`.
  public func pageFlip(_ wanted: FlipRequest) throws(Errno) {
    var flip = drm_mode_crtc_page_flip()
    flip.crtc_id = wanted.crtc
    flip.fb_id = wanted.framebuffer
    flip.flags = wanted.flags
    flip.reserved = wanted.reserved
    flip.user_data = wanted.userData
    try request(0xb0, &flip)
  }

  /// `DRM_IOCTL_WAIT_VBLANK`.
  public func waitForNoVblank() throws(Errno) {
    // A drm_wait_vblank of nothing but zeros: none more than the present one, of the first CRTC.
    var wait: (UInt64, UInt64, UInt64) = (0, 0, 0)
    try request(0x3a, &wait)
  }

  /// `read(2)`.
  public func read(byteCount: Int) throws(Errno) -> Int {
    let answer = withUnsafeTemporaryAllocation(byteCount: max(1, byteCount), alignment: 8) {
      buffer -> Result<Int, Errno> in
      let count = Glibc.read(descriptor, buffer.baseAddress, byteCount)
      return count < 0 ? .failure(Errno.current) : .success(count)
    }
    return try answer.get()
  }

  /// `poll(2)`.
  public func poll() -> PollAnswer {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    Glibc.poll(&state, 1, 0)
    var answer: PollAnswer = []
    if state.revents & Int16(POLLIN) != 0 { answer.insert(.readable) }
    if state.revents & Int16(POLLHUP) != 0 { answer.insert(.hungUp) }
    return answer
  }
}
