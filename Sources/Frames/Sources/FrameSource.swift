internal import Linux

/// Finds the frames that a user means by a source.
public enum FrameSource {
  /// Finds the frames of a folder, a `printf` pattern, a glob or a single file.
  ///
  /// What exists under exactly that name is taken first, whatever characters the name has. Files
  /// are recognised by content; only as many are looked at as it takes, and none is waited for.
  ///
  /// - Parameters:
  ///   - source: as the user gave it.
  ///   - holes: what becomes of missing numbers; nil for the rule of the kind of source.
  /// - Returns: at least one frame.
  /// - Throws: `SourceError` with a sentence for the user.
  public static func open(
    _ source: String, holes: HolePolicy? = nil
  ) throws(SourceError) -> FrameSequence {
    guard !source.isEmpty else {
      throw SourceError(.missing, "The source has no name; give a folder, a pattern or a file.")
    }
    let kind: FileKind
    do throws(Errno) {
      kind = try FileProbe.kind(of: source)
    } catch {
      return try openUnseen(source, holes: holes, because: error)
    }
    switch kind {
    case .directory: return try openFolder(source, holes: holes)
    case .regular: return try openFile(source)
    default: throw .notAFile(source, kind)
    }
  }

  private static func openUnseen(
    _ source: String, holes: HolePolicy?, because error: Errno
  ) throws(SourceError) -> FrameSequence {
    guard error == .notFound || error == .notDirectory else { throw .unreadable(source, error) }
    if FileProbe.isLink(source) {
      throw SourceError(
        .missing, "\(source) is a link that leads nowhere; look at it with `ls -l`.")
    }
    if NumberPattern.isPattern(source) { return try openPattern(source, holes: holes) }
    if GlobExpansion.isGlob(source) { return try openGlob(source, holes: holes) }
    throw .missing(source)
  }

  private static func openFile(_ source: String) throws(SourceError) -> FrameSequence {
    let beginning: [UInt8]
    do throws(Errno) {
      beginning = try FileProbe.beginning(of: source)
    } catch {
      throw .unreadable(source, error)
    }
    if let complaint = PictureSignature.complaint(about: beginning) {
      throw SourceError(
        .notAPicture, "\(source) is \(complaint); give a PNG or JPEG file, or a folder of them.")
    }
    let frame = FrameReference(path: source)
    let number = NameFamily([frame.name]).numbers[0]
    return FrameSequence(name: source, frames: [FrameReference(path: source, number: number)])
  }

  private static func openFolder(
    _ source: String, holes: HolePolicy?
  ) throws(SourceError) -> FrameSequence {
    let listing = try list(source)
    let folder = source.hasSuffix("/") ? source : source + "/"
    var gathering = SequenceGathering(passedOver: listing.unusable)
    for entry in listing.entries {
      gathering.add(path: folder + entry.name, name: entry.name, kind: entry.kind)
    }
    return try gathering.sequence(
      name: source, described: "The folder \(source)", holes: holes ?? .skip)
  }

  private static func openGlob(
    _ source: String, holes: HolePolicy?
  ) throws(SourceError) -> FrameSequence {
    let paths = GlobExpansion.paths(matching: source)
    guard !paths.isEmpty else {
      throw SourceError(
        .missing, "No file matches \(source); check the spelling, and the folder with `ls`.")
    }
    var gathering = SequenceGathering()
    for path in paths { gathering.add(path: path, name: path, kind: nil) }
    return try gathering.sequence(
      name: source, described: "The glob \(source)", holes: holes ?? .skip)
  }

  private static func openPattern(
    _ source: String, holes: HolePolicy?
  ) throws(SourceError) -> FrameSequence {
    let pattern = try NumberPattern(source)
    let listing = try list(pattern.folder)
    var gathering = SequenceGathering()
    for entry in listing.entries where pattern.number(of: entry.name) != nil {
      let path = pattern.folder + entry.name + pattern.rest
      if pattern.rest.isEmpty {
        gathering.add(path: path, name: entry.name, kind: entry.kind)
      } else if (try? FileProbe.kind(of: path)) != nil {
        gathering.add(path: path, name: entry.name + pattern.rest, kind: nil)
      }
    }
    if gathering.isEmpty {
      let advice = listing.entries.lazy
        .compactMap { entry in pattern.repaired(for: entry.name).map { (entry.name, $0) } }
        .first { $0.1 != source }
        .map { "\($0) is there: try \($1)" }
      throw SourceError(
        .missing,
        "No file matches the pattern \(source); \(advice ?? "check the folder with `ls`").")
    }
    return try gathering.sequence(
      name: source, described: "The pattern \(source)", holes: holes ?? .hold)
  }

  private static func list(_ folder: String) throws(SourceError) -> DirectoryListing {
    do throws(Errno) {
      return try DirectoryListing(path: folder)
    } catch {
      if error == .notFound || error == .notDirectory {
        throw SourceError(
          .missing, "The folder \(folder) does not exist; check the spelling with `ls`.")
      }
      throw .unreadable(folder.isEmpty ? "The present folder" : folder, error)
    }
  }
}
