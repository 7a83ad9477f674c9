import Glibc
import Linux
import Testing

@Suite struct EventLoopTests {
  let clock = TestClock()

  @Test func timersRunInOrderOfTimeThenOfScheduling() throws {
    let loop = try EventLoop(clock: clock)
    var seen: [String] = []
    for (time, name) in [(30, "d"), (10, "a"), (20, "b"), (20, "c")] as [(Int64, String)] {
      loop.schedule(at: time) { seen.append("\(name)\(loop.now)") }
    }
    loop.schedule(at: 40) { loop.stop() }
    loop.run()
    #expect(seen == ["a10", "b20", "c20", "d30"])
    #expect(loop.now == 40)
  }

  @Test func cancelledTimersDoNotRunNorMoveTheClock() throws {
    let loop = try EventLoop(clock: clock)
    var seen: [Int] = []
    let first = loop.schedule(at: 5) { seen.append(1) }
    var third: TimerToken?
    loop.schedule(at: 10) {
      seen.append(2)
      if let third { loop.cancel(third) }
      loop.cancel(first)
    }
    third = loop.schedule(at: 10) { seen.append(3) }
    loop.schedule(at: 12) {
      seen.append(Int(loop.now))
      loop.stop()
    }
    loop.cancel(first)
    loop.run()
    #expect(seen == [2, 12])
  }

  @Test func aTimerForThePresentLetsDescriptorsGoFirst() throws {
    let loop = try EventLoop(clock: clock)
    let pipe = try Pipe()
    var seen: [String] = []
    try loop.watch(pipe.reader.rawValue) { [number = pipe.reader.rawValue] in
      takeByte(from: number)
      seen.append("read")
      loop.stop()
    }
    func again() {
      seen.append("timer")
      if seen.count == 1 { try? pipe.send() }
      if seen.count < 50 { loop.schedule(at: loop.now) { again() } }
    }
    loop.schedule(at: 1) { again() }
    loop.run()
    // Once more in the wake that also found the pipe; a timer comes before priority 0.
    #expect(seen == ["timer", "timer", "read"])
  }

  @Test func prioritiesOrderOneWakeAroundTheTimers() throws {
    let loop = try EventLoop(clock: clock)
    let pipes = [try SharedPipe(), try SharedPipe(), try SharedPipe(), try SharedPipe()]
    var seen: [String] = []
    for (pipe, priority) in zip(pipes, [5, -1, 0, -7]) {
      try loop.watch(pipe.reader, priority: priority) {
        takeByte(from: pipe.reader)
        seen.append("\(priority)")
      }
      try pipe.send()
    }
    loop.schedule(at: 0) { seen.append("timer") }
    loop.schedule(at: 1) { loop.stop() }
    loop.run()
    #expect(seen == ["-7", "-1", "timer", "0", "5"])
  }

  @Test func aHandlerMayUnwatchAnotherOfTheSameWake() throws {
    let loop = try EventLoop(clock: clock)
    let first = try SharedPipe()
    let second = try SharedPipe()
    var seen: [Int] = []
    try loop.watch(first.reader, priority: 1) {
      takeByte(from: first.reader)
      seen.append(1)
      loop.unwatch(second.reader)
      loop.unwatch(first.reader)
      loop.schedule(at: 1) { loop.stop() }
    }
    try loop.watch(second.reader, priority: 2) { seen.append(2) }
    try first.send()
    try second.send()
    loop.run()
    #expect(seen == [1])
  }

  @Test func aNewWatchOfTheSameNumberIsNotCalledForTheOldOne() throws {
    let loop = try EventLoop(clock: clock)
    let first = try SharedPipe()
    let second = try SharedPipe()
    var seen: [String] = []
    try loop.watch(first.reader, priority: 1) {
      takeByte(from: first.reader)
      takeByte(from: second.reader)
      loop.unwatch(second.reader)
      do {
        try loop.watch(second.reader) { seen.append("stale") }
      } catch {
        seen.append("\(error)")
      }
      loop.schedule(at: 1) { loop.stop() }
    }
    try loop.watch(second.reader, priority: 2) { seen.append("old") }
    try first.send()
    try second.send()
    loop.run()
    #expect(seen == [])
  }

  @Test func whatIsLeftUnreadCallsAgain() throws {
    let loop = try EventLoop(clock: clock)
    let pipe = try SharedPipe()
    var count = 0
    try loop.watch(pipe.reader) {
      count += 1
      if count == 3 { loop.stop() }
    }
    try pipe.send()
    loop.run()
    #expect(count == 3)
  }

  @Test func watchingTwiceIsRefused() throws {
    let loop = try EventLoop(clock: clock)
    let pipe = try SharedPipe()
    try loop.watch(pipe.reader) {}
    #expect(throws: Errno(rawValue: EEXIST)) { try loop.watch(pipe.reader) {} }
  }

  @Test func stopLeavesTheRestPending() throws {
    let loop = try EventLoop(clock: clock)
    var seen: [Int] = []
    loop.stop()
    loop.schedule(at: 1) {
      seen.append(1)
      loop.stop()
    }
    loop.schedule(at: 1) {
      seen.append(2)
      loop.stop()
    }
    loop.run()
    #expect(seen == [])
    loop.run()
    #expect(seen == [1])
    loop.run()
    #expect(seen == [1, 2])
  }
}

/// A pipe that closures can share.
final class SharedPipe {
  private let pipe: Pipe

  init() throws { pipe = try Pipe() }

  var reader: CInt { pipe.reader.rawValue }
  var writer: CInt { pipe.writer.rawValue }
  func send(_ byte: UInt8 = 0) throws { try pipe.send(byte) }
}
