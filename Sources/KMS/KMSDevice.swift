public import Linux
public import Pixels

/// The seam to the kernel's mode setting: one card, opened.
///
/// One operation is one ioctl, in Swift values; what the kernel refuses is thrown as its errno,
/// EINTR and EAGAIN already retried. `LibDRMDevice` is the real kernel, `FakeKMSDevice` of
/// `FlipbookTesting` the simulated one; above this line there is one code path. Confined to the
/// thread that owns the event loop.
public protocol KMSDevice: AnyObject {
  /// The device node, or a name that says what is simulated.
  var path: String { get }

  /// The driver's name, as in `DRM_IOCTL_VERSION`.
  var driverName: String { get }

  /// A descriptor that becomes readable when events wait; nil for a simulated device.
  var eventDescriptor: CInt? { get }

  /// Closes the file at once, as its process's end would: for a card that is gone, or not wanted.
  ///
  /// The kernel removes what framebuffers are left, and gives mastership up. Every later call throws; a
  /// second `close` does nothing.
  func close()

  /// When a device without a descriptor will have its next event, in loop time; nil for none.
  ///
  /// Ask again after every call that may queue or take an event.
  var nextEventTime: Int64? { get }

  /// Takes all events that wait, oldest first; none is an empty array.
  func readEvents() throws(Errno) -> [FlipEvent]

  /// Whether this file may set modes: `DRM_IOCTL_AUTH_MAGIC` with 0.
  var isMaster: Bool { get }

  /// Asks to be the one that sets modes: `DRM_IOCTL_SET_MASTER`.
  func setMaster() throws(Errno)

  /// Gives that up: `DRM_IOCTL_DROP_MASTER`.
  func dropMaster() throws(Errno)

  /// Whether framebuffers stay when this program ends, because another has them as well.
  var keepsPictures: Bool { get }

  // MARK: - Capabilities

  /// Asks for a way of talking to the kernel: `DRM_IOCTL_SET_CLIENT_CAP`.
  ///
  /// Throws `notSupported` where driver or kernel has none, or where the program's name begins with
  /// an X, which the kernel takes for a server that misused atomic commits once.
  func setClientCapability(_ capability: ClientCapability, to isOn: Bool) throws(Errno)

  /// What the card says of itself; throws `invalidArgument` where the kernel does not know the
  /// question: `DRM_IOCTL_GET_CAP`.
  func capability(_ capability: DeviceCapability) throws(Errno) -> UInt64

  // MARK: - Objects

  /// The card's objects: `DRM_IOCTL_MODE_GETRESOURCES`.
  func resources() throws(Errno) -> KMSResources

  /// Describes a connector: `DRM_IOCTL_MODE_GETCONNECTOR`.
  ///
  /// - Parameter probing: true asks the display itself, which takes long; false what is known.
  func connector(_ id: UInt32, probing: Bool) throws(Errno) -> Connector

  /// Describes an encoder: `DRM_IOCTL_MODE_GETENCODER`.
  func encoder(_ id: UInt32) throws(Errno) -> Encoder

  /// Describes a CRTC: `DRM_IOCTL_MODE_GETCRTC`.
  func crtc(_ id: UInt32) throws(Errno) -> CRTCState

  /// The planes' numbers, primary ones only for who asked for `universalPlanes`:
  /// `DRM_IOCTL_MODE_GETPLANERESOURCES`.
  func planes() throws(Errno) -> [UInt32]

  /// Describes a plane: `DRM_IOCTL_MODE_GETPLANE`, and its property `type`.
  func plane(_ id: UInt32) throws(Errno) -> Plane

  /// Takes a plane's picture away, waiting for a flip that is pending: `DRM_IOCTL_MODE_SETPLANE`
  /// with no framebuffer.
  func turnOffPlane(_ id: UInt32) throws(Errno)

  // MARK: - Properties

  /// The properties of an object and their values, those for atomic commits only for who asked for
  /// `atomic`: `DRM_IOCTL_MODE_OBJ_GETPROPERTIES`, `DRM_IOCTL_MODE_GETPROPERTY`.
  func properties(of object: UInt32, kind: KMSObjectKind) throws(Errno) -> [KMSProperty]

  /// Sets one property at once, waiting for a flip that is pending:
  /// `DRM_IOCTL_MODE_OBJ_SETPROPERTY`.
  func setProperty(
    _ property: UInt32, of object: UInt32, kind: KMSObjectKind, to value: UInt64
  ) throws(Errno)

  /// The bytes of a blob: `DRM_IOCTL_MODE_GETPROPBLOB`.
  func blob(_ id: UInt32) throws(Errno) -> [UInt8]

  /// Makes a blob, to be the value of properties: `DRM_IOCTL_MODE_CREATEPROPBLOB`.
  func createBlob(_ bytes: [UInt8]) throws(Errno) -> UInt32

  /// Gives a blob up; the kernel keeps it while a property has it: `DRM_IOCTL_MODE_DESTROYPROPBLOB`.
  func destroyBlob(_ id: UInt32) throws(Errno)

  /// Sets properties together, or none: `DRM_IOCTL_MODE_ATOMIC`.
  ///
  /// - Parameters:
  ///   - changes: what to set; the order does not matter.
  ///   - flags: how.
  ///   - userData: what the events of `event` will carry.
  func commit(_ changes: [PropertyChange], flags: AtomicFlags, userData: UInt64) throws(Errno)

  // MARK: - Showing

