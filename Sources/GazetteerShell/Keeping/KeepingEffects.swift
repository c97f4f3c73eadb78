import GazetteerIndex
import GazetteerServices
import GazetteerSession

extension Interpreter {
  /// Takes in what this session or another has kept since.
  func readFavorites() {
    do throws(StoreError) {
      guard let update = try favorites.update(since: session.favorites.revision) else { return }
      let read = session.favorites.updated(by: update)
      _ = receive([.favoritesRead(read)], from: .typed)
      // Nobody waits for this, unless a key comes first.
      if opensInBackground { Worker.run { read.prepareForTyping() } }
    } catch {
      _ = complain(Failure(error), from: .typed)
    }
  }

  /// Keeps favorites; what follows is said only once they are kept.
  func keep(_ edit: FavoritesEdit, saying message: Message, from origin: Origin, asJSON: Bool) -> Outcome {
    do throws(StoreError) {
      _ = try favorites.keep(edit, by: author)
    } catch {
      return complain(Failure(error), from: origin, asJSON: asJSON)
    }
    readFavorites()
    tell(message)
    return Outcome()
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
    return (origin.consents(allowed: settings.allowed).contains(power) ? .yes : .nobody, false)
  }
}

extension Failure {
  fileprivate static let editorNeedsPrompt = Failure(
    "an editor is opened at the prompt alone", try: "edit-favorite N with options")

  init(_ error: StoreError) {
    switch error {
    case .changedMeanwhile:
      self.init("nothing is kept", why: "another session changed this favorite first", try: "show it, then this again")
    }
  }
}
