/// What `gaz replay` is for.
package enum ReplayPurpose: String, Sendable {
  /// Print the commands and their answers.
  case play
  /// Print where the answers differ from the file.
  case check
  /// Write the answers into the file.
  case update
}
