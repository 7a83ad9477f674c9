import FlipbookTesting
import KMS
import Linux

/// How rows are written down: a fact, and the situations in which it shows.
struct ConformanceList {
  private(set) var rows: [ConformanceRow] = []
  private var fact = ""

  /// What the rows that follow have in common.
  mutating func fact(_ sentence: String) { fact = sentence }

  /// A row that all kinds of drivers answer alike.
  mutating func row(
    _ title: String, _ expected: String,
    _ check: @escaping @Sendable (ConformanceBench) throws -> String
  ) {
    row(title, when: { _ in expected }, check)
  }

  /// A row that each kind of driver has an answer of its own to.
  mutating func row(
    _ title: String, vblank: String, noVblank: String, hostCopy: String,
    _ check: @escaping @Sendable (ConformanceBench) throws -> String
  ) {
    row(
      title,
      when: { card in
        switch card.profile {
        case .vblank: vblank
        case .noVblank: noVblank
        case .hostCopy: hostCopy
        }
      }, check)
  }

  /// A row whose answer depends on more.
  mutating func row(
    _ title: String, when expected: @escaping @Sendable (any ConformanceCard) -> String,
    _ check: @escaping @Sendable (ConformanceBench) throws -> String
  ) {
    rows.append(
      ConformanceRow(
        number: rows.count + 1, title: title, fact: fact, expected: expected, check: check))
  }

  /// A row about one call: is it granted, and if not, why not.
  mutating func call(
    _ title: String, _ expected: String,
    _ call: @escaping @Sendable (ConformanceBench) throws -> Void
  ) {
    row(title, expected) { bench in try bench.ask { try call(bench) } }
  }
}

/// The list of checks that simulated cards and real kernels answer alike.
///
/// Run on a simulated card by `ConformanceRow.answer(of:)` with a `FakeConformanceCard`, on a real
/// kernel by `scripts/vm conformance`, which prints what each driver answered.
public enum DeviceConformance {
  /// All checks, in order; each opens the card anew.
  public static let rows: [ConformanceRow] = {
    var list = ConformanceList()
    addMastership(&list)
    addRequests(&list)
    addBuffers(&list)
    addFramebuffers(&list)
    addModeSets(&list)
    addFlips(&list)
    addEvents(&list)
    addRemovals(&list)
    addCommits(&list)
    addCommitFlags(&list)
    addPower(&list)
    addObjects(&list)
    addEndings(&list)
    addUnplugging(&list)
    return list.rows
  }()
}
