/// What a finger, a key, the command line or a socket can ask of a player.
public enum Command: Sendable, Hashable {
  /// Plays on from the present frame; nothing if it plays.
  case start
  /// Stops and stays on the present frame; nothing if it is stopped.
  case stop
  /// Starts if stopped, stops if playing.
  case toggle
  /// Turns round in place: the next frame shown is the neighbour of the present one.
  case reverse
  /// Goes to a frame, counted from 0, and plays on or stays stopped as before.
  case seek(frame: Int)
  /// Ends the program as `--at-end` says.
  case quit
}
