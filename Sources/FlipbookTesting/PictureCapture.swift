import Linux
import Pixels

/// Writes a PNG of each picture that a simulated display scans out: `vblank-000123.png`.
///
/// The names sort in the order in which the pictures came. Give `save` to
/// `FakeKMSDevice.onScanOut`, or call it from there. Confined to the device's thread.
public final class PictureCapture {
  /// The folder that the pictures go to.
  public let directory: String
  /// Pictures written so far.
  public private(set) var count = 0

  private var firstCRTC: UInt32?

  /// Makes the folder where there is none.
  ///
  /// - Throws: a sentence that names the folder.
  public init(directory: String) throws(PictureFileError) {
    self.directory = directory
    if let kind = File.kind(of: directory) {
      guard kind == .directory else {
        throw PictureFileError("Captured pictures", path: directory, errno: .notDirectory)
      }
      return
    }
    do throws(Errno) {
      try Directory.create(directory)
    } catch {
      throw PictureFileError("Captured pictures", path: directory, errno: error)
    }
  }

  /// Writes a picture; one that takes the place of another within the same refresh takes its file.
  ///
  /// - Throws: a sentence that names the file.
  public func save(_ picture: ScannedPicture) throws(PictureFileError) {
    firstCRTC = firstCRTC ?? picture.crtc
    let head = picture.crtc == firstCRTC ? "" : "crtc\(picture.crtc)-"
    let path = "\(directory)/\(head)vblank-\(picture.vblank.padded(to: 6)).png"
    do throws(Errno) {
      try File.write(PNGEncoder.encode(picture.bitmap()), to: path)
    } catch {
      throw PictureFileError("A captured picture", path: path, errno: error)
    }
    count += 1
  }
}
