/// Which of the kernel's two ways of setting modes is used.
public enum KMSInterface: String, Sendable, Hashable, CaseIterable {
  /// Atomic commits where card and kernel have them, the older calls otherwise.
  case automatic = "auto"
  /// Atomic commits: all properties together, tested before they are set.
  case atomic
  /// The older calls, SETCRTC and PAGE_FLIP.
  case legacy
}
