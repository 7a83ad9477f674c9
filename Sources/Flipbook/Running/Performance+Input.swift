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
    TouchMappings(outputs: [
      TouchMappings.Output(
        name: display.choice.connector.name,
        mapping: TouchMapping(
          panel: display.choice.size, orientation: display.choice.orientation))
    ])
  }

  /// Starts opening the input devices, beside the playing.
  func openInput() {
    guard !isOver, inputOpening == nil else { return }
    let source: InputDevices.Source
    switch configuration.input {
    case .none: return
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
      tell(.input(devices: devices.devices.count, time: loop.now))
    } catch {
      // A player without its input still plays; the log says what is missing.
      log("\(error)")
      terminal?.noteNoKeys()
    }
  }

  private func noteInput() {
    guard let inputDevices else { return }
    for raw in inputDevices.dispatch() where terminal?.takes(raw) != true { take(raw) }
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
    obey(command, now: loop.now)
    advance()
  }
}
