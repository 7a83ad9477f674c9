import Glibc

/// A folder that looks like `/proc`, with processes that a test makes up; it goes with its owner.
public final class MadeUpProcesses {
  /// Where the kernel would tell of processes.
  public let path: String

  /// Why a folder could not be made.
  public struct Failure: Error {
    /// What could not be done.
    public let what: String
  }

  /// An empty machine.
  public init() throws(Failure) {
    var template = Array("/tmp/flipbook-processes-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(what: "mkdtemp") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Adds what the kernel tells root of a card, as in `/sys/kernel/debug/dri`, under "debug".
  public func add(debug number: Int, clients: String) throws(Failure) {
    for folder in ["\(path)/debug", "\(path)/debug/\(number)"] {
      guard mkdir(folder, 0o755) == 0 else { throw Failure(what: folder) }
      made.append(folder)
    }
    _ = try file("debug/\(number)/clients", clients)
  }

  private var made: [String] = []

  deinit {
    // What is in a folder was made after it.
    for place in made.reversed() { remove(place) }
    rmdir(path)
  }

  /// Writes a file, and answers its path.
  public func file(_ name: String, _ text: String = "") throws(Failure) -> String {
    let place = "\(path)/\(name)"
    made.append(place)
    guard let stream = fopen(place, "w") else { throw Failure(what: place) }
    defer { fclose(stream) }
    guard fputs(text, stream) >= 0 else { throw Failure(what: place) }
    return place
  }

  /// Adds a process of a name that has files open.
  public func add(_ id: Int, _ name: String, open files: [String]) throws(Failure) {
    for folder in ["\(path)/\(id)", "\(path)/\(id)/fd"] {
      guard mkdir(folder, 0o755) == 0 else { throw Failure(what: folder) }
      made.append(folder)
    }
    _ = try file("\(id)/comm", "\(name)\n")
    for (number, place) in files.enumerated() {
      let link = "\(path)/\(id)/fd/\(number)"
      guard symlink(place, link) == 0 else { throw Failure(what: link) }
      made.append(link)
    }
  }
}
