import Flipbook
import Glibc
import Linux
import Testing
import Timing

@Suite("The event log") struct EventLogTests {
  @Test("that finds no room is an error at the end, and the frames are shown all the same")
  func full() throws {
    let fixture = try Fixture.frames(3)
    let run = play(fixture.path) { $0.events = "/dev/full" }
    #expect(run.frames == [0, 1, 2])
    #expect(
      run.error?.message
        == "Not all events could be written to /dev/full: No space left on device (errno 28). "
        + "Free some space or give another path.")
  }

  @Test("whose reader goes away stops, and the frames are shown all the same")
  func readerGone() throws {
    let fixture = try Fixture.frames(3)
    let pipe = fixture.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    let run = play("\(fixture.path)/frame-%d.png") {
      $0.events = pipe
    } onEvent: { _, event in
      if case .start = event { close(reader) }
    }
    #expect(run.error == nil)
    #expect(run.frames == [0, 1, 2])
  }

  @Test("whose reader reads nothing does not hold up the end for long, and says what is missing")
  func readerAsleep() throws {
    let fixture = try Fixture.frames(3)
    let pipe = fixture.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    // Four thousand times three events are more than a pipe holds.
    let run = play("\(fixture.path)/frame-%d.png") {
      $0.events = pipe
      $0.repeatCount = .times(4000)
    }
    #expect(run.frames.count == 12_000)
    #expect(run.error?.message.contains("events were left out: the reader of \(pipe)") == true)
  }
}
