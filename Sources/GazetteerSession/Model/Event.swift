import GazetteerIndex

/// What has happened. Only events change a session.
package enum Event: Equatable, Sendable {
  /// A numbered list was printed; its places are the new `filtered`.
  case listed(Listing, places: [PlaceID])
  /// The current list was continued with these places.
  case extended([PlaceID])
  case picked(PlaceID)
  case searchCancelled
  /// Only these categories are selected from now on; a draft of them ends.
  case categoriesSelected([Untrusted])
  /// `edit-categories` would select these categories.
  case categoriesDrafted([Untrusted])
  case draftDiscarded
  /// A nested prompt was left without `done`.
  case draftAbandoned
  case checked([PlaceID])
  case unchecked([PlaceID])

  /// The favorites were read, because this session or another has changed them.
  case favoritesRead(Favorites)
  /// The store has saved an edit of this session.
  case favoritesKept(KeptEdit)
  case fileWritten(FileWriting)
  /// The file was not written, because it exists and may not be replaced without asking.
  case fileFound(FileWriting)
  /// The user is being asked; `answered` follows.
  case asked(Question)
  case answered(Answer)
  /// `edit-favorite` would save this draft.
  case favoriteDrafted(FavoriteDraft)
  /// The text after it was edited.
  case textEdited(EditedFavorite)
  /// The editor failed. The text may have been changed before.
  case textEditFailed(EditedFavorite, Failure)

  /// The sending of a message has ended; the message as it is in the outbox now.
  case sendingEnded(OutboxMessage)
  /// The outbox cannot be used, or the user interrupted the sending.
  case sendingFailed(Failure)

  case openAsked(OpenRequest)
  case opened(SourceReference)
  case openFailed(OpenRequest, Failure)
  case refreshAsked(RefreshRequest)
  /// A newer version of an open dataset was read.
  case refreshed(SourceReference)
  /// There is no newer version of this dataset.
  case unchanged(String)
  case refreshFailed(String, Failure)
  case closed(String)
  /// Commands use these datasets from now on, in this order.
  case used([String])

  /// A provider is to be asked for places.
  case placesAsked(PlacesAsking)
  case placesProvided(ProvidedPlaces)
  case placesRefused(PlacesAsking, Failure)
  /// Nobody waits for providers any more.
  case askingStopped

  /// The session that an earlier prompt saved was read.
  case restored(SessionRecord)
  /// A command has ended. What it changed can be undone under this title.
  case commandEnded(Untrusted)
  /// A step that changed no favorites is undone or redone, if it is still the next one.
  case stepTaken(UndoDirection, Steps.Step)
  /// A step stays as it is and can no longer be undone.
  case stepSkipped(Steps.Step)

  /// The user has logged in to a service.
  case loggedIn(Account, ServiceFacts)
  /// In a dry run, the user would have logged in to a service.
  case loginPlanned(service: String)
  /// The session at a service has ended.
  case loggedOut(service: String)
  case fetchAsked(LocationsRequest)
  case fetched(LocationsRequest, LocationNews)
  /// - Parameters:
  ///   - notices: what was said about changes that had to wait.
  ///   - news: what came nevertheless.
  case fetchFailed(LocationsRequest, Failure, notices: [Message] = [], news: LocationNews? = nil)
  /// Nobody waits for locations any more.
  case fetchesStopped
  case posted(PostRequest, LocationNews)
  case postFailed(PostRequest, Failure, notices: [Message] = [])
  /// At the start of a prompt, changes of locations wait since an earlier run.
  case changesFound(WaitingChanges)

  /// A setting was changed.
  case preferred(Setting.Change)
  /// All settings were set.
  case preferencesGiven(Preferences)
  /// Results go to a file from now on.
  case outputStarted(Untrusted)
  /// The file was written, with this number of lines.
  case outputEnded(lines: Int)
}

extension Event {
  package static func opened(_ source: any PlaceSource) -> Event { .opened(SourceReference(source)) }
}
