import Linux

/// Hears of the events of cards that several screens share: one descriptor, all that wait for it.
///
/// Confined to the loop's thread.
final class EventDescriptors {
  private struct Listener {
    weak var owner: AnyObject?
    let handler: () -> Void
  }

  private let loop: EventLoop
  private var listeners: [CInt: [Listener]] = [:]
  private var isCalling = false
  private var isToCall = false

  init(loop: EventLoop) { self.loop = loop }

  /// Calls a handler whenever a descriptor is readable, as long as its owner lives and listens.
  ///
  /// - Throws: the errno of `epoll_ctl`.
  func listen(
    _ descriptor: CInt, owner: AnyObject, handler: @escaping () -> Void
  ) throws(Errno) {
    let isFirst = listeners[descriptor] == nil
    listeners[descriptor, default: []].append(Listener(owner: owner, handler: handler))
    guard isFirst else { return }
    do throws(Errno) {
      try loop.watch(descriptor, priority: -1) { [weak self] in self?.call(descriptor) }
    } catch {
      listeners[descriptor] = nil
      throw error
    }
  }

  /// Has an owner hear no more of a descriptor.
  ///
  /// Before the last that listens lets go of the card: its number may be another file's then.
  func stop(_ descriptor: CInt, owner: AnyObject) {
    guard let before = listeners[descriptor] else { return }
    let left = before.filter { $0.owner != nil && $0.owner !== owner }
    listeners[descriptor] = left.isEmpty ? nil : left
    if left.isEmpty { loop.unwatch(descriptor) }
  }

  /// Events of one were read by another, and the descriptor does not tell of them any more.
  func noteKept() {
    // Whoever is called reads what is kept.
    guard !isCalling, !isToCall else { return }
    isToCall = true
    _ = loop.schedule(at: loop.now) { [weak self] in
      guard let self else { return }
      isToCall = false
      for descriptor in listeners.keys { call(descriptor) }
    }
  }

  private func call(_ descriptor: CInt) {
    isCalling = true
    defer { isCalling = false }
    for listener in listeners[descriptor] ?? [] where listener.owner != nil { listener.handler() }
  }
}
