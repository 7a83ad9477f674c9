import Controls

/// The input devices of a run: those of this machine, or what stands for them.
///
/// Confined to the loop's thread.
protocol InputSupply: AnyObject {
  /// The panels that touches are on.
  var mappings: TouchMappings { get set }
  /// By device number, the output that a touch screen is on.
  var bindings: [Int: TouchBinding] { get }

  /// Takes everything that has come.
  func dispatch() -> [RawInput]
  /// Lets go of all devices for a while; answers what came with it: keys and fingers go up.
  func suspend() -> [RawInput]
  /// Opens the devices again.
  func resume()
  /// Lets go of all devices for good.
  func close()
}

extension InputDevices: InputSupply {}
