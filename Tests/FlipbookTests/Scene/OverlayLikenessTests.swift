import Flipbook
import Linux
import Pixels
import Testing
import Timing

/// Frames under an overlay are played, told and counted as without.
@Suite("Frames under an overlay, beside the same without") struct OverlayLikenessTests {
  private let fixture: Fixture
  private let overlay: Fixture
  /// What begins as a PNG does, and is none.
  private let noPicture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0]

  init() throws {
    fixture = try Fixture.frames(6)
    overlay = try Fixture.frames(1, size: PixelSize(width: 1, height: 1))
  }

  private func both(
    _ change: (inout PlayerConfiguration) -> Void,
    onEvent: @escaping (Player, PlayerEvent) -> Void = { _, _ in }
  ) -> (plain: Run, under: Run) {
    let plain = play(fixture.path, change, onEvent: onEvent)
    let picture = overlay.file("frame-0.png")
    let under = play(
      fixture.path,
      {
        change(&$0)
        $0.overlays = [.init(picture: picture, x: .fromStart(0), y: .fromStart(0))]
      }, onEvent: onEvent)
    return (plain, under)
  }

  /// What events tell, without the times at which a run is told to be over.
  ///
  /// Bad frames are told as
  /// decoders find them; a frame in the place of a bad one is told again only where it is shown again.
  private func told(_ run: Run) -> [String] {
    var told: [String] = []
    var shown: Int?
    for event in run.events {
      switch event {
      case .start(let name, let time): told.append("start \(name) \(time)")
      case .frame(let index, let vblank, let time),
        .animationFrame(_, let index, let vblank, let time):
        if shown != index { told.append("frame \(index) \(vblank) \(time)") }
        shown = index
      case .stop(let name, let finished, _): told.append("stop \(name) \(finished)")
      default: break
      }
    }
    return told
  }

  private func bad(_ run: Run) -> Set<Int> {
    Set(run.events.compactMap { if case .bad(let index, _, _, _) = $0 { index } else { nil } })
  }

  private func expectAlike(_ runs: (plain: Run, under: Run)) {
    #expect(told(runs.under) == told(runs.plain))
    #expect(bad(runs.under) == bad(runs.plain))
    #expect(Set(runs.under.log) == Set(runs.plain.log))
    #expect(runs.under.error == runs.plain.error)
    #expect(runs.under.outcome == runs.plain.outcome)
    let (under, plain) = (runs.under.statistics, runs.plain.statistics)
    #expect(under.framesDropped == plain.framesDropped)
    #expect(under.framesLate == plain.framesLate)
    #expect(under.framesBad == plain.framesBad)
  }

  @Test("tells the same of frames in their time", arguments: [false, true])
  func inTime(isReversed: Bool) {
    expectAlike(
      both {
        $0.isReversed = isReversed
        $0.repeatCount = .times(2)
      })
  }

  @Test("tells that a run was cut off")
  func cutOff() {
    let runs = both { $0.timeLimit = 100_000_000 }
    #expect(runs.under.events.last?.json.description.contains("false") == true)
    expectAlike(runs)
  }

  @Test("counts what is left out, and ends with the last frame on the screen")
  func dropped() {
    let runs = both { $0.pace = .duration(50_000_000) }
    #expect(runs.plain.statistics.framesDropped == 2)
    #expect(runs.under.statistics.framesDropped == 2)
    #expect(runs.under.statistics.framesShown == runs.plain.statistics.framesShown)
    #expect(told(runs.under).contains { $0.hasPrefix("frame 5 ") })
  }

  @Test("plays on, skips or ends at a bad frame", arguments: [2, 5])
  func badFrame(frame: Int) throws {
    try fixture.write(noPicture, name: "frame-\(frame).png")
    let source = fixture.file("frame-%d.png")
    for rule in PlayerConfiguration.OnBadFrame.allCases {
      expectAlike(
        both {
          $0.source = source
          $0.onBadFrame = rule
        })
    }
  }

  @Test("counts nothing as left out where numbers are missing")
  func holes() throws {
    try fixture.write(9, size: PixelSize(width: 32, height: 18))
    let source = fixture.file("frame-%d.png")
    let runs = both { $0.source = source }
    #expect(runs.plain.statistics.framesDropped == 0)
    #expect(runs.under.statistics.framesDropped == 0)
    #expect(runs.under.log == runs.plain.log)
    #expect(runs.under.frames.isEmpty && told(runs.under).contains { $0.hasPrefix("frame 9 18 ") })
  }

  @Test("ends where no frame can be shown", arguments: PlayerConfiguration.OnBadFrame.allCases)
  func allBad(rule: PlayerConfiguration.OnBadFrame) throws {
    for frame in 0..<6 { try fixture.write(noPicture, name: "frame-\(frame).png") }
    let source = fixture.file("frame-%d.png")
    let runs = both {
      $0.source = source
      $0.onBadFrame = rule
      $0.timeLimit = 1_000_000_000
    }
    #expect(runs.plain.error != nil)
    #expect(runs.under.error == runs.plain.error)
  }

  @Test("shows the rest of a scene whose frames are all bad")
  func sceneOfBadFrames() throws {
    for frame in 0..<6 { try fixture.write(noPicture, name: "frame-\(frame).png") }
    try fixture.write(
      Array("scene 1\nanimator film frames \"frame-%d.png\" repeat 1\nafter 1 quit\n".utf8),
      name: "bad.scene")
    let run = play(fixture.file("bad.scene"))
    #expect(run.outcome == .done)
    #expect(run.statistics.flips == 1)
  }
}

@Suite("An overlay that cannot be shown") struct OverlayMistakeTests {
  @Test("is told in a sentence, without a word of scene files")
  func sentences() throws {
    let fixture = try Fixture.frames(1)
    let whole = try File.read(fixture.file("frame-0.png"), limit: 1 << 20)
    try fixture.write(Array(whole.prefix(whole.count / 2)), name: "half.png")
    let missing = fixture.file("none.png")
    let half = fixture.file("half.png")
    let run = play(fixture.file("frame-0.png")) {
      $0.overlays = [missing, half].map { .init(picture: $0, x: .fromStart(0), y: .fromEnd(0)) }
    }
    let sentences = try #require(run.error).sentences
    #expect(sentences.first == "\(missing) does not exist; check the spelling with `ls`.")
    #expect(sentences.last?.hasSuffix("was it written to its end?") == true)
  }
}
