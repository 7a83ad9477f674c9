import CLinux
import Glibc

extension SeatChoice.Facts {
  /// What this machine says now.
  ///
  /// The corresponding C functions are `access` and `geteuid`.
  /// - Parameter root: what comes before `/run`, `/dev` and `/sys`.
  public static func gather(under root: String = "") -> SeatChoice.Facts {
    var facts = SeatChoice.Facts()
    facts.backend = Arguments.environment("LIBSEAT_BACKEND")
    let socket = Arguments.environment("SEATD_SOCK") ?? "\(root)/run/seatd.sock"
    if access(socket, R_OK | W_OK) == 0 { facts.daemonSocket = socket }
    if let session = Arguments.environment("XDG_SESSION_ID"),
      let text = try? File.read("\(root)/run/systemd/sessions/\(session)", limit: 65_536),
      hasSeat(text)
    {
      facts.loginSession = session
    }
    facts.isPrivileged = geteuid() == 0
    facts.deniedCard = denied(in: "\(root)/dev/dri", named: "card", enough: 1)
    facts.deniedInput = denied(in: "\(root)/dev/input", named: "event", enough: .max)
    return facts
  }

  /// Whether what logind writes of a session names a seat.
  static func hasSeat(_ text: [UInt8]) -> Bool {
    text.split(separator: UInt8(ascii: "\n")).contains { line in
      line.starts(with: Array("SEAT=".utf8)) && line.count > 5
    }
  }

  /// The first device of a folder that may not be opened, where fewer may be than are enough.
  private static func denied(in folder: String, named name: String, enough: Int) -> String? {
    let paths = ((try? Directory.list(folder)) ?? []).filter { $0.hasPrefix(name) }.sorted()
      .map { "\(folder)/\($0)" }
    let refused = paths.filter { access($0, R_OK | W_OK) != 0 }
    return paths.count - refused.count >= min(enough, paths.count) ? nil : refused.first
  }
}
