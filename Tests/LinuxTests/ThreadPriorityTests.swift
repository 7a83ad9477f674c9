import Glibc
import Linux
import Synchronization
import Testing

@Suite("A thread's priority") struct ThreadPriorityTests {
  @Test("raised, is not handed on to the threads that it starts") func handedOn() throws {
    let seen = Mutex<(before: Int, raised: Int, child: Int)?>(nil)
    let done = Bell()
    // On a thread of its own, so that the test runner's keeps what it had.
    try Linux.BackgroundThread.start {
      let before = ThreadPriority.current
      let isRaised = ThreadPriority.raise()
      let raised = isRaised ? ThreadPriority.current : max(-20, before - 10)
      do throws(Errno) {
        try Linux.BackgroundThread.start {
          seen.withLock { $0 = (before, raised, ThreadPriority.current) }
          done.ring()
        }
      } catch {
        done.ring()
      }
    }
    done.wait()
    let nice = try #require(seen.withLock { $0 })
    // The kernel goes no lower than -20.
    #expect(nice.raised == max(-20, nice.before - 10))
    #expect(nice.child == nice.before)
  }
}

/// Rung once by one thread, waited for by another.
private final class Bell: Sendable {
  private let ends: (read: CInt, write: CInt)

  init() {
    var pair: [CInt] = [0, 0]
    pipe(&pair)
    ends = (pair[0], pair[1])
  }

  deinit {
    close(ends.read)
    close(ends.write)
  }

  func ring() {
    var byte: UInt8 = 1
    write(ends.write, &byte, 1)
  }

  func wait() {
    var byte: UInt8 = 0
    while read(ends.read, &byte, 1) < 0, errno == EINTR {}
  }
}
