import Timing

/// Decides which frame is due at which vblank; pure, and asked again whenever something happened.
struct FrameSchedule {
  /// What to do now.
  enum Decision: Hashable {
    /// Submit this frame now, to be seen at the vblank.
    case show(PlaybackPosition, vblank: Int64, isLate: Bool)
    /// Nothing to submit before `until`; `next` is the frame that will be due then.
    case wait(until: Int64?, next: PlaybackPosition?)
    /// The playback has run to its end.
    case end(vblank: Int64)
  }

  /// A frame at its place on the line of frame times.
  struct Place: Hashable {
    let frame: Int
    let step: Int64
  }

  private(set) var playback: Playback
  /// The frame submitted last, on the screen or on its way there.
  private(set) var submitted: Place?
  private let late: PlayerConfiguration.Late
  private var cadence: Cadence
  /// The moment for which the submitted frame was chosen.
  private var chosenAt: Int64 = 0
  /// The last vblank that is known to have brought a picture, or to be about to.
  private var takenVblank = Int64.min
  /// Whether the head was set elsewhere since a frame was submitted: it has no neighbours yet.
  private(set) var hasJumped = false

  init(playback: Playback, cadence: Cadence, late: PlayerConfiguration.Late) {
    self.playback = playback
    self.cadence = cadence
    self.late = late
  }

  // MARK: - Beginning

  /// Gives up the frame to begin with for the one after it; nil where none follows.
  mutating func skipFirst() -> PlaybackPosition? {
    let time = playback.anchorTime
    playback.start(at: time)
    guard let change = playback.nextChange(after: time),
      !playback.position(at: change).hasEnded
    else { return nil }
    playback.stop(at: change)
    return first
  }

  // MARK: - Going on

  /// Another screen goes on with it, on the same line of vblanks, and shows nothing of it yet.
  mutating func `continue`(cadence: Cadence) {
    self.cadence = cadence
    submitted = nil
  }

  /// Another has the display: the playback stands where its time is, whatever was shown last.
  mutating func forgetShown() { submitted = nil }

  /// Goes by another's playback, of the same frames.
  mutating func follow(_ playback: Playback, now: Int64) {
    let step = self.playback.position(at: now).step
    if abs(playback.position(at: now).step - step) > 1 { hasJumped = true }
    self.playback = playback
  }

  /// Goes by another's playback, which waits where its own did not, or no longer.
  mutating func wait(by playback: Playback) { self.playback = playback }

  /// Whether the playback has run to its end, whatever was shown of it.
  func hasEnded(now: Int64) -> Bool {
    playback.isRunning && playback.position(at: now).hasEnded
  }

  // MARK: - Asking

  /// The frame to begin with, before anything is on the screen.
  var first: PlaybackPosition { playback.position(at: playback.anchorTime) }

  /// Decides what to do at `now`.
  ///
  /// - Parameter mayHold: whether with `--late slow` time may wait for the next frame; false where
  ///   others that go by the same time are further on.
  mutating func decide(now: Int64, grid: some VblankGrid, mayHold: Bool = true) -> Decision {
    let target = targetVblank(now: now, grid: grid)
    let sample = sampleTime(target, grid: grid)
    if late == .slow, mayHold { waitForNeighbour(until: sample, grid: grid) }
    let due = playback.position(at: sample)
    // A last frame that was not ready in its time is shown all the same: it is the one to stay.
    if due.hasEnded, playback.isRunning, due.step == submitted?.step {
      return .end(vblank: target)
    }
    guard due.step == submitted?.step else {
      // The next vblank has its picture already, or may still take one: this one is for the vblank
      // after it.
      // Where time waits for pictures, one that is a vblank early is no wrong one.
      let seen = late == .slow ? target - 1 : takenVblank
      guard grid.isTurn(ofVblank: target, now: now, seen: seen) else {
        return .wait(until: grid.submissionTime(target), next: due)
      }
      let before = sampleTime(target - 1, grid: grid)
      let isLate =
        playback.isRunning && before >= playback.anchorTime
        && playback.position(at: before).step == due.step
      return .show(due, vblank: target, isLate: isLate)
    }
    guard let change = playback.nextChange(after: sample) else {
      return .wait(until: nil, next: nil)
    }
    var vblank = max(target + 1, grid.vblank(after: change - offset(grid) - 1))
    // The grid's rounding may leave the sample a nanosecond short of the change.
    while sampleTime(vblank, grid: grid) < change { vblank += 1 }
    let next = playback.position(at: sampleTime(vblank, grid: grid))
    return .wait(
      until: grid.submissionTime(vblank), next: next.hasEnded ? nil : next)
  }

