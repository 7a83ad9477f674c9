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
}
