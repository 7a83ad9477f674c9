import Layers
import Pixels
import Testing
import Timing

@Suite("Keyframes") struct KeyframeTests {
  private func play(
    _ stage: AnimationStage, _ keyframes: Keyframes, duration: Int64 = 100,
    repeats: RepeatCount = 1, autoreverses: Bool = false
  ) {
    let animation = Animation(
      id: "keys", duration: .nanoseconds(duration), repeatCount: repeats,
      autoreverses: autoreverses)
    stage.scene.animateKeyframes([keyframes], of: stage.layer, stage.logged(animation))
  }

  @Test("pass from value to value at their times") func linear() throws {
    let stage = AnimationStage()
    play(stage, try Keyframes(.zPosition([0, 10, -10]), times: [0, 0.5, 1]))
    #expect(stage.layer.zPosition == -10)
    let seen = [0, 25, 50, 75, 100].map { stage.layer.presentation(at: $0).zPosition }
    #expect(seen == [0, 5, 10, 0, -10])
    #expect(stage.scene.nextChange(after: 0) == .continuously)
    stage.run(until: 200)
    #expect(stage.log == ["start keys@0", "stop keys@100 true"])
    #expect(stage.layer.presentation(at: 200).zPosition == -10)
  }

  @Test("start from the screen before the first time, and stand after the last") func edges() throws
  {
    let stage = AnimationStage()
    play(stage, try Keyframes(.alpha([0, 0.5]), times: [0.5, 0.75]))
    #expect([0, 25, 50, 75, 90].map { stage.alpha(at: $0) } == [1, 0.5, 0, 0.5, 0.5])
    let single = AnimationStage()
    play(single, try Keyframes(.alpha([0])))
    #expect(single.alpha(at: 50) == 0.5)
  }

  @Test("take a curve for each passage") func curves() throws {
    let stage = AnimationStage()
    play(stage, try Keyframes(.zPosition([0, 1, 2]), curves: [.easeIn, .linear]))
    #expect(stage.layer.presentation(at: 25).zPosition == Curve.easeIn.value(at: 0.5))
    #expect(stage.layer.presentation(at: 75).zPosition == 1.5)
  }

  @Test("of pictures stand for equally long, to the nanosecond") func pictures() throws {
    let stage = AnimationStage()
    let (one, two) = (TestPicture.one, TestPicture.two)
    play(stage, try Keyframes(.pictures([one, two, one])), duration: 100, repeats: 1.5)
    let names = [0, 33, 34, 66, 67, 99, 100, 134, 150].map {
      TestPicture.name(of: stage.layer.presentation(at: $0).content)
    }
    #expect(names == ["one", "one", "two", "two", "one", "one", "one", "two", "two"])
    var changes: [Int64] = []
    var time: Int64 = 0
    while case .at(let next) = stage.scene.nextChange(after: time) {
      changes.append(next)
      time = next
    }
    #expect(changes == [34, 67, 100, 134, 150])
    #expect(TestPicture.name(of: stage.layer.content) == "one")
    stage.run(until: 200)
    #expect(TestPicture.name(of: stage.layer.content) == "two")
  }

  @Test("in steps tell each step, there and back") func steps() throws {
    let stage = AnimationStage()
    play(
      stage, try Keyframes(.isHidden([true, false]), times: [0, 0.25], passage: .discrete),
      autoreverses: true)
    var changes: [Int64] = []
    var time: Int64 = 0
    while case .at(let next) = stage.scene.nextChange(after: time) {
      changes.append(next)
      time = next
    }
    #expect(changes == [25, 100, 176, 200])
    #expect(
      [24, 25, 175, 176].map { stage.layer.presentation(at: $0).isHidden }
        == [true, false, false, true])
    stage.run(until: 300)
    #expect(stage.layer.isHidden)
  }

  @Test("of several properties make one animation, which others wait for") func several() throws {
    let stage = AnimationStage()
    stage.scene.animateKeyframes(
      [try Keyframes(.alpha([1, 0])), try Keyframes(.rotation([0, 1, 0]))], of: stage.layer,
      stage.logged(Animation(id: "keys", duration: .nanoseconds(100))))
    stage.animate("next", duration: 100) { stage.layer.alpha = 1 }
    let seen = stage.layer.presentation(at: 25)
    #expect(seen.alpha == 0.75 && seen.rotation == 0.5)
    #expect(stage.alpha(at: 150) == 0.5)
    stage.run(until: 300)
    #expect(
      stage.log == ["start keys@0", "stop keys@100 true", "start next@100", "stop next@200 true"])
  }

  @Test("are linear over all unless a curve is given") func curve() throws {
    let stage = AnimationStage()
    let keyframes = try Keyframes(.alpha([1, 0]))
    stage.scene.animate(duration: .nanoseconds(100), curve: .easeIn) {
      play(stage, keyframes)
    }
    #expect(stage.alpha(at: 50) == 1 - Curve.easeIn.value(at: 0.5))
  }

  @Test(
    "that do not go together are refused in a sentence",
    arguments: [
      (0, [] as [Double]?, 0, "Keyframes of alpha have no value. Give at least one."),
      (2, [0.0], 0, "Keyframes of alpha have 2 values but 1 key times. Give each value one."),
      (
        2, [0.0, 1.5], 0,
        "A key time of alpha is 1.5. Key times are parts of the duration, from 0 to 1."
      ),
      (
        2, [0.0, .nan], 0,
        "A key time of alpha is nan. Key times are parts of the duration, from 0 to 1."
      ),
      (
        3, [0.0, 0.6, 0.5], 0,
        "A key time of alpha, 0.5, comes after 0.6. Put values in the order of time."
      ),
      (
        3, nil, 1,
        "Keyframes of alpha have 1 curves for 2 passages from a value to the next. Give "
          + "each passage one, or none at all."
      ),
    ])
  func errors(count: Int, times: [Double]?, curves: Int, message: String) {
    let values = [Double](repeating: 0.5, count: count)
    let error = #expect(throws: KeyframesError.self) {
      try Keyframes(
        .alpha(values), times: times, curves: [Curve](repeating: .linear, count: curves))
    }
    #expect(error?.description == message)
  }
}
