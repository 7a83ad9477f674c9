/// The last changes of picture, kept within a limit.
struct ScanOutRecord {
  var limit = 65_536
  private var kept: [ScanOutRun] = []

  /// The last runs, at most `limit`, oldest first.
  var runs: [ScanOutRun] { Array(kept.suffix(limit)) }

  /// Keeps a run that has ended.
  mutating func append(_ run: ScanOutRun) {
    // Thrown out in bulk, so that a month of playing costs no copy per picture.
    if kept.count >= 2 * max(1, limit) { kept.removeFirst(kept.count - limit) }
    kept.append(run)
  }
}
