import Flipbook
import FlipbookTesting
import KMS
import Linux
import Pixels
import Testing
import Timing

/// What commands mean, at the moments where that is hard to say.
@Suite("A command to a player") struct PlayerCommandTests {
  private static let vblank: Int64 = 16_666_667
  private static let second: Int64 = 1_000_000_000

  /// Plays so many pictures at 30 a second on 60 Hz.
  private func play(
    _ frames: Int, profile: FakeProfile = .vblank, commands: [(command: Command, time: Int64)],
    _ change: (inout PlayerConfiguration) -> Void = { _ in }
  ) throws -> Witness {
    let fixture = try Fixture.frames(frames)
    var configuration = PlayerConfiguration(source: fixture.path)
    configuration.repeatCount = .times(1)
    configuration.timeLimit = 20 * Self.second
    change(&configuration)
    let witness = Witness(
      FakeDisplayConfiguration(size: PixelSize(width: 32, height: 18), profile: profile))
    witness.play(configuration, commands: commands)
    #expect(witness.run.error == nil)
    #expect(witness.startsAndStopsArePaired)
    #expect(witness.device.bufferViolations.isEmpty)
    return witness
  }

  private func areNeighbours(_ frames: [Int]) -> Bool {
    zip(frames, frames.dropFirst()).allSatisfy { abs($0 - $1) == 1 }
  }

  /// Moments around the flips of two frames, those of the flips themselves among them.
  private static let moments: [Int64] = (24...28).flatMap { number in
    [-4_000_000, -500_000, -1, 0, 1, 500_000, 2_083_333, 8_000_000].map { number * vblank + $0 }
  }

  @Test(
    "reverse turns round on the picture that is up or on its way", arguments: FakeProfile.allCases)
  func reverses(profile: FakeProfile) throws {
    for moment in Self.moments {
      let witness = try play(40, profile: profile, commands: [(.reverse, moment)])
      #expect(areNeighbours(witness.run.frames), "at \(moment): \(witness.run.frames)")
      #expect(witness.run.frames.last == 0)
      #expect(witness.run.statistics.framesDropped == 0)
    }
  }

  @Test("reverse twice in a row changes nothing but a moment") func reversesTwice() throws {
    for moment in Self.moments {
      let witness = try play(20, commands: [(.reverse, moment), (.reverse, moment)])
      #expect(witness.run.frames == Array(0..<20), "at \(moment): \(witness.run.frames)")
      // It may take a vblank to turn round, and one to turn back.
      #expect(witness.run.holds.allSatisfy { 1...4 ~= $0 }, "at \(moment): \(witness.run.holds)")
    }
  }

