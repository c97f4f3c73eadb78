import GazetteerIndex
import GazetteerServices
import GazetteerSession

/// Favorites and the session's own file.
extension Interpreter {
  /// Whether the answer of a statement may have favorites in it, or at a prompt the preview after it.
  func mayShowFavorites(_ statement: Statement) -> Bool { purpose != .batch || session.isAboutPlaces(statement) }

  /// Reads the changes of the favorites by this and other sessions; returns the error if that failed.
  func readFavorites(patience: FavoritesStore.Patience, _ cancellation: Cancellation) -> StoreError? {
    let known = session.favorites
    let end = use("reading favorites", cancellation) { store, cancellation throws(StoreError) in
      try store.update(since: known.revision, patience: patience, cancellation: cancellation)
        .map { known.updated(by: $0) }
    }
    guard !end.wasInterrupted, let result = end.result else { return .cancelled }
    switch result {
    case .failure(let error): return error
    case .success(nil): break
    case .success(let favorites?):
      _ = receive([.favoritesRead(favorites)], for: .typed)
      // In the background: nobody waits for this, unless a key is pressed before it is done.
      if opensInBackground { Worker.run { favorites.prepareForTyping() } }
    }
    keeper.lastReadError = nil
    return nil
  }

  /// Runs work of the store as a job, and prints the store's notices. There is no result if the user interrupted the
  /// job and it has not ended. Then the store may still be busy.
  private func use<Value: Sendable>(
    _ title: Message, _ cancellation: Cancellation,
    _ work: @escaping @Sendable (FavoritesStore, Cancellation) throws(StoreError) -> Value
  ) -> (result: Result<Value, StoreError>?, wasInterrupted: Bool) {
    let store = keeper.favorites
    let job = Job(title, cancellation: cancellation) { cancellation in
      let result = Result { () throws(StoreError) in try work(store, cancellation) }
      return (result, store.takeNotices())
    }
    let end = wait.end(of: job)
    for notice in end.result?.1 ?? [] { warn(notice) }
    return (end.result?.0, end.wasInterrupted)
  }

  /// The note for a command that uses older favorites because they could not be read. Each problem is reported once.
  func remark(on problem: StoreError?, for cause: Cause) -> Outcome {
    guard let problem, problem != keeper.lastReadError else { return Outcome() }
    keeper.lastReadError = problem
    return problem == .busy ? notice(.usesOldFavorites) : error(.unreadFavorites(problem), for: cause)
  }

  /// Saves an edit of the favorites, then prints the message.
  func save(_ edit: FavoritesEdit, saying message: Message, for cause: Cause) -> Outcome {
    if let warning = saveSession(beforeEdit: true) { tell(warning) }
    let author = keeper.author
    let end = use("saving favorites", Cancellation()) { store, cancellation throws(StoreError) in
      let kept = try store.keep(edit, by: author, cancellation: cancellation)
      store.backUpWhereDue(cancellation: cancellation)
      return (kept, endsWithSession: store.endsWithSession)
    }
    switch end.result {
    case nil: return error(.unknownWhetherSaved, for: cause)
    case .failure(let error)?: return self.error(Failure(error), for: cause)
    case .success(let (kept, endsWithSession))?:
      _ = readFavorites(patience: .full, Cancellation())
      let line: Message = endsWithSession ? "for this session only: \(message)" : message
      _ = say(done(line, session.deed(line, by: edit), for: cause))
      var outcome = receive([.favoritesKept(kept)], for: cause)
      if end.wasInterrupted { outcome.add(Outcome(code: .interrupted)) }
      return outcome
    }
  }

  /// The edits that a command needs to know.
  func edits(_ wanted: EditsWanted, _ cancellation: Cancellation) throws(Failure) -> [KeptEdit] {
    let end = use("reading favorites", cancellation) { store, cancellation throws(StoreError) in
      switch wanted {
      case .all: try store.edits(cancellation: cancellation)
      case .of(let id): try store.edits(of: id, cancellation: cancellation)
      case .from(let number): try store.edits(after: number - 1, cancellation: cancellation)
      }
    }
    switch end.result {
    case .success(let edits)? where !end.wasInterrupted: return edits
    case .failure(let error)?:
      throw Failure(error, what: "the history of favorites cannot be read", code: .dataNotLoaded)
    default: throw .interrupted
    }
  }

  /// Restores the session saved by the previous prompt; returns a one-line summary.
  func restoreSession() -> Message? {
    guard keeper.savesSession else { return nil }
    defer { keeper.assumeSaved(record) }
    guard !flags.startsFresh else { return nil }
    let saved = keeper.loadSession()
    if let warning = saved.warning { tell(warning) }
    guard let record = saved.record else { return nil }
    let start = session.state
    if record.isKeeping || record.state.namesFavorites { _ = readFavorites(patience: .full, Cancellation()) }
    _ = receive([.restored(record)], for: .typed)
    if record.isKeeping { adoptEdits(by: record.author, after: record.steps.lastEdit) }
    return session.state.summary(besides: start).map { "restored: \($0); gaz --fresh starts empty" }
  }

  /// Adds the edits of a prompt that was killed after it saved them and before it saved its session.
  private func adoptEdits(by author: String, after number: Int64) {
    do throws(Failure) {
      let edits = try edits(.from(number + 1), Cancellation()).filter { $0.author == author }
      _ = receive(edits.map { .favoritesKept($0) } + [.commandEnded(Untrusted("favorite"))], for: .typed)
    } catch {
      _ = complain(error, for: .typed)
    }
  }

  /// Saves the session for the next prompt if it changed since the last save; returns a warning if that fails.
  ///
  /// - Parameter beforeEdit: whether an edit of favorites is about to be saved. The next prompt then looks for it, even
  ///   if this one is killed before it can save the session again.
  func saveSession(beforeEdit: Bool = false) -> Message? {
    guard keeper.savesSession else { return nil }
    var record = record
    record.isKeeping = beforeEdit
    return keeper.save(record, source: environment.pathFromAnywhere)
  }

  private var record: SessionRecord { SessionRecord(session.state, steps: session.steps, author: keeper.author) }
}

extension Message {
  fileprivate static var usesOldFavorites: Message {
    "another program has locked the favorites; using those read last"
  }
}

extension Failure {
  /// Ctrl-C while the store did not answer.
  fileprivate static let unknownWhetherSaved = Failure(
    "interrupted", why: "the edit may have been saved", try: "favorites", code: .interrupted)

  static func unreadFavorites(_ error: StoreError) -> Failure {
    Failure(error, what: "favorites cannot be read", code: .dataNotLoaded)
  }
}
