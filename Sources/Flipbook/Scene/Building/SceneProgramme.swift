import Frames
import Pixels

/// What is to be shown as layers: a scene file, or frames; and overlays and spinners over either.
///
/// Pictures are decoded, frames were not looked at yet.
struct SceneProgramme {
  let configuration: PlayerConfiguration
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
  /// - Throws: a sentence for all mistakes.
  static func open(_ configuration: PlayerConfiguration) throws(SceneFileErrors) -> SceneProgramme {
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
        errors.append(description.error(file.line, "\(error)."))
      }
    }
    guard errors.isEmpty else { throw SceneFileErrors(errors) }
    self.pictures = pictures
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
    let unused = pictures.values.sorted { $0.line < $1.line }
    return shown.compactMap { $0.flatMap(file(of:)) } + unused
  }
}
