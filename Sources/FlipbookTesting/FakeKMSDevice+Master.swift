public import Linux

extension FakeKMSDevice {
  /// Whether this program may set modes; so it seems, as to libdrm, once the card is gone.
  public var isMaster: Bool {
    card.settle()
    return !file.isClosed && (card.isGone || card.master.holder === file)
  }

  /// Asks for that: EBUSY while another program holds it, EACCES for who may not ask.
  public func setMaster() throws(Errno) {
    try enter()
    if card.master.holder !== file, card.faults.busyMasterAttempts > 0 {
      card.faults.busyMasterAttempts -= 1
      throw .busy
    }
    try card.master.set(file)
  }

  /// Gives it up; a pending flip still comes.
  public func dropMaster() throws(Errno) {
    try enter()
    try card.master.drop(file)
  }

  /// Has another program take the right to set modes, and with `clearsScreen` all pictures away.
  public func letAnotherTakeMaster(clearsScreen: Bool = false) {
    card.letAnotherTakeMaster(clearsScreen: clearsScreen)
  }

  /// Has the other program let go; nobody is master then.
  public func letAnotherDropMaster() { card.letAnotherDropMaster() }
}
