internal import CDRM
internal import Glibc
public import Linux

extension LibDRMDevice {
  /// Whether framebuffers outlive this program, by `keepPictures`.
  public var keepsPictures: Bool { bufferDescriptor != descriptor }

  /// Has all buffers from now on made by a second file of the card, which another program gets too.
  ///
  /// The kernel removes framebuffers with the last descriptor of the file that made them, and takes
  /// mastership back with that of the other file. So the picture stays when this program ends, in
  /// whatever way, and the next program can be master at once. Call it before the first buffer is
  /// made.
  ///
  /// - Parameter hand: passes the second file's descriptor on.
  /// - Throws: what `open(2)` answers, or `hand` throws; pictures are not kept then. `notSupported`
  ///   where the broker of a seat has the card: it puts the console back when the program ends.
  public func keepPictures(by hand: (CInt) throws(Errno) -> Void) throws(Errno) {
    guard broker == nil else { throw .notSupported }
    guard !keepsPictures else { return try hand(bufferDescriptor) }
    let second = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard second >= 0 else { throw Errno.current }
    // Where nobody is master at the moment, it became that by being opened.
    if drmIsMaster(second) != 0 { drmDropMaster(second) }
    do throws(Errno) { try hand(second) } catch {
      Glibc.close(second)
      throw error
    }
    bufferDescriptor = second
  }
}
