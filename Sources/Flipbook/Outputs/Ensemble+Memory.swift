import KMS
import Linux

/// One budget for the decoded pictures of all outputs: shares by need, for those who are there.
///
/// Who gets less gives first, and nobody gets more before it is free: all together are within the budget
/// at any time.
extension Ensemble {
  /// How long an output keeps its share without a screen: cards are replaced in less.
  private static let patience: Int64 = 5_000_000_000
  private static let balancingTime: Int64 = 250_000_000
  private static let mostAttempts = 20

  /// Has the others make room for one that joins.
  ///
  /// - Returns: its share, and what is free of that already.
  func makeRoom(for output: OutputChoice) -> (share: Int, room: Int) {
    let sharers = sharers
    let shares = MemoryShares.allot(budget, among: sharers.map(\.claim) + [estimate(output)])
    for (sharer, share) in zip(sharers, shares) { take(from: sharer.member, down: share) }
    let share = shares.last ?? 0
    return (share, min(share, max(0, budget - bytesTaken)))
  }

  /// Shares the budget anew, as far as what is in use allows.
  func balance(isLast: Bool = false) {
    let sharers = sharers
    let shares = MemoryShares.allot(budget, among: sharers.map(\.claim))
    for (sharer, share) in zip(sharers, shares) { take(from: sharer.member, down: share) }
    var taken = bytesTaken
    for (sharer, share) in zip(sharers, shares) {
      let (present, bytes) = sharer.member.memoryTaken
      let next = max(present, min(share, budget - (taken - bytes)))
      let isFinal = isLast || next >= share && sharer.member.memoryNeed != nil
      sharer.member.fitBudget(next, isFinal: isFinal)
      taken += max(next, bytes) - bytes
    }
  }

  /// Shares anew now, and until all have what they are to have.
  func balanceSoon() {
    if let sharing { setting.loop.cancel(sharing.timer) }
    sharing = nil
    balanceOnce(1)
  }

  private func balanceOnce(_ count: Int) {
    let isLast = count >= Self.mostAttempts
    balance(isLast: isLast)
    // What frames take is known once some were looked at.
    guard !isLast else { return }
    let loop = setting.loop
    let timer = loop.schedule(at: loop.now + Self.balancingTime) { [weak self] in
      self?.sharing = nil
      self?.balanceOnce(count + 1)
    }
    sharing = (timer, count)
  }

  private var sharers: [(member: Performance, claim: MemoryShares.Claim)] {
    members.filter(\.hasOwnPictures).map { member in
      (member, member.memoryNeed ?? estimate(member.display.choice))
    }
  }

  /// What is to be expected of one that has looked at no frame yet.
  private func estimate(_ output: OutputChoice) -> MemoryShares.Claim {
    var claim = MemoryShares.Claim(output)
    // Where it plays the same as the first.
    if arrangement != .each, let other = leader.memoryNeed {
      claim.least = max(claim.least, other.least)
      claim.most = max(claim.most, other.most)
    }
    return claim
  }

  private var bytesTaken: Int { members.reduce(0) { $0 + $1.memoryTaken.bytes } }

  private func take(from member: Performance, down share: Int) {
    if share < member.memoryTaken.budget { member.fitBudget(share, isFinal: false) }
  }

  // MARK: - Who is there

  /// A member has no screen: after a while the others have its share.
  func noteAbsence(of member: Performance) {
    let now = setting.loop.now
    guard let since = absences[ObjectIdentifier(member)] else {
      absences[ObjectIdentifier(member)] = now
      return
    }
    guard !member.isReleased, now - since >= Self.patience else { return }
    member.isReleased = true
    member.releaseMemory()
    balanceSoon()
  }

  /// A member has a screen again, and is about to lay its pictures out for it.
  func noteReturn(of member: Performance) {
    absences[ObjectIdentifier(member)] = nil
    guard member.isReleased else { return }
    member.isReleased = false
    balanceSoon()
  }
}
