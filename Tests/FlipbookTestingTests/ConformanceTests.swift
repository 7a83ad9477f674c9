import FlipbookConformance
import FlipbookTesting
import Testing

/// The simulated card answers as kernels do; `scripts/vm conformance` asks the kernels themselves.
@Suite struct ConformanceTests {
  @Test(arguments: FakeProfile.allCases, [KernelVersion(6, 1), KernelVersion(6, 12)])
  func theSimulatedCardAnswersAsAKernelDoes(profile: FakeProfile, kernel: KernelVersion) {
    let card = FakeConformanceCard(profile, kernel: kernel)
    for row in DeviceConformance.rows {
      #expect(
        row.answer(of: card) == row.expectation(of: card), "row \(row.number): \(row.title)")
    }
  }

  @Test func theListIsLongAndEachRowIsItsOwn() {
    let rows = DeviceConformance.rows
    #expect(rows.count >= 150)
    #expect(rows.map(\.number) == Array(1...rows.count))
    #expect(Set(rows.map { "\($0.fact) \($0.title)" }).count == rows.count)
  }

  @Test func aRowCanFail() throws {
    // Each profile differs from the others, so that a card taken for another is found out.
    let (bochs, virtio) = (FakeConformanceCard(.noVblank), FakeConformanceCard(.hostCopy))
    let differing = DeviceConformance.rows.filter {
      $0.expectation(of: bochs) != $0.expectation(of: virtio)
    }
    #expect(differing.count >= 8)
    for row in differing { #expect(row.answer(of: bochs) != row.expectation(of: virtio)) }
  }
}
