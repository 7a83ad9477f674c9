import Campaign
import Glibc
import Linux
import Synchronization

// Plays seeded runs on simulated machines where everything goes wrong, on all processors, and prints
// each that was not as it should be.
//
//   CampaignProgram [SEEDS [FIRST]]     10000 runs, from seed 1 on
//
// Ends with 0 where all were right, 1 where one was not, 2 where one never ended.

/// What the threads share.
final class Progress: Sendable {
  struct State {
    var next: UInt64
    var running: [Int: UInt64] = [:]
    var done = 0
    var failed: [UInt64] = []
    var judgedTime: Int64 = 0
    var judged = 0
    var undisturbedTime: Int64 = 0
    var vblanks = 0
    var shortest = Int.max
    var counts: [String: Int] = [:]
  }

  let state: Mutex<State>
  let last: UInt64

  init(first: UInt64, count: UInt64) {
    state = Mutex(State(next: first))
    last = first + count
  }

  func take(_ thread: Int) -> UInt64? {
    state.withLock { state in
      guard state.next < last else {
        state.running[thread] = nil
        return nil
      }
      defer { state.next += 1 }
      state.running[thread] = state.next
      return state.next
    }
  }

  func note(_ verdict: Campaign.Verdict) {
    state.withLock { state in
      state.done += 1
      state.judgedTime += verdict.judgedTime
      state.judged += verdict.judgedTime > 0 ? 1 : 0
      state.undisturbedTime += verdict.undisturbedTime
      state.vblanks += verdict.vblanks
      state.shortest = min(state.shortest, verdict.vblanks)
      for trait in verdict.traits { state.counts[trait, default: 0] += 1 }
      if state.done % 1000 == 0 { say("\(state.done) runs, \(state.failed.count) failed") }
      guard !verdict.complaints.isEmpty else { return }
      state.failed.append(verdict.seed)
      say("\nFAILED: \(verdict.description)")
      for complaint in verdict.complaints { say("  * \(complaint)") }
    }
  }
}

func say(_ text: String) {
  let bytes = Array((text + "\n").utf8)
  var done = 0
  while done < bytes.count {
    let count = bytes[done...].withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    guard count > 0 else { exit(1) }
    done += count
  }
}

let words = CommandLine.arguments.dropFirst().map { UInt64($0) }
guard words.count <= 2, !words.contains(nil) else {
  say("Usage: campaign [SEEDS [FIRST]]")
  exit(64)
}
let count = words.first.flatMap { $0 } ?? 10_000
let first = words.dropFirst().first.flatMap { $0 } ?? 1
let progress = Progress(first: first, count: count)
let pictures = try CampaignPictures()
let clock = SystemClock()
let start = clock.now
for thread in 0..<Machine.processorCount() {
  try BackgroundThread.start { [progress, pictures] in
    while let seed = progress.take(thread) {
      progress.note(Campaign.run(seed: seed, pictures))
    }
  }
}
var doneBefore = 0
var quietSince = clock.now
while true {
  usleep(50_000)
  let (done, running) = progress.state.withLock { ($0.done, $0.running) }
  if done >= count { break }
  if done != doneBefore {
    doneBefore = done
    quietSince = clock.now
  } else if clock.now - quietSince > 60_000_000_000 {
    say("No end of these seeds: \(running.values.sorted())")
    exit(2)
  }
}
let state = progress.state.withLock { $0 }
say("Runs that had:")
for (trait, count) in state.counts.sorted(by: { $0.key < $1.key }) {
  let number = "\(count)"
  say(String(repeating: " ", count: max(0, 7 - number.utf8.count)) + number + "  " + trait)
}
let seconds = Double((clock.now - start) / 10_000_000) / 100
let calm = state.judgedTime / 1_000_000_000
let undisturbed = state.undisturbedTime / 1_000_000_000
say(
  "\(count) runs in \(seconds) s, of \(state.vblanks) refreshes, the shortest of \(state.shortest). "
    + "\(state.judged) had a calm at their end, \(calm) s of it; outputs were without trouble "
    + "beside others for \(undisturbed) s. \(state.failed.count) failed.")
if !state.failed.isEmpty { say("Failed: \(state.failed.sorted().prefix(200))") }
exit(state.failed.isEmpty ? 0 : 1)
