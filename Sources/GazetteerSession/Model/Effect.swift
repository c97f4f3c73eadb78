import GazetteerIndex

/// What a session asks of the world outside it. Plain data: a test compares it, the effect runner carries it out.
package enum Effect: Equatable, Sendable {
  /// Keep favorites, then say the message.
  case keepFavorites(FavoritesEdit, saying: Message)
  /// Write a file, unless that takes another away unasked.
  case write(FileWriting)
  /// Ask the user.
  case ask(Question)
  /// Read a file of favorites, and answer the command again.
  case readImport(ImportRequest)
  /// Let the user edit a text in an editor.
  case editText(EditedFavorite)
  case open(OpenRequest)
  /// Cancel a background job.
  case stop(JobID)
  /// Let all background jobs end before the next command.
  case wait
  /// Run the commands in a file.
  case source(Untrusted)
  /// Let the user select categories on the screen.
  case pickCategories
  case quit
  /// Remember a setting for the next runs, where it was the user who gave it.
  case keep(Setting.Change)
  /// Take the results from now on, for a file of this path.
  case startOutput(Untrusted)
  /// Write that file.
  case endOutput
  /// Run a line of the history.
  case run(Untrusted)
  case pause(Pause)
  /// Clear the screen.
  case clear
  /// Tell the user.
  case notice(Message)
  /// Tell the user what went wrong in the background.
  case report(Failure)
}
