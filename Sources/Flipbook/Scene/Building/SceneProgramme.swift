import Frames
import Linux
import Pixels

/// What is to be shown as layers: a scene file, or frames; and overlays and spinners over either.
///
/// Pictures are decoded, frames were not looked at yet.
struct SceneProgramme {
  /// As it was given, but that the budget is what pictures leave of it.
  private(set) var configuration: PlayerConfiguration
  /// What is to be shown, overlays and spinners included.
  let description: SceneDescription
  let pictures: ScenePictures

  /// Whether what a configuration names is to be shown as layers: a scene file, or something over
  /// the frames.
  static func isNeeded(for configuration: PlayerConfiguration) -> Bool {
    !configuration.overlays.isEmpty || !configuration.spinners.isEmpty
      || configuration.source.map(SceneFile.isScene) ?? false
  }

  /// Reads what a configuration names and decodes its pictures, but no frames.
  ///
  /// - Throws: all mistakes.
  static func open(_ configuration: PlayerConfiguration) throws(PlayerError) -> SceneProgramme {
    if configuration.source.map(SceneFile.isScene) != true {
      // What is wrong with plain frames is said as without overlays.
      _ = try Programme.open(configuration).playback(configuration)
    }
    do throws(SceneFileErrors) {
      return try read(configuration)
    } catch {
      throw PlayerError(error)
    }
  }

  /// Reads what a configuration names and decodes its pictures, but no frames.
  ///
  /// - Throws: a sentence for each mistake.
  static func read(_ configuration: PlayerConfiguration) throws(SceneFileErrors) -> SceneProgramme {
    var description: SceneDescription
    if let source = configuration.source, SceneFile.isScene(source) {
      description = try SceneFile.load(path: source)
    } else {
      description = SceneDescription(name: configuration.source ?? "test card")
      description.addFrames(of: configuration)
    }
    description.addOverlays(of: configuration)
    return try SceneProgramme(configuration, description)
  }

  /// Decodes the pictures of a description.
  ///
  /// - Throws: a sentence for each that cannot be.
  init(
    _ configuration: PlayerConfiguration, _ description: SceneDescription
  ) throws(SceneFileErrors) {
    self.configuration = configuration
    self.description = description
    var pictures = ScenePictures(budget: configuration.budget)
    var errors: [SceneFileError] = []
    let decoder = FrameDecoder()
    for file in description.pictureFiles {
      do throws(DecodeError) {
        try pictures.load(file.path, decoder)
      } catch {
        errors.append(description.error(file.line, Self.sentence(error, isOfFile: file.line > 0)))
      }
    }
    guard errors.isEmpty else { throw SceneFileErrors(errors) }
    self.pictures = pictures
    // What pictures take is not there for frames.
    self.configuration.budget -= pictures.byteCount
  }

  private static func sentence(_ error: DecodeError, isOfFile: Bool) -> String {
    guard error.reason == .unreadable(.notFound) else { return "\(error)".sentence }
    return "\(error.path) does not exist; check the spelling with `ls`."
      + (isOfFile ? " What a scene file names is looked for from its own folder." : "")
  }
}

extension SceneDescription {
  /// The files of all pictures that are shown at some time, those of the same file again.
  fileprivate var pictureFiles: [File] {
    var shown: [Picture?] = animators.map(\.still)
    for layer in layers {
      if case .picture(let picture) = layer.content { shown.append(picture) }
      if case .button(let button) = layer.role { shown += [button.pressed, button.on] }
    }
    for animation in animations {
      guard case .keyframes(let keyframes, _) = animation.course else { continue }
      for case .picture(let picture) in keyframes.map(\.change) { shown.append(picture) }
    }
    for case .picture(_, let picture) in reactions.flatMap(\.actions) { shown.append(picture) }
    return shown.compactMap { $0.flatMap(file(of:)) } + pictures.map(\.file)
  }
}

extension PlayerError {
  /// What is wrong in a scene file.
  init(_ errors: SceneFileErrors) { self.init(.failed, sentences: errors.sentences) }
}
