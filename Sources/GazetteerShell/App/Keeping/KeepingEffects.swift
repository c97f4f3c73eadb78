import GazetteerIndex
import GazetteerServices
import GazetteerSession

extension Interpreter {
  /// Takes in what this session or another has kept since. Where that fails the command runs with what is known.
  @discardableResult
  func readFavorites(for origin: Origin = .typed, asJSON: Bool = false) -> Outcome {
    defer { favorites.takeNotices().forEach(warn) }
    do throws(StoreError) {
      let update = try favorites.update(since: session.favorites.revision)
      whyUnread = nil
      guard let update else { return Outcome() }
      let read = session.favorites.updated(by: update)
      _ = receive([.favoritesRead(read)], from: .typed)
      // Nobody waits for this, unless a key comes first.
      if opensInBackground { Worker.run { read.prepareForTyping() } }
      return Outcome()
    } catch {
      // Whatever else is asked for works without them, and need not say so each time.
      guard error != whyUnread else { return Outcome() }
      whyUnread = error
      return complain(
        Failure(error, what: "favorites cannot be read", code: .dataNotLoaded), from: origin, asJSON: asJSON)
    }
  }

  /// Keeps favorites; what follows is said only once they are kept.
  func keep(_ edit: FavoritesEdit, saying message: Message, from origin: Origin, asJSON: Bool) -> Outcome {
    defer { favorites.takeNotices().forEach(warn) }
    keepSession(beforeEdit: true)
    let kept: KeptEdit
    do throws(StoreError) {
      kept = try favorites.keep(edit, by: author)
    } catch {
      return complain(Failure(error), from: origin, asJSON: asJSON)
    }
    // That it is kept in memory alone, say, comes first.
    favorites.takeNotices().forEach(warn)
    readFavorites()
    tell(favorites.endsWithSession ? "for this session: \(message)" : message)
    favorites.backUpWhereDue()
    return receive([.favoritesKept(kept)], from: origin, asJSON: asJSON)
  }

  /// Asks the user, or takes the consent of the command line for it. What follows on the line waits.
  func ask(_ question: Question, from origin: Origin, asJSON: Bool) -> Outcome {
    let (answer, wasInterrupted) = answer(to: question, from: origin)
    var outcome = receive([.answered(answer)], from: origin, asJSON: asJSON)
    if wasInterrupted { outcome.add(Outcome(code: .interrupted)) }
    return outcome
  }

  /// Lets the user edit a text in an editor, and takes in what became of it.
  func edit(_ text: EditedFavorite, from origin: Origin, asJSON: Bool) -> Outcome {
    guard let editText, origin == .typed else { return complain(.editorNeedsPrompt, from: origin, asJSON: asJSON) }
    var text = text
    do throws(Failure) {
      text.bytes = try editText(text.bytes)
      readFavorites()
      return receive([.textEdited(text)], from: origin, asJSON: asJSON)
    } catch {
      return receive([.textEditFailed(text, error)], from: origin, asJSON: asJSON)
    }
  }

  private func answer(to question: Question, from origin: Origin) -> (answer: Answer, wasInterrupted: Bool) {
    guard let power = question.power else {
      guard let asker, origin == .typed else { return (.yes, false) }
      return asker.answer(to: question)
    }
    if let asker, !settings.takesNoInput {
      let answer = asker.answer(to: question)
      if answer.answer != .nobody { return answer }
    }
    let isAllowed = question.option == nil && origin.consents(allowed: settings.allowed).contains(power)
    return (isAllowed ? .yes : .nobody, false)
  }
}

extension FavoritesStore {
  /// The edits that a command wants to know.
  func edits(_ wanted: EditsWanted) throws(StoreError) -> [KeptEdit] {
    switch wanted {
    case .all: try edits()
    case .of(let id): try edits(of: id)
    case .from(let number): try edits(after: number - 1)
    }
  }
}

extension Failure {
  fileprivate static let editorNeedsPrompt = Failure(
    "an editor is opened at the prompt alone", try: "edit-favorite N with options")

  /// What the store could not do, and why.
  init(_ error: StoreError, what: Message = "nothing is kept", code: ExitCode = .failed) {
    guard error != .cancelled else {
      self = .interrupted
      return
    }
    let (why, remedy): (Message, Message?) =
      switch error {
      case .changedMeanwhile: ("another session changed the same favorites first", "a look at them, then this again")
      case .damaged: ("the file of favorites is damaged", nil)
      case .foreign(let name):
        ("\(quoted: name) in the file of favorites was not made by gaz", "to move that file away, or to drop this from it")
      case .newerVersion(let version):
        ("a newer gaz has changed the form of the file (to \(version))", "that version of gaz")
      case .busy: ("another session has been writing for seconds", "this again")
      case .full: ("there is no room on the disk", "this again once there is")
      case .cancelled: ("interrupted", nil)
      case .readOnly: ("the file of favorites, or its folder, does not allow it", "its permissions")
      case .failed(let reason): ("\(own: reason)", nil)
      }
    self.init(what, why: why, try: remedy, code: code)
  }
}
