import GazetteerIndex

/// What a session asks the shell to do. Plain data: a test compares it, the shell performs it.
package enum Effect: Equatable, Sendable {
  /// Save an edit of the favorites, then say the message.
  case keepFavorites(FavoritesEdit, saying: Message)
  /// Save an edit of the contacts, then say the message.
  case keepContacts(ContactsEdit, saying: Message)
  /// Write a message to the outbox, then send its copies.
  case tell(OutboxMessage)
  /// Send the copies of a message that were certainly not sent, and those of its unknown copies that have these ids.
  case resend(Int64, unknown: Set<Int64>)
  /// Send no more copies of a message.
  case giveUp(Int64)
  /// Remove messages with these numbers from the outbox; nil: all of which nothing is waited for.
  case clearOutbox(Set<Int64>?)
  /// Write a file. If it exists and may not be replaced, `fileFound` follows.
  case write(FileWriting)
  /// Ask the user; `answered` follows.
  case ask(Question)
  /// Let the user edit a text in an editor.
  case editText(EditedFavorite)
  case open(OpenRequest)
  /// Write the places of a source to a file. If it exists and may not be replaced, `asked` follows.
  case build(BuildRequest)
  /// Write the rows of a file, each with a place.
  case matchRows(RowMatching)
  /// Read the source of an open dataset again.
  case refresh(RefreshRequest)
  /// Ask a provider for places, in the background.
  case askPlaces(PlacesAsking)
  /// A provider that was asked in the background has answered: go on with the command, or say how to.
  case placesCame(PlacesAsking, ProvidedPlaces)
  /// Cancel a background job.
  case stop(JobID)
  /// Wait for the end of all background jobs before the next command.
  case wait
  /// Run the commands in a file.
  case source(Untrusted)
  /// Let the user select categories on the screen.
  case pickCategories
  /// Let the user look at a map that fills the screen, perhaps drawn with ASCII only.
  case browseMap(isASCII: Bool)
  case quit
  /// Log in to a service, with a password that the user is asked for; `loggedIn` or `loginFailed` follows.
  case login(LoginRequest)
  /// Use the session that a login has made.
  case adopt(Account)
  /// End the session at a service, and forget the password of a user; `logoutEnded` follows.
  case logout(LogoutRequest)
  /// Fetch locations; `fetched` or `fetchFailed` follows.
  case fetch(LocationsRequest)
  /// List the locations that have come, or say a message if the user has gone on to something else.
  case list(LocationsRequest, otherwise: Message)
  /// Show the rows of the last list for which older locations have come, and go on fetching those that are wanted.
  case extendList(LocationsRequest)
  /// Change a location at a service; `posted` or `postFailed` follows.
  case post(PostRequest)
  /// Take out the changes of locations that are being sent to a service, and say whether they may be stored.
  case withdraw(service: String)
  /// Take a change that waits out of the outbox, and what builds on it.
  case cancelChange(Int64)
  /// Check the link of a place, and open it in the browser if there is one; `visited` or `visitFailed` follows.
  case visit(VisitRequest)
  /// Print the lines of a deed as the result of a command.
  case result(Deed)
  /// Save a setting for the next runs. Settings from scripts are not saved.
  case keepSetting(Setting.Change)
  /// From now on, collect the results for a file with this path.
  case startOutput(Untrusted)
  /// Write the collected results to their file.
  case endOutput
  /// Run a line of the history.
  case run(Untrusted)
  case pause(Pause)
  /// Clear the screen.
  case clear
  /// Send an event to the session, after the effects before this one.
  case send(Event)
  /// Show a notice to the user. With `--json`, it is the result of a command that has no other.
  case notice(Message)
  /// Say what a command has done. With `--json`, that is its result.
  case done(Deed)
  /// Show the user an error that no command returned.
  case report(Failure)
}

