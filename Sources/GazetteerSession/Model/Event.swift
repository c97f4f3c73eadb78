import GazetteerIndex

/// What has happened. Only events change a session.
package enum Event: Equatable, Sendable {
  /// A numbered list was printed; its places are the new `filtered`. There may be fewer than were asked for.
  case listed(Listing, places: [PlaceID], limit: Limit)
  /// The current list was continued with these places. There may be fewer than were asked for.
  case extended([PlaceID], limit: Limit)
  case picked(PlaceID)
  case searchCancelled
  /// An earlier list is shown again; the list itself follows as an event of its own.
  case wentBack(Views.View)
  /// The map shows this from now on.
  case mapped(MapState)
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
  /// A dataset that is open already was opened again; commands use these datasets from now on.
  case reused(String, inUse: [String])

  /// A provider is to be asked for places.
  case placesAsked(PlacesAsking)
  case placesProvided(ProvidedPlaces)
  case placesRefused(PlacesAsking, Failure)

  /// The session that an earlier prompt saved was read.
  case restored(SessionRecord)
  /// A command has ended. What it changed can be undone under this title.
  case commandEnded(Untrusted)
  /// A step that changed no favorites is undone or redone, if it is still the next one.
  case stepTaken(UndoDirection, Steps.Step)
  /// A step stays as it is and can no longer be undone.
  case stepSkipped(Steps.Step)

  case loginAsked(LoginRequest)
  /// The user has logged in to a service.
  ///
  /// - Parameter notices: what became of the password.
  case loggedIn(Account, ServiceFacts, notices: [Message] = [])
  case loginFailed(LoginRequest, Failure, notices: [Message] = [])
  /// Nobody waits any more for the login to a service.
  case loginStopped(service: String)
  /// In a dry run, the user would have logged in to a service.
  case loginPlanned(service: String)
  /// The user has ended the session at a service; the service follows.
  case logoutAsked(LogoutRequest)
  /// - Parameter failure: why the session at the service goes on; nil if it has ended there too.
  case logoutEnded(LogoutRequest, failure: Failure?)
  case visitAsked(VisitRequest)
  /// The link of a place has answered.
  case visited(VisitRequest, isOpened: Bool)
  case visitFailed(VisitRequest, Failure)
  case fetchAsked(LocationsRequest)
  case fetched(LocationsRequest, LocationNews)
  /// - Parameters:
  ///   - notices: what was said about changes that had to wait.
  ///   - news: what came nevertheless.
  case fetchFailed(LocationsRequest, Failure, notices: [Message] = [], news: LocationNews? = nil)
  case posted(PostRequest, LocationNews)
  case postFailed(PostRequest, Failure, notices: [Message] = [])
  /// The user has stopped what goes on in the background: what uses the network, and perhaps also the opening of files.
  case jobsStopped(withFiles: Bool, withAccounts: Bool = true)
  /// At the start of a prompt, changes of locations wait since an earlier run.
  ///
  /// - Parameter notices: what was said about their file.
  case changesFound(WaitingChanges, notices: [Message] = [])

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
