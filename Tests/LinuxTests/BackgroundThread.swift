import Glibc
import Linux
import Synchronization

/// A thread of its own, outside the pool that tests run on.
final class BackgroundThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private var thread = pthread_t()

  init(_ run: @escaping @Sendable () -> Void) throws {
    let body = Unmanaged.passRetained(Body(run))
    let error = pthread_create(
      &thread, nil,
      { argument in
        if let argument {
          Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        }
        return nil
      }, body.toOpaque())
    guard error == 0 else {
      body.release()
      throw Errno(rawValue: error)
    }
  }

  func join() { pthread_join(thread, nil) }
}

/// A number that two threads share.
final class SharedCounter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .acquiring) }
  func increment() { count.add(1, ordering: .acquiringAndReleasing) }
}
