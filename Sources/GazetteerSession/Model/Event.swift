import GazetteerIndex

/// What has happened, or was asked for. The only thing that changes a session.
package enum Event: Equatable, Sendable {
  /// A numbered list was printed; its places are the new `filtered`.
  case listed(Listing, places: [PlaceID])
  /// The current list went on with these.
  case extended([PlaceID])
  case picked(PlaceID)
  case searchCancelled
  /// These categories, and no others, are what is shown without a search; whatever was drafted is done.
  case categoriesSelected([Untrusted])
  /// Categories are being edited, and these are to be selected when that is done.
  case categoriesDrafted([Untrusted])
  case draftDiscarded
  /// The commands came to their end while categories were edited.
  case draftAbandoned
  case checked([PlaceID])
  case unchecked([PlaceID])

  /// The favorites are these now, by an edit of this session or of another.
  case favoritesRead(Favorites)
  /// The store has kept an edit that this session asked for.
  case favoritesKept(KeptEdit)
  case fileWritten(FileWriting)
  /// It was not, because there is one that may not go unasked.
  case fileFound(FileWriting)
  /// The user is to be asked first.
  case asked(Question)
  case answered(Answer)
  /// A favorite is being edited, and this is what becomes of it once that is done.
  case favoriteDrafted(FavoriteDraft)
  /// So it was left in the editor.
  case textEdited(EditedFavorite)
  /// The editor failed; the text is as it was.
  case textEditFailed(EditedFavorite, Failure)

  case openAsked(OpenRequest)
  case opened(SourceReference)
  case openFailed(OpenRequest, Failure)
  case closed(String)
  /// Commands look at these datasets from now on, in this order.
  case used([String])

  /// What an earlier prompt left comes back.
  case restored(SessionRecord)
  /// A command has come to its end: what it changed can be taken back under this title.
  case commandEnded(Untrusted)
  /// A step that changed no favorites is undone or redone, if it is still the next one.
  case stepTaken(UndoDirection, Steps.Step)
  /// A step stays as it is and can no longer be undone.
  case stepSkipped(Steps.Step)

  /// A setting was given another value.
  case preferred(Setting.Change)
  /// All settings were given their values.
  case preferencesGiven(Preferences)
  /// Results go to a file from now on.
  case outputStarted(Untrusted)
  /// The file was written, with so many lines.
  case outputEnded(lines: Int)
}

extension Event {
  package static func opened(_ source: any PlaceSource) -> Event { .opened(SourceReference(source)) }
}
