/// What a program asks of the kernel's mode setting for itself: `DRM_CLIENT_CAP_…`.
public enum ClientCapability: UInt64, Sendable, Hashable {
  /// Primary and cursor planes are listed like the others.
  case universalPlanes = 2
  /// Properties can be set together, or not at all; brings universal planes.
  case atomic = 3
}

/// What a card can do: `DRM_CAP_…`.
public enum DeviceCapability: UInt64, Sendable, Hashable {
  /// Buffers can be made for drawing with the processor.
  case dumbBuffer = 1
  /// The driver wants whole rows copied into its buffers, and never a read.
  case prefersShadow = 4
  /// Times of vblanks are those of the monotonic clock.
  case monotonicTimestamps = 6
  /// Flips need not wait for a vblank.
  case asyncPageFlip = 7
  /// Atomic commits need not wait for a vblank.
  case atomicAsyncPageFlip = 21
}

/// A kind of object that has properties: `DRM_MODE_OBJECT_…`.
public enum KMSObjectKind: UInt32, Sendable, Hashable {
  /// A CRTC.
  case crtc = 0xcccc_cccc
  /// A connector.
  case connector = 0xc0c0_c0c0
  /// A plane.
  case plane = 0xeeee_eeee
}

/// A property of an object, with its present value: `drm_mode_get_property`.
public struct KMSProperty: Sendable, Hashable {
  /// What values mean.
  public enum Kind: Sendable, Hashable {
    /// A number within bounds.
    case range(minimum: UInt64, maximum: UInt64)
    /// A number within bounds that may be below 0.
    case signedRange(minimum: Int64, maximum: Int64)
    /// One of some values, by name.
    case enumeration([String: UInt64])
    /// Any of some bits, by name; a value is the sum of bits.
    case bitmask([String: UInt64])
    /// The number of a blob, 0 for none.
    case blob
    /// The number of another object, 0 for none.
    case object
  }

  /// The kernel's number of the property; the same for all objects of a kind on most drivers.
  public var id: UInt32
  /// The kernel's name, "FB_ID".
  public var name: String
  /// What its values mean.
  public var kind: Kind
  /// Whether only the kernel changes it.
  public var isImmutable: Bool
  /// The present value.
  public var value: UInt64

  /// Makes a description.
  public init(id: UInt32, name: String, kind: Kind, isImmutable: Bool = false, value: UInt64) {
    self.id = id
    self.name = name
    self.kind = kind
    self.isImmutable = isImmutable
    self.value = value
  }

  /// The value that a name stands for, of an enumeration or a bitmask; a bit is shifted already.
  public func value(named name: String) -> UInt64? {
    switch kind {
    case .enumeration(let values), .bitmask(let values): values[name]
    default: nil
    }
  }
}

extension [KMSProperty] {
  /// The property of a name; nil where the object has none.
  public subscript(name: String) -> KMSProperty? { first { $0.name == name } }
}

/// A property set in an atomic commit.
public struct PropertyChange: Sendable, Hashable {
  /// The object's number.
  public var object: UInt32
  /// The property's number.
  public var property: UInt32
  /// What it is to be.
  public var value: UInt64

  /// Makes a change.
  public init(object: UInt32, property: UInt32, value: UInt64) {
    self.object = object
    self.property = property
    self.value = value
  }
}

/// How an atomic commit is made: `DRM_MODE_ATOMIC_…` and `DRM_MODE_PAGE_FLIP_…`.
public struct AtomicFlags: OptionSet, Sendable, Hashable {
  /// The bits, as the kernel has them.
  public let rawValue: UInt32

  /// Wraps the kernel's bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// An event comes for each CRTC that takes part.
  public static let event = AtomicFlags(rawValue: 0x1)
  /// It need not wait for a vblank.
  public static let async = AtomicFlags(rawValue: 0x2)
  /// Nothing is changed: the kernel says whether it would be.
  public static let testOnly = AtomicFlags(rawValue: 0x100)
  /// The call returns before the picture is on screen.
  public static let nonblocking = AtomicFlags(rawValue: 0x200)
  /// The display may go dark for the change.
  public static let allowModeSet = AtomicFlags(rawValue: 0x400)
}
