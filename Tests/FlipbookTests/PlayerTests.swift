import Flipbook
import Glibc
import Linux
import Pixels
import Testing
import Timing

@Suite("A player on the simulated display") struct PlayerTests {
  @Test("shows every frame in order for exactly its two vblanks") func evenCadence() throws {
    let fixture = try Fixture.frames(60)
    let run = play(fixture.path)
    #expect(run.error == nil)
    #expect(run.outcome == .done)
    #expect(run.frames == Array(0..<60))
    #expect(run.holds.allSatisfy { $0 == 2 })
    #expect(run.statistics.framesShown == 60)
    #expect(run.statistics.framesLate == 0)
    #expect(run.statistics.framesDropped == 0)
    #expect(run.statistics.decodedFrames == 60)
  }

  @Test("tells start, frames and stop in order, with the end reached") func tells() throws {
    let fixture = try Fixture.frames(3)
    let run = play(fixture.path)
    guard case .start(fixture.path, _) = run.events.first,
      case .stop(fixture.path, true, let end) = run.events.last,
      case .frame(0, 0, let begin) = run.events.dropFirst().first
    else {
      Issue.record("unexpected events \(run.events)")
      return
    }
    // Three frames of two vblanks; the end is told when the last one's time is up.
    #expect(abs(end - begin - 100_000_000) < 16_666_667)
  }

  @Test(
    "keeps the cadence of film", arguments: [("24", [3, 2]), ("25", [3, 2, 3, 2, 2])])
  func film(text: String, pattern: [Int64]) throws {
    let fixture = try Fixture.frames(20)
    let run = play(fixture.path) { $0.pace = .rate(FrameRate(parsing: text) ?? .standard) }
    #expect(run.frames == Array(0..<20))
    #expect(run.holds == (0..<19).map { pattern[$0 % pattern.count] })
  }

  @Test(
    "does the same on displays without vblank, with padded rows and odd sizes",
    arguments: ["32x18@60", "33x19@59.94", "32x18@50"])
  func displays(display: String) throws {
    let fixture = try Fixture.frames(10)
    let run = play(fixture.path, display: display)
    #expect(run.frames == Array(0..<10))
    #expect(run.statistics.framesLate == 0)
  }

  @Test("bears times beyond every clock's end") func centuries() throws {
    let fixture = try Fixture.frames(1)
    let still = play(fixture.path) {
      $0.pace = .duration(.max)
      $0.repeatCount = .times(9e12)
      $0.timeLimit = 1_000_000_000
    }
    #expect(still.outcome == .done)
    let played = play(fixture.path) { $0.timeLimit = .max }
    #expect(played.outcome == .done)
    let fast = play(fixture.path) { $0.pace = .duration(1) }
    #expect(fast.error?.kind == .usage)
  }

  @Test("goes round for as long as it is told, decoding what fits once") func loops() throws {
    let fixture = try Fixture.frames(5)
    let run = play(fixture.path) { $0.repeatCount = .times(4) }
    #expect(run.frames == (0..<20).map { $0 % 5 })
    #expect(run.statistics.decodedFrames == 5)
  }

  @Test("plays there and back, backwards, and from a frame on") func orders() throws {
    let fixture = try Fixture.frames(4)
    #expect(play(fixture.path) { $0.autoreverses = true }.frames == [0, 1, 2, 3, 2, 1])
    #expect(play(fixture.path) { $0.isReversed = true }.frames == [3, 2, 1, 0])
    #expect(play(fixture.path) { $0.startFrame = 2 }.frames == [2, 3])
  }

  @Test("keeps within a budget of a few frames") func budget() throws {
    let fixture = try Fixture.frames(40, size: PixelSize(width: 160, height: 90))
    // A frame is 57,600 bytes; decoding one takes libpng some more.
    let run = play(fixture.path, display: "160x90@60") {
      $0.budget = 600_000
      $0.repeatCount = .times(2)
    }
    #expect(run.frames == (0..<80).map { $0 % 40 })
    #expect(run.statistics.framesLate == 0)
    #expect(run.statistics.windowPeakBytes <= 600_000)
    #expect(run.statistics.decodedFrames > 40)
  }

