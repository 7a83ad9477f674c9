import Testing

@Suite("Animations at random") struct RandomAnimationTests {
  @Test("are told in order and complete, and never leap", arguments: 0..<40)
  func play(seed: Int) { RandomAnimations(seed: seed).play(60) }
}