  @Test("reverse on the first picture goes back from it where there is something before")
  func reversesAtTheBeginning() throws {
    for time in [0, 1, Self.vblank, 2 * Self.vblank - 1] {
      let ends = try play(5, commands: [(.reverse, time)]) { $0.atEnd = .restore }
      #expect(ends.run.frames.first == 0 && ends.run.frames.last == 0)
      let loops = try play(5, commands: [(.reverse, time)]) {
        $0.repeatCount = .forever
        $0.timeLimit = Self.second
      }
      let frames = loops.run.frames.drop { $0 < 2 }
      #expect(
        zip(frames, frames.dropFirst()).allSatisfy { $1 == ($0 + 4) % 5 }, "\(loops.run.frames)")
    }
  }

  @Test("reverse on the last picture, and after it with hold, goes back from it")
  func reversesAtTheEnd() throws {
    for time in [18 * Self.vblank, 19 * Self.vblank, 20 * Self.vblank, 3 * Self.second] {
      let witness = try play(10, commands: [(.reverse, time)]) { $0.atEnd = .hold }
      #expect(
        witness.run.frames == Array(0..<10) + (0..<9).reversed(), "\(time) \(witness.run.frames)")
    }
    // And at the end of the way back, forwards again.
    let again = try play(
      10, commands: [(.reverse, 3 * Self.second), (.reverse, 6 * Self.second)]
    ) { $0.atEnd = .hold }
    #expect(again.run.frames == Array(0..<10) + (0..<9).reversed() + Array(1..<10))
  }

  @Test("reverse while stopped shows the neighbour only after start") func reversesWhileStopped()
    throws
  {
    for moment in Self.moments {
      let witness = try play(
        30, commands: [(.stop, moment), (.reverse, moment), (.start, moment + 2 * Self.second)])
      let turn = try #require(witness.run.frames.max())
      #expect(
        witness.run.frames == Array(0...turn) + (0..<turn).reversed(),
        "at \(moment): \(witness.run.frames)")
      let before = witness.shown.filter { $0.time < witness.begin + moment + 2 * Self.second }
      #expect(before.last?.frame == turn, "at \(moment)")
    }
  }

  @Test(
    "seek while stopped shows the picture at once and stays on it, turned round or not",
    arguments: [false, true])
  func seeksWhileStopped(turns: Bool) throws {
    for frame in [0, 7, 29] {
      var commands: [(command: Command, time: Int64)] = [
        (.stop, 400_000_000), (.seek(frame: frame), Self.second), (.start, 5 * Self.second),
      ]
      if turns { commands.insert((.reverse, 2 * Self.second), at: 2) }
      let witness = try play(30, commands: commands) { $0.repeatCount = .forever }
      let stopped = witness.shown.filter {
        (witness.begin + 420_000_000..<witness.begin + 5 * Self.second).contains($0.time)
      }
      #expect(stopped.map(\.frame) == [frame])
      #expect(stopped.allSatisfy { $0.time < witness.begin + Self.second + 2 * Self.vblank })
      let after = witness.shown.first { $0.time >= witness.begin + 5 * Self.second }
      #expect(after?.frame == (frame + (turns ? 29 : 1)) % 30)
    }
  }

  @Test("seek in playing goes on from there, on the way back too") func seeks() throws {
    let witness = try play(30, commands: [(.seek(frame: 20), 400_000_000)])
    #expect(witness.run.frames.suffix(10) == Array(20..<30))
    let back = try play(
      30, commands: [(.reverse, 500_000_000), (.seek(frame: 20), 600_000_000)])
    #expect(back.run.frames.suffix(21) == (0...20).reversed())
  }

  @Test("toggle, start and seek after the end with hold", arguments: [Command.toggle, .start])
  func playsAgain(command: Command) throws {
    let witness = try play(10, commands: [(command, 2 * Self.second)]) { $0.atEnd = .hold }
    #expect(witness.run.frames == Array(0..<10) + Array(0..<10))
    let seeks = try play(10, commands: [(.seek(frame: 4), 2 * Self.second)]) { $0.atEnd = .hold }
    #expect(seeks.run.frames == Array(0..<10) + Array(4..<10))
  }

  @Test("toggle at any moment pauses: every picture is shown once, in order") func toggles() throws
  {
    for moment in Self.moments {
      let witness = try play(20, commands: [(.toggle, moment), (.toggle, moment + Self.second)])
      #expect(witness.run.frames == Array(0..<20), "at \(moment): \(witness.run.frames)")
    }
  }

  @Test("stopped or at its end with hold, a player sleeps", arguments: FakeProfile.allCases)
  func sleeps(profile: FakeProfile) throws {
    func wakeUps(_ commands: [(command: Command, time: Int64)], seconds: Int64) throws -> Int {
      try play(5, profile: profile, commands: commands) {
        $0.atEnd = .hold
        $0.timeLimit = seconds * Self.second
      }.run.statistics.wakeUps
    }
    let short = try wakeUps([], seconds: 2)
    #expect(abs(try wakeUps([], seconds: 100_000) - short) <= 10)
    let stopped = try wakeUps([(.stop, 100_000_000)], seconds: 2)
    #expect(abs(try wakeUps([(.stop, 100_000_000)], seconds: 100_000) - stopped) <= 10)
  }
}
