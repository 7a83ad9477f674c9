import Controls
import FlipbookTesting
import KMS
import Linux
import Testing
import Timing

@testable import Flipbook

/// A player on a simulated machine and on a terminal of its own, with keys to press.
final class TerminalRig {
  var rig: LifeRig
  let loop: EventLoop
  let terminal = FakeTerminal()
  let input = FakeInput()
  private(set) var log: [String] = []
  private(set) var frames: [String: [(index: Int, time: Int64)]] = [:]
  private(set) var performance: Performance?
  private(set) var start: Int64

  /// What keys and fingers do, and what becomes of them.
  final class FakeInput: InputSupply {
    var mappings = TouchMappings(outputs: [])
    var bindings: [Int: TouchBinding] = [:]
    var waiting: [RawInput] = []
    /// What libinput would say of what is held when the devices are let go of.
    var onSuspend: [RawInput] = []
    private(set) var isSuspended = false

    func dispatch() -> [RawInput] {
      defer { waiting = [] }
      return waiting
    }
    func suspend() -> [RawInput] {
      isSuspended = true
      return onSuspend
    }
    func resume() { isSuspended = false }
    func close() {}
  }

  init(frames: Int = 10) throws {
    rig = try LifeRig(frames: frames)
    rig.configuration.input = .none
    loop = try EventLoop(clock: rig.clock)
    start = rig.clock.now
  }

  var machine: FakeMachine { rig.machine }

  /// Has something happen so many seconds after the run begins.
  func at(_ seconds: Double, _ body: @escaping () throws -> Void) {
    _ = loop.schedule(at: start + Int64(seconds * 1e9)) {
      do { try body() } catch { Issue.record(error) }
    }
  }

  /// The devices tell what was done.
  func press(_ inputs: [RawInput]) {
    input.waiting += inputs
    performance?.noteInput()
  }

  func key(_ code: UInt32, on device: Int, isDown: Bool = true) -> RawInput {
    .key(device: device, code: code, isDown: isDown, time: loop.now)
  }

  /// Plays as the rig's configuration says.
  ///
  /// - Parameters:
  ///   - session: made of the loop and the log; nil for the terminal.
  ///   - make: makes what is played on an output.
  ///   - prepare: is given the performance before it runs.
  @discardableResult
  func play(
    session: ((EventLoop, @escaping (String) -> Void) throws -> any SessionConductor)? = nil,
    make: @escaping (Performance.Setting) throws(PlayerError) -> Performance = {
      (setting) throws(PlayerError) in try SequencePerformance(setting)
    },
    prepare: (Performance) -> Void = { _ in }
  ) throws -> Player.Outcome {
    let tell: (String) -> Void = { [unowned self] in log.append($0) }
    let conductor: any SessionConductor
    if let session {
      conductor = try session(loop, tell)
    } else {
      let own = try TerminalConductor(terminal, isLocked: false, loop: loop, log: tell)
      terminal.onSignal = { [weak own] in own?.handle(signal: $0) }
      conductor = own
    }
    let setting = try Performance.Setting(
      rig.configuration, loop: loop, log: tell, startTime: start, cards: machine,
      session: conductor)
    let ensemble =
      Ensemble.mayBeSeveral(rig.configuration) ? try Ensemble(setting, make: make) : nil
    let performance = try ensemble?.leader ?? make(setting)
    self.performance = performance
    defer { self.performance = nil }
    performance.inputDevices = input
    let note: (String, PlayerEvent) -> Void = { [unowned self] output, event in
      if case .frame(let index, _, let time) = event {
        frames[output, default: []].append((index, time))
      }
    }
    if ensemble == nil { performance.onEvent = { note("", $0) } }
    performance.onOutputEvent = note
    prepare(performance)
    return try withExtendedLifetime(ensemble) { try performance.run() }
  }

  /// The frames that an output showed in a time of the run, in seconds since it began.
  func frames(_ range: Range<Double>, on output: String = "") -> [Int] {
    (frames[output] ?? []).filter { range.contains(Double($0.time - start) / 1e9) }.map(\.index)
  }

  /// The terminal in front.
  var front: Int? { try? terminal.foreground() }

  /// The terminals that were asked for.
  var activated: [Int] {
    terminal.requests.compactMap { if case .activate(let number) = $0 { number } else { nil } }
  }
}
