import Layers

/// What a scene file says: values only, names checked, nothing opened or decoded.
struct SceneDescription: Sendable, Equatable {
  /// The file as messages name it.
  let name: String
  /// Whether it is of a sequence of frames that was given without a scene file.
  var isOfFrames = false
  /// What the screen shows behind all layers.
  var background = Background.none
  /// Pictures that were given a name, in the order of the file.
  var pictures: [NamedFile] = []
  /// Frame sequences, in the order of the file.
  var animators: [Animator] = []
  /// Layers, spinners and buttons, in the order of the file: later ones are in front.
  var layers: [Layer] = []
  /// Animations of layers' properties, in the order of the file.
  var animations: [Animation] = []
  /// What happens after a time or when something else happens, in the order of the file.
  var reactions: [Reaction] = []

  init(name: String) { self.name = name }

  /// A name that was given or is referred to, with its line for messages.
  struct Name: Sendable, Equatable {
    var text: String
    var line: Int
  }

  /// A file, or several by a folder, a pattern or a glob.
  struct File: Sendable, Equatable {
    /// As it can be opened: relative names were taken from the folder of the scene file.
    var path: String
    var line: Int
  }

  /// A file and the name that it was given.
  struct NamedFile: Sendable, Equatable {
    var name: Name
    var file: File
  }

  /// A picture by its file or by the name that the file gives it.
  enum Picture: Sendable, Equatable {
    case file(File)
    case named(Name)
  }

  /// The file of a picture; nil only for a name that was not checked.
  func file(of picture: Picture) -> File? {
    switch picture {
    case .file(let file): file
    case .named(let name): pictures.first { $0.name.text == name.text }?.file
    }
  }

  /// An error in a line of this file; line 0 is the command line.
  func error(_ line: Int, _ message: String) -> SceneFileError {
    line == 0
      ? SceneFileError(file: nil, line: nil, message: message)
      : SceneFileError(file: name, line: line, message: message)
  }
}