  /// Lights a CRTC, waiting for its flip if one is pending: `DRM_IOCTL_MODE_SETCRTC`.
  ///
  /// - Parameters:
  ///   - id: of the CRTC.
  ///   - framebuffer: what to scan out; 0 with a nil mode turns the CRTC off.
  ///   - x: column of the framebuffer at the screen's left edge.
  ///   - y: row of the framebuffer at the screen's top edge.
  ///   - connectors: what it feeds.
  ///   - mode: the timing; nil for off.
  func setCRTC(
    _ id: UInt32, framebuffer: UInt32, x: UInt32, y: UInt32, connectors: [UInt32],
    mode: DisplayMode?
  ) throws(Errno)

  /// Shows a framebuffer from the next vblank on, and asks for the event:
  /// `DRM_IOCTL_MODE_PAGE_FLIP` with `DRM_MODE_PAGE_FLIP_EVENT`.
  func pageFlip(crtc: UInt32, framebuffer: UInt32, userData: UInt64) throws(Errno)

  /// The present vblank; throws `notSupported` on a device without: `DRM_IOCTL_CRTC_GET_SEQUENCE`.
  func vblank(crtc: UInt32) throws(Errno) -> VblankSample

  /// The strengths of colours that a CRTC was given: `DRM_IOCTL_MODE_GETGAMMA`.
  func gamma(crtc: UInt32) throws(Errno) -> GammaRamp

  /// Gives a CRTC strengths of colours, as many as it has: `DRM_IOCTL_MODE_SETGAMMA`.
  func setGamma(_ ramp: GammaRamp, crtc: UInt32) throws(Errno)

  // MARK: - Buffers

  /// Makes a buffer for scan-out: `DRM_IOCTL_MODE_CREATE_DUMB`.
  func createDumbBuffer(width: UInt32, height: UInt32, bitsPerPixel: UInt32) throws(Errno)
    -> DumbBufferInfo

  /// Maps a buffer for writing, all zeros: `DRM_IOCTL_MODE_MAP_DUMB` and `mmap`.
  ///
  /// Throws `noMemory` where a page cannot be had, which a kernel says by SIGBUS only when the page
  /// is touched.
  func mapDumbBuffer(_ buffer: DumbBufferInfo) throws(Errno) -> UnsafeMutableRawBufferPointer

  /// Takes a mapping back: `munmap`.
  func unmapDumbBuffer(_ mapping: UnsafeMutableRawBufferPointer)

  /// Gives up a buffer's handle: `DRM_IOCTL_MODE_DESTROY_DUMB`.
  func destroyDumbBuffer(handle: UInt32) throws(Errno)

  /// Makes a framebuffer of a buffer: `DRM_IOCTL_MODE_ADDFB2`, or ADDFB where that is refused.
  func addFramebuffer(size: PixelSize, format: PixelFormat, buffer: DumbBufferInfo) throws(Errno)
    -> UInt32

  /// Removes a framebuffer; one that is on screen goes dark: `DRM_IOCTL_MODE_RMFB`.
  func removeFramebuffer(_ id: UInt32) throws(Errno)

  /// Lets a framebuffer go that stays on screen until another replaces it; `invalidArgument` on
  /// kernels before 6.8: `DRM_IOCTL_MODE_CLOSEFB`.
  func closeFramebuffer(_ id: UInt32) throws(Errno)

  /// Says that a framebuffer on screen was written to; throws `notImplemented` where drivers see
  /// that by themselves: `DRM_IOCTL_MODE_DIRTYFB`.
  ///
  /// - Parameters:
  ///   - id: of the framebuffer.
  ///   - rectangles: where, at most 256; none for all of it.
  func markDirty(_ id: UInt32, rectangles: [DamageRectangle]) throws(Errno)
}

extension KMSDevice {
  /// False: the kernel removes them with the file that they were made by.
  public var keepsPictures: Bool { false }

  /// Whether dumb buffers can be made: `DRM_CAP_DUMB_BUFFER`.
  public var hasDumbBuffers: Bool { has(.dumbBuffer) }

  /// Whether buffers must be copied into and not be drawn in: `DRM_CAP_DUMB_PREFER_SHADOW`.
  public var prefersShadow: Bool { has(.prefersShadow) }

  private func has(_ question: DeviceCapability) -> Bool {
    // A question that the kernel does not know is one for a thing that it has not.
    do { return try capability(question) != 0 } catch { return false }
  }

  /// The primary plane of a CRTC, by type; nil where the kernel lists none.
  ///
  /// Several may fit: the one on it already goes first, then one that is on no other.
  public func primaryPlane(crtc id: UInt32) throws(Errno) -> Plane? {
    guard let index = try resources().crtcs.firstIndex(of: id), index < 32 else { return nil }
    var fitting: [Plane] = []
    for number in try planes() {
      // A plane of a display on a hub may go between being listed and being asked.
      do { fitting.append(try plane(number)) } catch .notFound {}
    }
    fitting.removeAll { $0.kind != .primary || $0.possibleCRTCs & 1 << UInt32(index) == 0 }
    return fitting.first { $0.crtc == id } ?? fitting.first { $0.crtc == 0 } ?? fitting.first
  }

  /// Formats of ours that the primary plane of a CRTC scans out; nil where the kernel does not tell.
  public func primaryFormats(crtc id: UInt32) throws(Errno) -> [PixelFormat]? {
    try primaryPlane(crtc: id).map { plane in
      PixelFormat.allCases.filter { plane.formats.contains($0.fourCC) }
    }
  }
}
