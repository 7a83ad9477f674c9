import Controls
import Linux
public import Pixels

/// Fingers and keys of a stage: buttons have theirs first, then what is bound here, then the
/// configuration's bindings.
extension Stage {
  /// Calls an action when a key goes down or fingers say something: `space`, `f5`, `tap`,
  /// `two-finger-tap`; it takes the place of what was bound there.
  ///
  /// - Throws: a sentence where there is no such event.
  public func on(_ event: String, _ action: @escaping () -> Void) throws(PlayerError) {
    do {
      performance.actions[try Bindings.trigger(named: event)] = action
    } catch {
      throw PlayerError(.usage, "\(error)")
    }
  }

  /// Does what a finger would that taps at a place of the screen, for tests without one.
  public func tap(at place: Point) {
    let (device, slot, time) = (-1, Int32(0), performance.loop.now)
    let point = TouchPoint(x: place.x, y: place.y)
    performance.take(.touchDown(device: device, slot: slot, at: point, time: time))
    performance.take(.touchFrame(device: device, time: time))
    performance.take(.touchUp(device: device, slot: slot, time: time))
    performance.take(.touchFrame(device: device, time: time))
  }

  /// Does what a key would that goes down, by its name, for tests without one.
  ///
  /// - Throws: a sentence where no key is called so.
  public func press(_ key: String) throws(PlayerError) {
    do {
      guard case .key(let code) = try Bindings.trigger(named: key) else {
        throw PlayerError(.usage, "\(key) is no key.")
      }
      performance.take(.key(device: -1, code: code, isDown: true, time: performance.loop.now))
    } catch let error as BindingError {
      throw PlayerError(.usage, "\(error)")
    } catch let error as PlayerError {
      throw error
    } catch {
      throw PlayerError(.failed, "\(error)")
    }
  }
}
