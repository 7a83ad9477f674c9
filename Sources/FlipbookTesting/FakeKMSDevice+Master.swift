public import Linux

extension FakeKMSDevice {
  /// Whether this program may set modes.
  public var isMaster: Bool { master.isOurs }

  /// Asks for that: EBUSY while another program holds it, EACCES for who may not ask.
  public func setMaster() throws(Errno) {
    settle()
    if !master.isOurs, faults.busyMasterAttempts > 0 {
      faults.busyMasterAttempts -= 1
      throw .busy
    }
    try master.set()
  }

  /// Gives it up; a pending flip still comes.
  public func dropMaster() throws(Errno) {
    settle()
    try master.drop()
  }

  /// Has another program take the right to set modes, and with `clearsScreen` all pictures away.
  public func letAnotherTakeMaster(clearsScreen: Bool = false) {
    settle()
    master.give(toAnother: true)
    guard clearsScreen else { return }
    for crtc in crtcs where crtc.mode != nil {
      finishPending(of: crtc)
      show(nil, on: crtc, now: clock.now)
    }
  }

  /// Has the other program let go; nobody is master then.
  public func letAnotherDropMaster() {
    settle()
    master.give(toAnother: false)
  }

  func requireMaster() throws(Errno) {
    guard master.isOurs else { throw .accessDenied }
  }
}
