public import FlipbookTesting
public import KMS
public import Linux

/// A card on which the conformance checks are run: simulated, or a real kernel's.
public protocol ConformanceCard: AnyObject {
  /// What kind of driver it has.
  var profile: FakeProfile { get }

  /// The kernel that answers.
  var kernel: KernelVersion { get }

  /// Opens it anew; the first to do so while nobody is master becomes it.
  func open() throws(Errno) -> any ConformanceDevice

  /// Lets time pass, in nanoseconds.
  func wait(_ nanoseconds: Int64)

  /// Makes calls one straight after the other: none of what the kernel put off for later is done
  /// in between, unless a call waits for it.
  func withoutPause(_ calls: () throws -> String) throws -> String

  /// Waits until a device has events, a second at most, and takes them.
  func nextEvents(of device: any ConformanceDevice) throws(Errno) -> [FlipEvent]

  /// What is on the terminal in front goes from pictures to text: `KDSETMODE`.
  func showConsole() throws(Errno)

  /// Whether its driver can be taken from it while it is open.
  var canBePulledOut: Bool { get }

  /// Pulls it out, whoever has it open; the next `open` plugs it in again.
  func pullOut() throws(Errno)

  /// The present time of the clock that events are timed by, in nanoseconds.
  var now: Int64 { get }
}

/// A card, opened, with what only a conformance check asks of a kernel: calls that no program
/// should make, and whose refusals programs rely on.
public protocol ConformanceDevice: KMSDevice {
  /// A call of a number that the kernel does not know, of DRM's or of another kind.
  func unknownRequest(isOfDRM: Bool) throws(Errno)

  /// `DRM_IOCTL_GET_CAP` with any number.
  func rawCapability(_ number: UInt64) throws(Errno) -> UInt64

  /// `DRM_IOCTL_SET_CLIENT_CAP` with any number.
  func rawClientCapability(_ number: UInt64, value: UInt64) throws(Errno)

  /// `DRM_IOCTL_AUTH_MAGIC` with 0.
  func authenticateNobody() throws(Errno)

  /// Asks for mastership as somebody, from the process that opened the file or from a child of it.
  func setMaster(asRoot: Bool, inChild: Bool) throws(Errno)

  /// Gives mastership up as somebody.
  func dropMaster(asRoot: Bool) throws(Errno)

  /// `DRM_IOCTL_MODE_CREATE_DUMB` with its flags.
  func createDumbBuffer(
    width: UInt32, height: UInt32, bitsPerPixel: UInt32, flags: UInt32
  ) throws(Errno) -> DumbBufferInfo

  /// The offset that a buffer is mapped at: `DRM_IOCTL_MODE_MAP_DUMB`.
  func mapOffset(of handle: UInt32) throws(Errno) -> UInt64

  /// Maps so many bytes at an offset and takes the mapping back: `mmap`.
  func tryMapping(offset: UInt64, byteCount: Int, isPrivate: Bool) throws(Errno)

  /// `DRM_IOCTL_MODE_ADDFB2` with all its arguments.
  func addFramebuffer(_ request: FramebufferRequest) throws(Errno) -> UInt32

  /// `DRM_IOCTL_MODE_ADDFB`, which knows no format but a depth.
  func addFramebuffer(
    width: UInt32, height: UInt32, buffer: DumbBufferInfo, depth: UInt32, bitsPerPixel: UInt32
  ) throws(Errno) -> UInt32

  /// `DRM_IOCTL_MODE_CLOSEFB` with its padding.
  func closeFramebuffer(_ id: UInt32, padding: UInt32) throws(Errno)

  /// `DRM_IOCTL_MODE_PAGE_FLIP` with all its arguments.
  func pageFlip(_ request: FlipRequest) throws(Errno)

  /// `DRM_IOCTL_WAIT_VBLANK` for the present one of the first CRTC.
  func waitForNoVblank() throws(Errno)

  /// `read(2)` of at most so many bytes: how many came.
  func read(byteCount: Int) throws(Errno) -> Int

  /// What `poll(2)` says at once.
  func poll() -> PollAnswer
}

extension FakeKMSDevice: ConformanceDevice {}
