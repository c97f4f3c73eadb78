import GazetteerIndex
import GazetteerServices
import GazetteerSession

extension Interpreter {
  /// Takes in what this session or another has kept since.
  func readFavorites() {
    do throws(StoreError) {
      guard let update = try favorites.update(since: session.favorites.revision) else { return }
      _ = receive([.favoritesRead(session.favorites.updated(by: update))], from: .typed)
    } catch {
      _ = complain(Failure(error), from: .typed)
    }
  }

  /// Keeps favorites; what follows is said only once they are kept.
  func keep(_ edit: FavoritesEdit, saying message: Message, from origin: Origin, asJSON: Bool) -> Outcome {
    keepSession(beforeEdit: true)
    let kept: KeptEdit
    do throws(StoreError) {
      kept = try favorites.keep(edit, by: author)
    } catch {
      return complain(Failure(error), from: origin, asJSON: asJSON)
    }
    readFavorites()
    tell(message)
    return receive([.favoritesKept(kept)], from: origin, asJSON: asJSON)
  }

  /// Asks the user, or takes the consent of the command line for it.
  func ask(_ question: Question, from origin: Origin, asJSON: Bool) -> Outcome {
    guard settings.allowed.contains(question.power) || origin == .replay else {
      let power = question.power.rawValue
      return complain(
        Failure("nobody can be asked whether to \(question.text)", try: "gaz --allow=\(own: power)"), from: origin,
        asJSON: asJSON)
    }
    return receive(question.events, from: origin, asJSON: asJSON)
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
  init(_ error: StoreError) {
    switch error {
    case .changedMeanwhile:
      self.init("nothing is kept", why: "another session changed this favorite first", try: "show it, then this again")
    }
  }
}
