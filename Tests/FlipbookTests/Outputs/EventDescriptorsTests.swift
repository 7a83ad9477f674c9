import Glibc
import Linux
import Testing
import Timing

@testable import Flipbook

@Suite("Listening to cards that several share") struct EventDescriptorsTests {
  private final class Owner {}

  @Test("goes on for the others, and for whose file has the same number later") func sameNumber()
    throws
  {
    let loop = try EventLoop(clock: SystemClock())
    let descriptors = EventDescriptors(loop: loop)
    let (one, two) = (Owner(), Owner())
    var heard: [String] = []
    func listen(_ descriptor: CInt, _ owner: Owner, _ name: String) throws {
      try descriptors.listen(descriptor, owner: owner) {
        heard.append(name)
        loop.stop()
      }
    }
    let number = try pipe()
    try listen(number, one, "one")
    try listen(number, two, "two")
    loop.run()
    #expect(heard == ["one", "two"])
    descriptors.stop(number, owner: one)
    descriptors.stop(number, owner: one)
    heard = []
    loop.run()
    #expect(heard == ["two"])
    descriptors.stop(number, owner: two)
    // Another file at the same number, in one step: what the kernel knew of the first is gone.
    let other = try pipe()
    #expect(dup2(other, number) == number)
    try listen(number, one, "one again")
    heard = []
    loop.run()
    #expect(heard == ["one again"])
    descriptors.stop(number, owner: one)
    for descriptor in [number, other] { close(descriptor) }
  }

  /// The reading end of a pipe with a byte in it.
  private func pipe() throws -> CInt {
    var ends: [CInt] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw Errno.current }
    defer { close(ends[1]) }
    guard write(ends[1], "x", 1) == 1 else { throw Errno.current }
    return ends[0]
  }
}
