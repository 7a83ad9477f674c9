import KMS

/// Something that is done to a simulated card from outside: to its cables, or by other programs.
public enum FakeChange: Sendable, Hashable {
  /// A display is plugged in, or turned on: the one that was there with nil, else another.
  case connect(output: String, modes: [FakeMode]?)
  /// The display is pulled out, or turned off.
  case disconnect(output: String)
  /// The display no longer gets what is sent, until a mode is set: the property `link-status` is bad.
  case breakLink(output: String)
  /// A connector comes, as with a dock.
  case addOutput(FakeOutput)
  /// A connector goes.
  case removeOutput(String)
  /// Another program becomes master, whoever was it; it may take all pictures away.
  case letAnotherTakeMaster(clearsScreen: Bool)
  /// The other program gives it up, and stays.
  case letAnotherDropMaster
  /// The other program shows a picture of its own, becoming master for it.
  case letAnotherShowPicture
  /// The other program ends: its pictures go.
  case letAnotherEnd
  /// The terminal in front goes back to text, which gives the console the screen.
  case showConsole
}

extension FakeCard {
  /// Does something to the card now; an output that there is not is nobody's.
  public func perform(_ change: FakeChange) {
    switch change {
    case .connect(let output, let modes): connect(output, modes: modes)
    case .disconnect(let output): disconnect(output)
    case .breakLink(let output): breakLink(output)
    case .addOutput(let output): addOutput(output)
    case .removeOutput(let output): removeOutput(output)
    case .letAnotherTakeMaster(let clears): letAnotherTakeMaster(clearsScreen: clears)
    case .letAnotherDropMaster: letAnotherDropMaster()
    case .letAnotherShowPicture: letAnotherShowPicture()
    case .letAnotherEnd: letAnotherEnd()
    case .showConsole: showConsole()
    }
  }

  /// Has something done to the card when its clock gets to `time`.
  public func schedule(at time: Int64, _ change: FakeChange) {
    world.schedule(at: time) { [weak self] in self?.perform(change) }
  }
}
