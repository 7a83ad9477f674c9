import Glibc
import Pixels
import Testing

@Suite("Memory for bitmaps") struct BitmapPoolTests {
  @Test("is asked for before it is taken") func room() {
    #expect(BitmapPool.systemHasRoom(for: 1 << 16))
    #expect(BitmapPool.systemHasRoom(for: 0))
    #expect(BitmapPool.systemHasRoom(for: -1))
    // More than any processor addresses.
    #expect(!BitmapPool.systemHasRoom(for: 1 << 60))
  }

  @Test("goes back to the system when a large bitmap goes, whatever lies around it")
  func large() {
    // The C library now takes blocks of this size for worth keeping.
    free(malloc(30 << 20))
    var gone = 0
    for _ in 0..<20 {
      var address: UnsafeMutableRawPointer?
      var above: [Picture] = []
      do {
        var bitmap = Bitmap(size: PixelSize(width: 1024, height: 1024), format: .xrgb8888)
        address = bitmap.withMutableBytes { $0.baseAddress }
        above.append(Picture(Bitmap(size: PixelSize(width: 16, height: 16), format: .xrgb8888)))
      }
      var residency = [UInt8](repeating: 0, count: 1024)
      if mincore(address, 1 << 22, &residency) == -1, errno == ENOMEM { gone += 1 }
      above = []
    }
    // Another thread may map something at the same place in that moment.
    #expect(gone >= 10)
  }
}