  /// The frames due before `due` and after the submitted one, latest first, at most `limit`.
  ///
  /// Where the due frame is not ready, the latest of these that is shows how far things are.
  func overdue(before due: PlaybackPosition, limit: Int) -> [Place] {
    guard let submitted, late == .drop else { return [] }
    let distance = due.step - submitted.step
    guard abs(distance) > 1 else { return [] }
    let count = min(Int64(limit), abs(distance) - 1)
    return (1...count).map { back in
      let step = due.step - (distance > 0 ? back : -back)
      return Place(frame: playback.frame(atStep: step), step: step)
    }
  }

  // MARK: - Telling

  /// The first picture is on the screen since `time`: the playback starts there.
  mutating func begin(_ first: PlaybackPosition, at time: Int64, vblank: Int64 = 0) {
    takenVblank = vblank
    playback.start(at: time)
    note(first.place, at: time)
  }

  /// A frame was submitted for a vblank.
  ///
  /// One that stood in for the due frame is noted as itself: the due one is still to come.
  mutating func note(_ place: Place, vblank: Int64, grid: some VblankGrid) {
    note(place, at: sampleTime(vblank, grid: grid))
  }

  /// A picture is on the screen from a vblank on; another one can only be from the next on.
  mutating func noteSeen(vblank: Int64) { takenVblank = max(takenVblank, vblank) }

  private mutating func note(_ place: Place, at time: Int64) {
    submitted = place
    chosenAt = time
    hasJumped = false
  }

  // MARK: - Commands

  /// Goes on from the present frame; from the beginning where the playback had ended.
  mutating func start(now: Int64, grid: some VblankGrid) {
    let sample = sampleTime(targetVblank(now: now, grid: grid), grid: grid)
    if playback.position(at: sample).hasEnded {
      playback.rewind(at: sample)
      submitted = nil
      playback.start(at: sample - offset(grid))
    }
    playback.start(at: sample)
  }

  /// Stays on the frame that was submitted last.
  mutating func stop(now: Int64, grid: some VblankGrid) {
    playback.stop(at: presentPlace(now, grid: grid))
  }

  /// Turns round on the frame that was submitted last.
  mutating func reverse(now: Int64, grid: some VblankGrid) {
    let sample = sampleTime(targetVblank(now: now, grid: grid), grid: grid)
    let place = presentPlace(now, grid: grid)
    playback.reverse(at: place, resuming: max(place, sample))
  }

  /// Goes to a frame.
  mutating func seek(to frame: Int, now: Int64, grid: some VblankGrid) {
    let sample = sampleTime(targetVblank(now: now, grid: grid), grid: grid)
    // The frame begins at the vblank, so that it is chosen as far from its edges as any other.
    playback.seek(toFrame: frame, at: sample - offset(grid))
    hasJumped = true
    guard !playback.isRunning else { return }
    playback.start(at: sample - offset(grid))
    playback.stop(at: sample)
  }

  // MARK: - Sums

