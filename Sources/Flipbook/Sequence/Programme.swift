import Frames
import Linux
import Pixels
import Timing

/// What is played: the frames, and how each becomes a picture.
struct Programme {
  let sequence: FrameSequence
  private let isTestCard: Bool

  /// Frames of the built-in test card: two seconds and a bit at the standard rate, so that it does
  /// not fall in step with anything that repeats every second.
  static let testCardFrames = 64

  /// Finds the frames that a configuration names; without a source, the built-in test card's.
  static func open(_ configuration: PlayerConfiguration) throws(PlayerError) -> Programme {
    guard let source = configuration.source else {
      let frames = (0..<Self.testCardFrames).map { FrameReference(path: "frame \($0)") }
      return Programme(
        sequence: FrameSequence(name: "test card", frames: frames), isTestCard: true)
    }
    do {
      return Programme(sequence: try FrameSource.open(source), isTestCard: false)
    } catch {
      throw PlayerError(.failed, "\(error)")
    }
  }

  /// The time model of the programme under a configuration.
  func playback(_ configuration: PlayerConfiguration) throws(PlayerError) -> Playback {
    let count = sequence.frames.count
    let rate: FrameRate
    switch configuration.pace {
    case .rate(let given): rate = given
    case .duration(let nanoseconds):
      let steps = configuration.autoreverses && count > 1 ? 2 * count - 2 : count
      guard let given = FrameRate(frames: steps, inNanoseconds: nanoseconds),
        given.framesPerSecond <= 1000
      else {
        throw PlayerError(
          .usage,
          "--duration: a cycle of \(steps) frames in \(Double(nanoseconds) / 1e9) s is more than "
            + "1000 frames a second; give \(Double(steps) / 1000) s or more.")
      }
      rate = given
    }
    if let start = configuration.startFrame, start >= count {
      throw PlayerError(
        .usage,
        "--start-at \(start): \(sequence.name) has \(count) frames; give 0 to \(count - 1).")
    }
    return Playback(
      frameCount: count, rate: rate, repeatCount: configuration.repeatCount,
      isReversed: configuration.isReversed, autoreverses: configuration.autoreverses,
      startFrame: configuration.startFrame)
  }

  /// What the play head does at the ends, as the window should expect it.
  func planKind(_ configuration: PlayerConfiguration) -> PlayheadPlan.Kind {
    if configuration.autoreverses { return .bounce }
    return configuration.repeatCount == .times(1) ? .once : .loop
  }

  /// Opens the window on the frames as they will be on a screen; decoding begins at once.
  ///
  /// - Parameters:
  ///   - budget: what decoded frames may take.
  ///   - ceiling: what that may grow to before a frame that does not fit is refused.
  ///   - ledger: where what they take is written up.
  func window(
    _ configuration: PlayerConfiguration, budget: Int, ceiling: Int? = nil, layout: FrameLayout,
    playhead: PlayheadPlan, ledger: MemoryLedger, wake: @escaping @Sendable () -> Void
  ) -> FrameWindow {
    let (sequence, frames) = (sequence, sequence.frames.count)
    let isTestCard = isTestCard
    let makeWorker: @Sendable () -> any FrameWorker = {
      guard isTestCard else { return FileWorker(sequence: sequence, layout: layout) }
      return TestCardWorker(frames: frames, layout: layout)
    }
    return FrameWindow(
      sequence: sequence, budget: budget, ceiling: ceiling, cache: configuration.cache,
      playhead: playhead, ledger: ledger, makeWorker: makeWorker, wake: wake)
  }
}

extension FrameLayout {
  /// Whether a picture needs no other memory to be turned.
  fileprivate var isTurnedInPlace: Bool { orientation == .upright || orientation == .half }
}

/// Draws the built-in test card, as large as the screen.
final class TestCardWorker: FrameWorker {
  private let frames: Int
  private let layout: FrameLayout
  private let price: DecodeCost

  init(frames: Int, layout: FrameLayout) {
    self.frames = frames
    self.layout = layout
    let result = Bitmap.byteCount(size: layout.screen, format: layout.format)
    let drawn = Bitmap.byteCount(size: layout.screen, format: .xrgb8888)
    // Drawn across all screens, and then cut out.
    let all = layout.span.map { Bitmap.byteCount(size: $0.whole, format: .xrgb8888) } ?? 0
    if layout.format == .rgb565 {
      let rows = Bitmap.ditheringBytes(size: layout.uprightScreen, turned: layout.orientation)
      price = DecodeCost(
        resultBytes: result, peakBytes: drawn + max(all, result + rows), otherBytes: rows)
    } else {
      price = DecodeCost(
        resultBytes: result,
        peakBytes: drawn + max(all, layout.isTurnedInPlace ? 0 : result))
    }
  }

  func cost(of frame: Int) throws(FrameFault) -> DecodeCost { price }

  func picture(
    of frame: Int, memoryLimit: Int, pool: BitmapPool
  ) throws(FrameFault) -> FittedPicture {
    guard price.peakBytes <= memoryLimit else {
      throw FrameFault(
        "takes \(price.peakBytes) bytes on \(layout.screen), the budget leaves \(memoryLimit); "
          + "raise --budget")
    }
    guard BitmapPool.systemHasRoom(for: price.peakBytes - pool.idleBytes) else {
      throw FrameFault(
        "cannot be drawn: the system has no memory left; lower --budget or end other programs")
    }
    var card = TestCard.draw(frame: frame, of: frames, size: layout.fittedSize, pool: pool)
    if layout.span != nil { card = card.cropped(to: layout.shownPart, pool: pool) }
    if layout.format == .rgb565 {
      card = card.dithered(at: .zero, turned: layout.orientation, pool: pool)
    } else if !layout.isTurnedInPlace {
      card = card.turned(layout.orientation, pool: pool)
    } else if layout.orientation == .half {
      card.turnUpsideDown()
    }
    return FittedPicture(picture: Picture(card), origin: .zero)
  }
}
