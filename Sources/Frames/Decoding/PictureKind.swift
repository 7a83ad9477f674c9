/// What kind of picture a file holds, told by its first bytes, never by its name.
public enum PictureKind: String, Sendable, Hashable, CaseIterable {
  /// Portable Network Graphics.
  case png
  /// JPEG, baseline or progressive.
  case jpeg
  /// GIF; known, not read.
  case gif
  /// WebP; known, not read.
  case webp
  /// Windows bitmap; known, not read.
  case bmp
  /// TIFF; known, not read.
  case tiff
  /// AVIF or HEIF; known, not read.
  case heif
  /// JPEG XL; known, not read.
  case jpegXL
  /// PBM, PGM or PPM; known, not read.
  case pnm
  /// QOI; known, not read.
  case qoi

  /// As many first bytes as recognition looks at.
  public static let signatureLength = 16

  /// Recognises a file by its first bytes.
  public init?(recognising bytes: UnsafeRawBufferPointer) {
    let kind = Self.signatures.first { signature in
      signature.parts.allSatisfy { part in
        bytes.count >= part.offset + part.bytes.count
          && bytes[part.offset..<(part.offset + part.bytes.count)].elementsEqual(part.bytes)
      }
    }?.kind
    guard let kind else { return nil }
    self = kind
  }

  /// Whether frames may be of this kind.
  public var isRead: Bool { self == .png || self == .jpeg }

  /// The kind's usual name.
  public var name: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .gif: "GIF"
    case .webp: "WebP"
    case .bmp: "BMP"
    case .tiff: "TIFF"
    case .heif: "HEIF or AVIF"
    case .jpegXL: "JPEG XL"
    case .pnm: "PNM"
    case .qoi: "QOI"
    }
  }

  /// The library whose words an error repeats.
  var decoderName: String { self == .png ? "libpng" : "libjpeg-turbo" }

  private struct Signature {
    var kind: PictureKind
    var parts: [(offset: Int, bytes: [UInt8])]

    init(_ kind: PictureKind, _ parts: (Int, [UInt8])...) {
      self.kind = kind
      self.parts = parts.map { (offset: $0.0, bytes: $0.1) }
    }
  }

  private static var signatures: [Signature] {
    [
      Signature(.png, (0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
      Signature(.jpeg, (0, [0xff, 0xd8, 0xff])),
      Signature(.gif, (0, Array("GIF8".utf8))),
      Signature(.webp, (0, Array("RIFF".utf8)), (8, Array("WEBP".utf8))),
      Signature(.bmp, (0, Array("BM".utf8)), (6, [0, 0, 0, 0])),
      Signature(.tiff, (0, [0x49, 0x49, 0x2a, 0])),
      Signature(.tiff, (0, [0x4d, 0x4d, 0, 0x2a])),
      Signature(.heif, (4, Array("ftypavif".utf8))),
      Signature(.heif, (4, Array("ftyphei".utf8))),
      Signature(.heif, (4, Array("ftypmif1".utf8))),
      Signature(.jpegXL, (0, [0xff, 0x0a])),
      Signature(.jpegXL, (4, Array("JXL ".utf8))),
      Signature(.pnm, (0, Array("P5\n".utf8))),
      Signature(.pnm, (0, Array("P6\n".utf8))),
      Signature(.qoi, (0, Array("qoif".utf8))),
    ]
  }
}
