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
  /// The user wants to select categories on the screen.
  case categoryPickAsked
  /// Categories are being edited, and these are to be selected when that is done.
  case categoriesDrafted([Untrusted])
  case draftDiscarded
  /// The commands came to their end while categories were edited.
  case draftAbandoned
  case checked([PlaceID])
  case unchecked([PlaceID])

  /// Favorites are to be kept so; then the message is said.
  case favoritesEditAsked(FavoritesEdit, saying: Message)
  /// The favorites are these now, by an edit of this session or of another.
  case favoritesRead(Favorites)
  /// The store has kept an edit that this session asked for.
  case favoritesKept(KeptEdit)
  /// A file is to be written.
  case writeAsked(FileWriting)
  /// It was.
  case fileWritten(FileWriting)
  /// It was not, because there is one that may not go unasked.
  case fileFound(FileWriting)
  /// The user is to be asked first.
  case asked(Question)
  case answered(Answer)
  /// A favorite is being edited, and this is what becomes of it once that is done.
  case favoriteDrafted(FavoriteDraft)
  /// The user wants out of the nested prompt, and perhaps of the session.
  case leaveAsked(quits: Bool)
  /// A favorite is to be edited as a text.
  case textEditAsked(EditedFavorite)
  /// So it was left in the editor.
  case textEdited(EditedFavorite)
  /// The editor failed; the text is as it was.
  case textEditFailed(EditedFavorite, Failure)

  /// A file of favorites is to be read; then the command is answered again.
  case importAsked(ImportRequest)

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
  /// The next step in a direction is to be taken, if it is still this one; it changed no favorites.
  case stepAsked(Steps.Direction, Steps.Step)
  /// A step is to stay as it is, and not to be taken back any more.
  case stepSkipped(Steps.Step)

  case waitAsked
  case sourceAsked(Untrusted)
  case quitAsked

  /// A setting was given another value.
  case preferred(Setting.Change)
  /// All settings were given their values.
  case preferencesGiven(Preferences)
  case outputAsked(Untrusted)
  /// Results go to a file from now on.
  case outputStarted(Untrusted)
  case outputEndAsked
  /// The file was written, with so many lines.
  case outputEnded(lines: Int)
  /// A line of the history is to run again.
  case rerunAsked(Untrusted)
  case pauseAsked(Pause)
  case clearAsked
}

extension Event {
  /// What the event asks of the world outside the session, said as a plan; nil for events that only change the session.
  var plan: Message? {
    switch self {
    case .favoritesEditAsked(let edit, _): "\(edit.title)"
    case .writeAsked(let file):
      "write \(file.content) to \(quoted: file.path)\(own: file.mayReplace ? ", also over another file" : "")"
    case .asked(let question): question.power == nil ? nil : "\(question.text), after asking"
    case .textEditAsked(let text): "edit \(text.draft.before.place.name) in an editor"
    case .openAsked(let request): "open \"\(request.source)\" as \(own: request.name)"
    case .waitAsked: "wait for the datasets that are being opened"
    case .sourceAsked(let path): "run the commands in \"\(path)\""
    case .quitAsked: "quit"
    case .preferred(let change): "set \(own: change.name) to \(own: change.value ?? "its default")"
    case .outputAsked(let path): "put the results into \(quoted: path)"
    case .outputEndAsked: "end the output into a file"
    case .rerunAsked(let line): "run \(quoted: line)"
    case .pauseAsked(let pause): "wait \(own: Numeral.plain(pause.seconds)) s"
    case .clearAsked: "clear the screen"
    default: nil
    }
  }
}

extension Event {
  package static func opened(_ source: any PlaceSource) -> Event { .opened(SourceReference(source)) }
}