  @Test("turns round in place: the next picture is the neighbour") func reverses() throws {
    let fixture = try Fixture.frames(30)
    let run = play(
      fixture.path,
      onEvent: { player, event in
        if case .frame(12, _, _) = event { player.perform(.reverse) }
      })
    let turn = try #require(run.frames.firstIndex(of: 12))
    let after = Array(run.frames[turn...])
    // The frame that was on its way already may still come; from it on, neighbours backwards.
    let top = after.firstIndex(of: after.max() ?? 0) ?? 0
    #expect(top <= 1)
    #expect(zip(after[top...], after[top...].dropFirst()).allSatisfy { $1 == $0 - 1 })
    #expect(run.frames.last == 0)
    #expect(
      run.events.contains { if case .reverse("backwards", _) = $0 { true } else { false } })
  }

  @Test("stops on a frame and goes on from it") func stops() throws {
    let fixture = try Fixture.frames(20)
    var stopped: Int64 = 0
    let run = play(
      fixture.path,
      onEvent: { player, event in
        switch event {
        case .frame(7, _, _): player.perform(.toggle)
        case .stop(_, false, let time):
          stopped = time
          player.perform(.start)
        default: break
        }
      })
    #expect(stopped > 0)
    #expect(run.frames == Array(0..<20))
    let starts = run.events.count { if case .start = $0 { true } else { false } }
    #expect(starts == 2)
  }

  @Test("quits when told, and when its time is up") func quits() throws {
    let fixture = try Fixture.frames(5)
    let told = play(
      fixture.path, { $0.repeatCount = .forever },
      onEvent: { player, event in
        if case .frame(3, _, _) = event { player.perform(.quit) }
      })
    #expect(told.outcome == .done)
    #expect(told.frames.first == 0)
    guard case .stop(_, false, _) = told.events.last else {
      Issue.record("a run that is cut short tells so")
      return
    }
    let limited = play(fixture.path) {
      $0.repeatCount = .forever
      $0.timeLimit = 1_000_000_000
    }
    #expect(29...31 ~= limited.frames.count)
  }

  @Test("plays the built-in test card without a source") func testCard() {
    let run = play(nil, display: "160x90@60") { $0.timeLimit = 500_000_000 }
    #expect(run.error == nil)
    #expect(run.frames.prefix(10) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  }

  @Test("writes a contact sheet, a timing plot, captures and events") func observes() throws {
    let fixture = try Fixture.frames(6)
    let out = try Fixture()
    let run = play(fixture.path) {
      $0.contactSheet = out.file("sheet.png")
      $0.timingPlot = out.file("timing.svg")
      $0.events = out.file("events.jsonl")
      $0.capture = out.path
    }
    #expect(run.error == nil)
    let names = try Directory.list(out.path)
    // Counted as in the events: from the first picture on.
    #expect(
      names.filter { $0.hasPrefix("vblank-") }.sorted()
        == [0, 2, 4, 6, 8].map { "vblank-00000\($0).png" } + ["vblank-000010.png"])
    #expect(try File.read(out.file("sheet.png")).prefix(4) == [0x89, 0x50, 0x4E, 0x47])
    let plot = String(decoding: try File.read(out.file("timing.svg")), as: UTF8.self)
    #expect(plot.contains("<svg"))
    let events = String(decoding: try File.read(out.file("events.jsonl")), as: UTF8.self)
    #expect(events.split(separator: "\n").count == 8)
    #expect(events.hasPrefix("{\"event\":\"start\",\"animation\":"))
  }
}

@Suite("Bad input to a player") struct BadInputTests {
  @Test("with a hole in a pattern: the frame before stays up in its time, told once")
  func holes() throws {
    let fixture = try Fixture.frames(6)
    unlink(fixture.file("frame-3.png"))
    let run = play(fixture.file("frame-%d.png"))
    #expect(run.frames.count == 6)
    #expect(run.statistics.decodedFrames == 5)
    #expect(run.log.count == 1)
    #expect(run.log.first?.contains("frame 3 is missing") == true)
    // In a folder the neighbours follow one another.
    #expect(play(fixture.path).frames.count == 5)
  }

