import Frames
import Glibc
import Linux

/// Reads scene files: layers, pictures, animators, animations and buttons in a few lines of text.
///
/// A statement is a line that begins at the margin; indented lines carry it on. Names are bare
/// words, given before or after they are used; files stand in quotes and are looked for from the
/// scene file's folder. A comment begins with `#` at the start of a line or before a blank.
///
///     scene 1
///     background COLOR [to COLOR]
///     picture NAME "FILE"
///     animator NAME frames "SOURCE" | "FILE" "FILE"…
///       [fps N | duration SECONDS] [repeat N|forever] [reverse] [autoreverse] [start-at FRAME]
///       [fill hold|clear | still PICTURE] [cache window|none|all] [late drop|slow]
///       [delay SECONDS | stopped] [main]
///     layer NAME [in LAYER] [picture PICTURE | animator NAME] [color COLOR [to COLOR]]
///       [frame X Y W H | at X Y | center X Y] [size W H | width W | height H]
///       [fit contain|cover|stretch|none|top|bottom|left|right|top-left|…]
///       [alpha A] [hidden] [z N] [rotation DEGREES] [scale N [N]]
///     spinner NAME (as a layer) [duration SECONDS] [reverse] [delay SECONDS | stopped]
///     button NAME (as a layer) [pressed PICTURE] [on PICTURE] [toggles NAME]… [key KEY]…
///     animate LAYER [as NAME] [delay SECONDS] [duration SECONDS] [repeat N|forever] [autoreverse]
///       [curve linear|ease-in|ease-out|ease-in-out|bezier(X1, Y1, X2, Y2)|spring(DAMPING, SPEED)]
///       [from-current] [stopped]
///       move to X Y | move by X Y | size to W H | fade to A | scale to N [N] | turn to|by DEGREES
///       or, as keyframes: [discrete] at PERCENT CHANGE… at PERCENT CHANGE…, picture PICTURE too
///     after SECONDS ACTION…
///     when NAME starts|stops|finishes|tapped [once] ACTION…
///
/// An ACTION is `start NAME`, `stop NAME [at end]`, `toggle NAME`, `reverse ANIMATOR`,
/// `show LAYER`, `hide LAYER`, `picture LAYER PICTURE` or `quit`. A PICTURE is a name or a file in
/// quotes. X, Y, W and H are pixels, percent of what the layer lies in, or both: `100%-20`. A layer
/// without a place is in the middle, one without a picture as large as what it lies in. Layers lie
/// in front of those above them in the file. An animator that no layer shows fills the screen. Keys
/// and commands to the player are for the `main` animator, or the first.
enum SceneFile {
  /// How many bytes a file may have.
  static let mostBytes = 1 << 20

  /// As much of a file as its kind is told by: a licence may stand above the first statement.
  private static let beginningBytes = 64 << 10

  /// Whether a file is to be read as a scene: by its first words, or by its name where what is in
  /// it is neither a scene nor a picture.
  ///
  /// Only a plain file is looked into. The C calls are `stat`, `open` and `read`.
  static func isScene(_ path: String) -> Bool {
    guard File.kind(of: path) == .plain else { return false }
    let beginning: [UInt8]
    do throws(Errno) {
      beginning = try Self.beginning(of: path)
    } catch {
      // Whoever opens it next says why it cannot be read.
      return path.hasSuffix(".scene")
    }
    if beginning.withUnsafeBytes({ PictureKind(recognising: $0) }) != nil { return false }
    let statements = SceneStatements(beginning)
    if let first = statements.list.first?.lines[0], first.tokens[0] == SceneToken("scene"),
      statements.complaints.allSatisfy({ $0.line > first.number })
    {
      return true
    }
    return path.hasSuffix(".scene")
  }

  /// Reads a scene file; the files that it names are not looked at.
  ///
  /// - Throws: what is wrong in it, or why it cannot be read.
  static func load(path: String) throws(SceneFileErrors) -> SceneDescription {
    switch File.kind(of: path) {
    case .plain: break
    case .directory: throw SceneFileErrors(file: path, "expected a scene file; this is a folder.")
    case .special:
      throw SceneFileErrors(file: path, "expected a scene file; this is neither file nor folder.")
    case nil:
      throw SceneFileErrors(file: path, "there is no such file; check the spelling with `ls`.")
    }
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try File.read(path, limit: mostBytes)
    } catch {
      throw SceneFileErrors(
        file: path,
        error.rawValue == EFBIG
          ? "expected at most \(mostBytes) bytes of text; the file is longer."
          : "the file cannot be read: \(error); look at its rights with `ls -l`.")
    }
    return try parse(bytes, name: path)
  }

  /// Reads the text of a scene file.
  ///
  /// - Parameter name: the file's path for messages; relative names in it start from its folder.
  static func parse(text: String, name: String) throws(SceneFileErrors) -> SceneDescription {
    try parse(Array(text.utf8), name: name)
  }

  /// Reads the bytes of a scene file.
  static func parse(_ bytes: [UInt8], name: String) throws(SceneFileErrors) -> SceneDescription {
    guard bytes.count <= mostBytes else {
      throw SceneFileErrors(
        file: name, "expected at most \(mostBytes) bytes of text; the file is longer.")
    }
    let reader = SceneReader(bytes, name: name)
    guard reader.errors.isEmpty else { throw SceneFileErrors(reader.errors) }
    return reader.description
  }

  private static func beginning(of path: String) throws(Errno) -> [UInt8] {
    // A pipe that took the file's place is not waited for.
    let file = try FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: beginningBytes, alignment: 1)
    defer { room.deallocate() }
    return Array(room.prefix(try file.read(into: room)))
  }
}