extension Effect {
  /// What `--dry-run` says instead of performing it; nil for effects that are performed in a dry run too.
  var plan: Message? {
    switch self {
    case .keepFavorites(let edit, _): "\(edit.title)"
    case .keepContacts(let edit, _): edit.plan
    case .tell(let message): "send \(quoted: message.title) to \(message.deliveries.map(\.recipient).listedNames)"
    case .resend(let number, _): "send message \(own: String(number)) of the outbox again"
    case .giveUp(let number): "send no more of message \(own: String(number)) of the outbox"
    case .clearOutbox(let numbers):
      numbers.map { "remove \(own: Numeral.messages($0.count)) from the outbox" as Message }
        ?? "remove from the outbox what was sent or cancelled"
    case .write(let file):
      "write \(file.content) to \(quoted: file.path)\(own: file.mayReplace ? ", replacing an existing file" : "")"
    // A question without a power is only about the session, so a dry run also asks it.
    case .ask(let question): question.power == nil ? nil : "\(question.text), after asking"
    case .editText(let text): "edit \(text.draft.before.place.name) in an editor"
    case .open(let request): "open \"\(request.source)\" as \(own: request.name)"
    case .build(let request):
      "write the places of \"\(request.source.source)\" to \(quoted: request.path)\(own: request.mayReplace ? ", replacing an existing file" : "")"
    case .matchRows(let matching): "write the rows of \"\(matching.path)\", each with a place"
    case .refresh(let request): "read \"\(request.source.source)\" again"
    case .askPlaces(let asking): asking.plan
    case .wait: "wait for what runs in the background"
    case .quit: "quit"
    case .login(let request):
      request.user.isEmpty
        ? "log in to \(own: request.service.name)" : "log in to \(own: request.service.name) as \(cut: request.user)"
    case .logout(let request): "log out from \(own: request.service.name)"
    case .fetch(let request): "fetch locations from \(own: request.service.name)"
    case .post(let request): "\(request.change.plan) at \(own: request.service.name)"
    case .cancelChange(let number): "cancel the change c\(own: String(number)) of the outbox"
    case .visit(let request): "open \(quoted: request.url)"
    case .keepSetting(let change): "set \(own: change.name) to \(own: change.value ?? "its default")"
    case .startOutput(let path): "write the results to \(quoted: path)"
    case .endOutput: "stop writing the results to a file"
    case .run(let line): "run \(quoted: line)"
    case .pause(let pause): "wait \(own: Numeral.plain(pause.seconds)) s"
    case .clear: "clear the screen"
    case .stop, .withdraw, .adopt, .list, .extendList, .source, .pickCategories, .browseMap, .placesCame: nil
    case .send, .result, .notice, .done, .report: nil
    }
  }

  /// What it does beyond reading and changing the session.
  var power: Power? {
    switch self {
    case .keepFavorites: .favorites
    case .keepContacts, .tell, .resend, .giveUp, .clearOutbox: .send
    case .write, .startOutput, .build: .writeFile
    case .open(let request): request.isRemote ? .network : nil
    case .refresh(let request): request.source.isRemote ? .network : nil
    case .ask(let question): question.power
    case .askPlaces: .network
    case .login(let request): request.service.isRemote ? .network : .account
    case .post(let request): request.service.isRemote ? .network : .account
    case .logout, .cancelChange, .withdraw: .account
    case .fetch(let request): request.service.isRemote ? .network : nil
    case .visit: .network
    default: nil
    }
  }
}

extension PlacesAsking {
  fileprivate var plan: Message {
    let provider = request.provider.rawValue
    return request.area == nil
      ? "ask \(own: provider) where \(quoted: request.term) is" : "ask \(own: provider) for places"
  }
}

extension ContactsEdit {
  fileprivate var plan: Message {
    let removed = changes.filter { $0.after == nil }.compactMap(\.before?.name)
    let saved = changes.compactMap(\.after?.name)
    return removed.isEmpty
      ? "save the contact \(saved.listedNames)" : "remove \(removed.listedNames) from the contacts"
  }
}

extension LocationChange {
  /// What a dry run says about it.
  fileprivate var plan: Message {
    switch self {
    case .create(let draft, _): "post \(cut: draft.place) with \(quoted: draft.url)"
    case .update(let old, let draft): "replace \(cut: old.place) by \(cut: draft.place) with \(quoted: draft.url)"
    case .delete(let location): "delete \(cut: location.place)"
    }
  }
}
