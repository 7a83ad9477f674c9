import Flipbook
import FlipbookTesting
import KMS
import Linux
import Pixels
import Timing

/// What a card scanned out, told by the pixels.
struct Sighting {
  /// The card's own number.
  var vblank: UInt64
  var time: Int64
  /// The frame; nil for the console and for black.
  var frame: Int?
  /// Whether it is black, and not the console.
  var isBlack: Bool
  /// Page flips asked for until then.
  var flips: Int
}

/// A run of a player on a card of one's own, and what came of it.
final class Witness {
  let device: FakeKMSDevice
  private(set) var run = Run()
  private(set) var sightings: [Sighting] = []
  private(set) var begin: Int64 = 0
  private(set) var end: Int64 = 0

  init(_ card: FakeDisplayConfiguration) {
    device = FakeKMSDevice(configuration: card, clock: VirtualClock())
    device.checksBuffers = true
  }

  /// Plays the pictures of a fixture, with commands so long after the first picture.
  func play(
    _ configuration: PlayerConfiguration, commands: [(command: Command, time: Int64)] = [],
    onEvent: @escaping (Player, PlayerEvent) -> Void = { _, _ in }
  ) {
    device.onScanOut = { [unowned self] picture in note(picture) }
    let player = Player(configuration: configuration, device: device) { [unowned self] in
      run.log.append($0)
    }
    player.onEvent = { [unowned self, unowned player] event in
      if run.events.isEmpty, case .start(_, let time) = event {
        begin = time
        for (command, after) in commands { player.perform(command, after: after) }
      }
      run.events.append(event)
      onEvent(player, event)
    }
    do { run.outcome = try player.run() } catch { run.error = error }
    run.statistics = player.statistics
    end = device.clock.now
  }

  private func note(_ picture: ScannedPicture) {
    // The middle of the picture is never background.
    let middle = picture.size.height / 2 * picture.strideBytes + picture.size.width / 2 * 4
    let (blue, red) = picture.withPixels { (Int($0[middle]), $0[middle + 2]) }
    let isBlack = red == 0
    sightings.append(
      Sighting(
        vblank: picture.vblank,
        // Without vblank a picture is seen as soon as it is there.
        time: device.configuration.profile.hasVblank ? picture.time : device.clock.now,
        frame: picture.isConsole || isBlack ? nil : blue,
        isBlack: isBlack && !picture.isConsole,
        flips: device.flips))
  }

  /// Frame events, with their times.
  var shown: [(frame: Int, vblank: Int64, time: Int64)] {
    run.events.compactMap {
      if case .frame(let frame, let vblank, let time) = $0 { (frame, vblank, time) } else { nil }
    }
  }

  /// What was seen of the player's own pictures: those that stayed for a vblank, repetitions left out.
  var pictures: [Sighting] {
    var result: [Sighting] = []
    for sighting in sightings where sighting.frame != nil {
      if sighting.frame != result.last?.frame { result.append(sighting) }
    }
    return result
  }

  /// Whether `start` and `stop` come in turns, start first and stop last.
  var startsAndStopsArePaired: Bool {
    var isPlaying = false
    for event in run.events {
      switch event {
      case .start where isPlaying: return false
      case .start: isPlaying = true
      case .stop where !isPlaying: return false
      case .stop: isPlaying = false
      default: break
      }
    }
    return !isPlaying
  }
}
