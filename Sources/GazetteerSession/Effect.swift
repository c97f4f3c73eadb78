import GazetteerIndex

/// What a session asks of the world outside it. Plain data: a test compares it, the effect runner carries it out.
package enum Effect: Equatable, Sendable {
  case open(OpenRequest)
  /// Give up opening the dataset of this name.
  case stopOpening(String)
  /// Let everything that is being opened end before the next command.
  case wait
  /// Run the commands in a file.
  case source(Untrusted)
  /// Let the user select categories on the screen.
  case pickCategories
  case quit
  /// Tell the user.
  case notice(Message)
  /// Tell the user what went wrong in the background.
  case report(Failure)
}