  /// The last time of choosing by `now` at which the playback stands on the submitted frame.
  ///
  /// Only those are as far from the frames' edges as the cadence wants them, and stay so when the
  /// playback goes on from there.
  private func presentPlace(_ now: Int64, grid: some VblankGrid) -> Int64 {
    let sample = sampleTime(grid.vblank(after: now) - 1, grid: grid)
    guard sample > chosenAt else { return chosenAt }
    if let submitted, playback.position(at: sample).step != submitted.step { return chosenAt }
    return sample
  }

  /// With `--late slow`: no frame is left out, so time waits until the next one's turn.
  private mutating func waitForNeighbour(until sample: Int64, grid: some VblankGrid) {
    guard let submitted, playback.isRunning,
      let distance = distance(to: playback.position(at: sample).place), abs(distance) > 1
    else { return }
    let step = distance > 0 ? submitted.step + (playback.runsBack ? -1 : 1) : submitted.step
    playback.hold(step: step, until: sample - lead(grid), isThere: true)
  }

  /// How long before it is chosen a frame begins that time waits for: less than it lasts.
  private func lead(_ grid: some VblankGrid) -> Int64 {
    min(offset(grid), Int64(playback.rate.frameNanoseconds / 2))
  }

  /// Goes by another's playback, whose frame is the one to begin with; time waits for that.
  mutating func join(_ other: FrameSchedule, now: Int64, grid: some VblankGrid) {
    guard let theirs = other.submitted else { return }
    playback = other.playback
    let sample = sampleTime(targetVblank(now: now, grid: grid), grid: grid)
    guard playback.isRunning, playback.position(at: sample).step != theirs.step else { return }
    playback.hold(step: theirs.step, until: sample - lead(grid), isThere: true)
  }

  /// With `--late slow`: the due frame is not ready, so time waits.
  ///
  /// - Parameter isEntered: whether it is the time of that frame already, as where another goes by
  ///   it that has shown it; else time waits at its threshold.
  mutating func wait(vblank: Int64, grid: some VblankGrid, isEntered: Bool = false) {
    guard late == .slow, submitted != nil, playback.isRunning else { return }
    let sample = sampleTime(vblank, grid: grid)
    let next = sampleTime(vblank + 1, grid: grid)
    guard !isEntered, distance(to: playback.position(at: sample).place) == 1 else {
      return playback.hold(from: sample, to: next)
    }
    // The next frame begins at the vblank after this one.
    let step = playback.position(at: sample).step
    playback.hold(step: step, until: next - offset(grid) - 1, isThere: false)
    chosenAt = sample
  }

  /// How many steps ahead of the submitted frame a place is, the way that the head moves; nil where
  /// there is no way: the head was set elsewhere, or nothing was submitted.
  func distance(to place: Place) -> Int64? {
    guard let submitted, !hasJumped else { return nil }
    return playback.runsBack ? submitted.step - place.step : place.step - submitted.step
  }

  private func offset(_ grid: some VblankGrid) -> Int64 {
    Int64(grid.period * cadence.samplingOffset)
  }

  private func sampleTime(_ vblank: Int64, grid: some VblankGrid) -> Int64 {
    grid.time(ofVblank: vblank) + offset(grid)
  }

  /// The vblank from which the next picture can be seen: one brings one picture at most.
  private func targetVblank(now: Int64, grid: some VblankGrid) -> Int64 {
    let soonest = grid.soonestVblank(now: now)
    return soonest > takenVblank ? soonest : takenVblank + 1
  }

  /// When a frame that is due at a vblank and not ready gives way to one before it that is: late
  /// enough that it may still become ready, early enough for the other to be drawn.
  func standInTime(_ vblank: Int64, grid: some VblankGrid) -> Int64 {
    let quarter = Int64(grid.period / 4)
    return grid.time(ofVblank: vblank) + (grid.flipsAtVblank ? -quarter : quarter)
  }
}

extension PlaybackPosition {
  /// The frame and where it is.
  var place: FrameSchedule.Place { FrameSchedule.Place(frame: frame, step: step) }
}
