import Linux

/// The way that a screen goes, and why.
struct ChosenPath {
  let path: any ScanoutPath
  /// A sentence.
  let reason: String

  /// Tries atomic commits where they are wanted, and takes the older calls where they will not do.
  ///
  /// - Parameters:
  ///   - device: the card, of which we are master.
  ///   - choice: what to drive.
  ///   - wanted: what was asked for.
  ///   - framebuffer: one of the screen's, to test with.
  /// - Throws: a sentence where atomic commits were asked for by name and are not to be had.
  static func choose(
    on device: any KMSDevice, for choice: OutputChoice, wanted: KMSInterface,
    framebuffer: UInt32
  ) throws(DisplayError) -> ChosenPath {
    let place = "\(device.path) (driver \(device.driverName))"
    if wanted == .legacy {
      return ChosenPath(
        path: LegacyPath(device: device, choice: choice),
        reason: "The older mode-setting calls were asked for.")
    }
    do throws(Errno) {
      let atomic = try AtomicPath(device: device, choice: choice)
      try atomic.test(framebuffer)
      return ChosenPath(
        path: atomic, reason: "Atomic commits are used: \(place) has them and passed a test.")
    } catch {
      // The capability stays: the older calls do not mind it, and another screen of the card may
      // need it.
      let why = Self.why(error)
      guard error != .noDevice else {
        throw DisplayError(
          .lost, "\(device.path) is gone: the card or its driver was removed.", errno: error)
      }
      guard wanted == .automatic else {
        throw DisplayError(
          .refused,
          "\(choice.connector.name) on \(place) cannot be driven by atomic commits: \(why). "
            + "Use --kms legacy.", errno: error)
      }
      return ChosenPath(
        path: LegacyPath(device: device, choice: choice),
        reason: "The older mode-setting calls are used on \(place): \(why).")
    }
  }

  private static func why(_ errno: Errno) -> String {
    switch errno {
    case .notSupported: "its driver has no atomic commits, or the program's name begins with an X"
    case .invalidArgument: "it refuses a test of them"
    case .notFound: "it lacks a plane or a property that they need"
    default: "they fail with \(errno)"
    }
  }
}
