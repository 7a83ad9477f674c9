import Linux

extension FaultPlan {
  /// Has a card's faults come at their moments, counted from now.
  ///
  /// - Parameters:
  ///   - card: what goes wrong.
  ///   - output: whose cable is meant; nil for the first. Flips are those of all outputs.
  /// - Returns: the time by which the last fault is over, in nanoseconds of the card's clock.
  @discardableResult
  public func apply(to card: FakeCard, output: String? = nil) -> Int64 {
    card.settle()
    card.faults.hotplugRepeats = hotplugRepeats
    let start = card.world.now
    let rate = card.configuration.outputs.first?.modes.first?.refresh ?? FakeRefreshRate(60)
    func time(_ vblank: Int) -> Int64 {
      start + rate.nanoseconds(toRefresh: UInt64(max(0, vblank)))
    }
    let output = output ?? card.connectors.first?.output.name ?? ""
    for entry in entries {
      card.world.schedule(at: time(entry.vblank)) { [weak card] in
        card?.suffer(entry.fault, on: output)
      }
      guard let after = entry.fault.end(on: output) else { continue }
      card.world.schedule(at: time(entry.vblank + entry.fault.vblanks)) { [weak card] in
        if let card { after(card) }
      }
    }
    return time(lastVblank)
  }
}

extension Fault {
  /// What is done once it is over; nil for nothing.
  fileprivate func end(on output: String) -> ((FakeCard) -> Void)? {
    switch self {
    case .zeroTimestamps: { $0.faults.zeroTimestamps = false }
    case .unplug(_, let modes):
      { $0.connect(output, modes: modes) }
    case .stolenMaster: { $0.letAnotherDropMaster() }
    case .otherPicture: { $0.letAnotherEnd() }
    default: nil
    }
  }
}

extension FakeCard {
  /// Has something go wrong now, or with the next call that it is about.
  func suffer(_ fault: Fault, on output: String) {
    let flip = flipCount + 1
    switch fault {
    case .busyFlips(let count): faults.busyFlips.formUnion(flip..<flip + max(0, count))
    case .deniedFlip: faults.deniedFlips.insert(flip)
    case .refusedModeSets(let count, let errno):
      for number in modeSetCount + 1...modeSetCount + max(1, count) {
        faults.refusedModeSets[number] = errno
      }
    case .lostEvent: faults.lostEvents.insert(flip)
    case .lateFlip(let count): faults.lateFlips[flip] = count
    case .slowFlip(let time): faults.slowFlips[flip] = time
    case .sequenceJump(let count): faults.sequenceJumps[flip] = count
    case .staleFirstTimestamps: faults.staleFirstTimestamp = true
    case .zeroTimestamps: faults.zeroTimestamps = true
    case .deniedBuffer(let nth): faults.deniedBuffers.insert(bufferCount + nth)
    case .untouchableBuffer(let nth): faults.untouchableBuffers.insert(bufferCount + nth)
    case .unplug: disconnect(output)
    case .brokenLink: breakLink(output)
    case .stolenMaster(_, let clears): letAnotherTakeMaster(clearsScreen: clears)
    case .otherPicture: letAnotherShowPicture()
    case .console: showConsole()
    }
  }
}
