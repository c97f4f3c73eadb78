import GazetteerIndex

/// What a command needs before it can answer. The shell gets it and runs the same command again, with the data in
/// `Context.given`.
package enum Need: Equatable, Sendable {
  /// The latest favorites. They are then in `Session.favorites`; if they cannot be read, `Context.favorites` says why.
  case favorites
  /// Edits of the favorites, oldest first.
  case edits(EditsWanted)
  /// The contents of a file with favorites.
  case file(ImportRequest)
  /// An answer of a provider. Its places are then in the session, whatever becomes of the command.
  case places(PlacesAsking)
  /// The QR code of a text.
  case code(String)
  /// Contacts, messages, or how they are sent.
  case telling(Set<TellingPart>)
  /// Older locations, for the rows of the last list that are wanted. They are then in `Session.locations`.
  case locations(LocationsRequest)
  /// The changes of locations that wait to be sent. They are then in `Context.waiting`. If they cannot be read, the user
  /// is told so, unless they are the subject of the command, which then says it itself.
  case changes(areSubject: Bool = false)
}

/// The data for a `Need`.
package enum Given: Equatable, Sendable {
  case edits([KeptEdit])
  case file(ImportedFile)
  /// The answers of providers, oldest first.
  case places([ProvidedPlaces])
  /// The code, or why there is none.
  case code(Result<QRCode, Failure>)
  case telling(TellingData)
  /// Older locations were asked for; why not all of them came.
  case locations(Failure?)
}

/// Whether the favorites that a command sees are the latest.
package enum FavoritesAccess: Equatable, Sendable {
  case latest
  /// They could not be read at once, for example because another program has locked the file.
  case old
  /// They could not be read at all. Commands that are about favorites throw this error.
  case unreadable(Failure)
}

/// Which edits of the favorites a command needs.
package enum EditsWanted: Equatable, Sendable {
  case all
  /// Those of one favorite.
  case of(FavoriteID)
  /// Those with this number or a later one.
  case from(Int64)
}

/// A file that `import` reads.
package struct ImportRequest: Equatable, Sendable {
  package let path: Untrusted
  /// nil: the format is detected.
  package let format: Untrusted?
}
