import Controls
import Frames
import KMS
import Linux
import Timing

extension Performance {
  /// What fingers and keys do under a configuration.
  static func bindings(_ configuration: PlayerConfiguration) throws(PlayerError) -> Bindings {
    var bindings = Bindings.standard
    do {
      for text in configuration.bindings { try bindings.bind(text) }
    } catch {
      throw PlayerError(.usage, "\(error)")
    }
    return bindings
  }

  /// The way from the panel to what is shown: the only place where touches are turned.
  var touchMappings: TouchMappings {
    TouchMappings(
      outputs: members.map { member in
        let choice = member.display.choice
        return TouchMappings.Output(
          name: choice.connector.name,
          mapping: TouchMapping(panel: choice.size, orientation: choice.orientation))
      }, wishes: configuration.touchScreens)
  }

  /// Outputs came or went, or have another size.
  func outputsDidChange() {
    if let inputDevices { inputDevices.mappings = touchMappings }
  }

  /// What is touched may have another size.
  func fitInput() {
    let size = ensemble?.span(of: self)?.whole ?? display.choice.uprightSize
    guard size != interpretedSize else { return }
    interpretedSize = size
    interpreter = InputInterpreter(bindings: bindings, screen: size)
  }

  /// The output's name, in small letters.
  var outputName: String { display.choice.connector.name.lowercased() }

  /// Starts opening the input devices, beside the playing.
  func openInput() {
    guard !isOver, inputOpening == nil else { return }
    let source: InputDevices.Source
    switch configuration.input {
    case .none: return tellExposedKeys()
    case .automatic:
      // A simulated display has no seat.
      if display.fake != nil { return }
      source = .automatic
    case .path(let path): source = .path(path)
    }
    let opening = InputOpening()
    inputOpening = opening
    do {
      let waker = try loop.makeWaker { [weak self] in self?.takeInput() }
      try opening.start(
        source, mappings: touchMappings, grabs: terminal?.keepsKeys != true,
        broker: terminal?.broker, waker: waker)
    } catch {
      opening.cancel()
      log("Cannot open the input devices: \(error).")
    }
  }

  /// Listens to the devices that were opened; having none is no error.
  private func takeInput() {
    guard !isOver, let opened = inputOpening?.take() else { return }
    do {
      let devices = try opened.get()
      inputDevices = devices
      try loop.watch(devices.descriptor, priority: 4) { [weak self] in self?.noteInput() }
      noteInput()
      if isPaused { suspendInput() }
      for problem in devices.permissionProblems { log(problem) }
      if !devices.devices.contains(where: { $0.capabilities.contains(.keyboard) }),
        !devices.permissionProblems.isEmpty
      {
        terminal?.noteNoKeys()
      }
      if !devices.permissionProblems.isEmpty { tellExposedKeys() }
      tell(.input(devices: devices.devices.count, time: loop.now))
    } catch {
      // A player without its input still plays; the log says what is missing.
      log("\(error)")
      terminal?.noteNoKeys()
      tellExposedKeys()
    }
  }

  /// Not all keys are the player's alone.
  private func tellExposedKeys() {
    guard display.fake == nil, terminal?.keepsKeys != true else { return }
    if let sentence = TerminalChoice.exposedKeys(TerminalChoice.Facts.gather()) { log(sentence) }
  }

  /// The devices may have something to tell.
  func noteInput() {
    if let inputDevices { hear(inputDevices.dispatch()) }
  }

  /// What keys and fingers do, also those that go up because their devices are let go of.
  func hear(_ inputs: [RawInput]) {
    for raw in inputs where terminal?.takes(raw) != true { takeForAll(raw) }
  }

  /// Does what a command says so many nanoseconds from now, once what happens now is done with.
  func request(_ command: Command, after nanoseconds: Int64) {
    let (time, overflow) = loop.now.addingReportingOverflow(nanoseconds)
    guard !overflow else { return }
    _ = loop.schedule(at: time) { [weak self] in self?.obey(command) }
  }

  /// Does what a command says.
  func obey(_ command: Command) {
    guard isLit, !isOver else {
      if command == .quit { end(.done) }
      return
    }
    let now = loop.now
    obey(command, now: now)
    advance()
    guard let ensemble, !isFollowing else { return }
    for member in ensemble.members where member !== self {
      if !member.follow(self) { member.obey(command, now: now) }
      member.advance()
    }
  }

  /// A finger or a key did something.
  private func takeForAll(_ raw: RawInput) {
    let bound = raw.touchedDevice.flatMap { inputDevices?.bindings[$0]?.output }
    takeForAll(raw, touched: bound.flatMap { members.indices.contains($0) ? members[$0] : nil })
  }

  /// Has all outputs take a touch of one as one of theirs; or as one of what goes across them.
  ///
  /// - Parameter touched: where the touch screen lies that it came from; nil for the first.
  func takeForAll(_ raw: RawInput, touched: Performance?) {
    let touched = touched ?? self
    if let span = ensemble?.span(of: touched) {
      take(raw.moved(by: span.origin))
      return
    }
    let size = touched.display.choice.uprightSize
    take(raw.scaled(from: size, to: display.choice.uprightSize))
    for member in members where member !== self {
      member.takeFollowing(raw.scaled(from: size, to: member.display.choice.uprightSize))
    }
  }
}
