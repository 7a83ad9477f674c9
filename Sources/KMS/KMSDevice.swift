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

  /// Whether dumb buffers can be made: `DRM_CAP_DUMB_BUFFER`.
  var hasDumbBuffers: Bool { get }

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

  /// Formats that the primary plane of a CRTC scans out; nil where the kernel does not tell.
  ///
  /// - Parameter id: of the CRTC. `DRM_IOCTL_MODE_GETPLANE` of the plane of type primary.
  func primaryFormats(crtc id: UInt32) throws(Errno) -> [PixelFormat]?

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

  /// Makes a buffer for scan-out: `DRM_IOCTL_MODE_CREATE_DUMB`.
  func createDumbBuffer(width: UInt32, height: UInt32, bitsPerPixel: UInt32) throws(Errno)
    -> DumbBufferInfo

  /// Maps a buffer for writing: `DRM_IOCTL_MODE_MAP_DUMB` and `mmap`.
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
}
