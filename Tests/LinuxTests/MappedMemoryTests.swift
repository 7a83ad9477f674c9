import Glibc
import Linux
import Testing

@Suite("A mapping", .serialized) struct MappedMemoryTests {
  /// Maps two pages of a file that has so many bytes.
  private func withMapping(
    of size: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Void
  ) throws {
    var template = Array("/tmp/flipbook-test-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    defer { close(file) }
    unlink(template)
    try #require(file >= 0 && ftruncate(file, size) == 0)
    let length = 2 * Int(getpagesize())
    let address = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    try #require(address != MAP_FAILED)
    defer { munmap(address, length) }
    try body(UnsafeMutableRawBufferPointer(start: address, count: length))
  }

  @Test("is zeroed where there is memory behind it") func clears() throws {
    let page = Int(getpagesize())
    try withMapping(of: 2 * page) { mapping in
      for index in mapping.indices { mapping[index] = 0xAA }
      try MappedMemory.clear(mapping)
      #expect(mapping.allSatisfy { $0 == 0 })
    }
  }

  @Test("without memory behind a page is an error, each time") func missing() throws {
    for _ in 0..<3 {
      try withMapping(of: Int(getpagesize())) { mapping in
        #expect(throws: Errno.noMemory) { try MappedMemory.clear(mapping) }
      }
    }
  }
}