  private let noise = [UInt8](repeating: 0x55, count: 100)

  @Test("is held over: the picture before stays up, named once") func holds() throws {
    let fixture = try Fixture.frames(6)
    try fixture.write(
      Array(try File.read(fixture.file("frame-3.png")).prefix(40)), name: "frame-3.png")
    let run = play(fixture.path) { $0.repeatCount = .times(2) }
    #expect(run.frames == [0, 1, 2, 4, 5, 0, 1, 2, 4, 5])
    #expect(run.holds[2] == 4)
    #expect(run.statistics.framesBad == 1)
    #expect(run.statistics.framesDropped == 0)
    #expect(run.log.count == 1)
    #expect(run.log.first?.contains("frame-3.png") == true)
  }

  @Test("is skipped: the next good frame has its time") func skips() throws {
    let fixture = try Fixture.frames(6)
    try fixture.write(
      Array(try File.read(fixture.file("frame-3.png")).prefix(40)), name: "frame-3.png")
    let run = play(fixture.path) { $0.onBadFrame = .skip }
    #expect(run.error == nil)
    #expect(run.frames.filter { $0 != 4 } == [0, 1, 2, 5])
    #expect(run.vblanks[3] == 6)
  }

  @Test("stops the player with a sentence") func stops() throws {
    let fixture = try Fixture.frames(6)
    try fixture.write(
      Array(try File.read(fixture.file("frame-3.png")).prefix(40)), name: "frame-3.png")
    let run = play(fixture.path) { $0.onBadFrame = .stop }
    #expect(run.error?.kind == .failed)
    #expect(run.error?.message.contains("frame-3.png") == true)
    #expect(run.frames == [0, 1, 2])
  }

  @Test("as the first frame gives way to the next") func first() throws {
    let fixture = try Fixture.frames(4)
    try fixture.write(
      Array(try File.read(fixture.file("frame-0.png")).prefix(40)), name: "frame-0.png")
    let run = play(fixture.path)
    #expect(run.frames == [1, 2, 3])
  }

  @Test("of which nothing is good ends with a sentence and no display lit") func allBad() throws {
    let fixture = try Fixture.frames(3)
    for frame in 0..<3 {
      let name = "frame-\(frame).png"
      try fixture.write(Array(try File.read(fixture.file(name)).prefix(40)), name: name)
    }
    let run = play(fixture.path)
    #expect(run.error?.kind == .failed)
    #expect(run.frames.isEmpty)
    #expect(run.log.count == 3)
  }

  @Test("as a source is a sentence") func sources() throws {
    let empty = try Fixture()
    let text = try Fixture()
    try text.write(noise, name: "readme.txt")
    for source in ["/nonexistent/frames", empty.path, text.path, text.file("readme.txt")] {
      let run = play(source)
      #expect(run.error?.kind == .failed)
      #expect(run.error?.message.contains(source) == true)
      #expect(run.events.isEmpty)
    }
  }

  @Test("as display, mode or binding is told apart by its exit status") func options() throws {
    let fixture = try Fixture.frames(2)
    #expect(play(fixture.path, display: "huge").error?.kind == .usage)
    #expect(
      play(fixture.path) {
        $0.output = "HDMI-A-9"
        $0.displayPatience = 0
      }.error?.kind == .noDisplay)
    #expect(play(fixture.path) { $0.bindings = ["tap=dance"] }.error?.kind == .usage)
    #expect(play(fixture.path) { $0.startFrame = 5 }.error?.kind == .usage)
    let before = ThreadPriority.current
    #expect(
      play(fixture.path) {
        $0.display = .drm
        $0.card = "/dev/dri/card99"
        $0.clock = .real
        $0.displayPatience = 0
      }.error?.kind == .noDisplay)
    #expect(ThreadPriority.current == before, "a player that fails leaves its thread as it was")
  }
}
