import Glibc

/// Counts what lies ready for workers; those with nothing to do sleep on it.
final class WorkSignal: @unchecked Sendable {
  // Unchecked because of the pointer: a semaphore is made for many threads, and it lives at this
  // address until the last of them has let go of the object.
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Wakes one worker, now or when it next waits.
  ///
  /// The C call is `sem_post`.
  func post() { sem_post(semaphore) }

  /// Sleeps until there is work, or sooner.
  ///
  /// The C call is `sem_wait`.
  func wait() { sem_wait(semaphore) }

  /// Sleeps until there have been so many posts, or seconds.
  ///
  /// The C call is `sem_timedwait`.
  func wait(forPosts posts: Int, seconds: Int) {
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    deadline.tv_sec += seconds
    var left = posts
    while left > 0 {
      if sem_timedwait(semaphore, &deadline) == 0 {
        left -= 1
      } else if errno != EINTR {
        return
      }
    }
  }
}
