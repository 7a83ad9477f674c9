import Glibc
import Linux
import Testing

@Suite struct EventLoopWakingTests {
  @Test func ringsBeforeTheHandlerAreOne() throws {
    let loop = try EventLoop(clock: TestClock())
    var count = 0
    let waker = try loop.makeWaker { count += 1 }
    for _ in 0..<1000 { waker.wake() }
    loop.schedule(at: 1) {
      #expect(count == 1)
      waker.wake()
    }
    loop.schedule(at: 2) { loop.stop() }
    loop.run()
    #expect(count == 2)
  }

  @Test func everyRingOfAnotherThreadIsFollowedByTheHandler() throws {
    let loop = try EventLoop(clock: SystemClock())
    let work = SharedCounter()
    var taken = 0
    let waker = try loop.makeWaker {
      taken = work.value
      if taken == 10_000 { loop.stop() }
    }
    let thread = try BackgroundThread {
      for _ in 0..<10_000 {
        work.increment()
        waker.wake()
      }
    }
    loop.run()
    thread.join()
    #expect(taken == 10_000)
  }

  @Test func virtualTimeWaitsForWhoHoldsIt() throws {
    let clock = TestClock()
    let loop = try EventLoop(clock: clock)
    var outstanding = 1
    var resultAt: Int64 = -1
    loop.holdsTime = { outstanding > 0 }
    let waker = try loop.makeWaker {
      outstanding = 0
      resultAt = loop.now
    }
    loop.schedule(at: 100) { loop.stop() }
    let thread = try BackgroundThread { waker.wake() }
    loop.run()
    thread.join()
    #expect(resultAt == 0)
    #expect(clock.now == 100)
  }

  @Test func aLoopWithNothingToDoIsNotWoken() throws {
    let loop = try EventLoop(clock: SystemClock())
    let waker = try loop.makeWaker { loop.stop() }
    // A timer taken back must not wake it either.
    loop.cancel(loop.schedule(at: loop.now + 1_000_000) {})
    let thread = try BackgroundThread { waker.wake() }
    loop.run()
    thread.join()
    #expect(loop.wakeUps == 1)
  }

  @Test func oneTimerIsOneWakeUpOfTheRealClock() throws {
    let loop = try EventLoop(clock: SystemClock())
    let due = loop.now + 2_000_000
    var firedAt: Int64 = 0
    loop.schedule(at: due) {
      firedAt = loop.now
      loop.stop()
    }
    loop.run()
    #expect(firedAt >= due)
    #expect(loop.wakeUps == 1)
  }

  @Test func aWakerMayOutliveItsLoop() throws {
    let waker: Waker
    do {
      let loop = try EventLoop(clock: TestClock())
      waker = try loop.makeWaker {}
    }
    waker.wake()
  }

  @Test func signalsAreReadOnTheLoop() throws {
    let masked = try BlockedSignals([SIGUSR1, SIGUSR2])
    let loop = try EventLoop(clock: TestClock())
    var seen: [CInt] = []
    try loop.onSignals([SIGUSR1, SIGUSR2]) { signal in
      seen.append(signal)
      if seen.count == 2 { loop.stop() }
    }
    pthread_kill(pthread_self(), SIGUSR2)
    pthread_kill(pthread_self(), SIGUSR1)
    loop.run()
    masked.restore()
    #expect(seen.sorted() == [SIGUSR1, SIGUSR2])
  }

  @Test func releasedSignalsAreAsTheyWereBefore() throws {
    // Threads of a test runner may have everything blocked already.
    var own = sigset_t()
    var runners = sigset_t()
    sigemptyset(&own)
    sigaddset(&own, SIGUSR1)
    pthread_sigmask(SIG_UNBLOCK, &own, &runners)
    defer { pthread_sigmask(SIG_SETMASK, &runners, nil) }
    let loop = try EventLoop(clock: TestClock())
    try loop.onSignals([SIGUSR1]) { _ in Issue.record("nobody listens any more") }
    // One that came before is forgotten; it would end the program otherwise.
    pthread_kill(pthread_self(), SIGUSR1)
    loop.releaseSignals()
    var mask = sigset_t()
    pthread_sigmask(SIG_SETMASK, nil, &mask)
    #expect(sigismember(&mask, SIGUSR1) == 0)
    loop.schedule(at: loop.now) { loop.stop() }
    loop.run()
  }

  @Test func anIgnoredSignalIsKnown() {
    #expect(!isIgnored(SIGPROF))
    let before = signal(SIGPROF, SIG_IGN)
    defer { _ = signal(SIGPROF, before) }
    #expect(isIgnored(SIGPROF))
  }
}
