/// Why there can be no input: a sentence.
public struct InputError: Error, Hashable, CustomStringConvertible {
  /// The sentence: which device, what happened, what to try.
  public let description: String
}
