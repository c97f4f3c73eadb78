import GazetteerIndex
import GazetteerServices
import GazetteerSession

extension Interpreter {
  /// Takes in what this session or another has kept since.
  func readFavorites() {
    defer { favorites.takeNotices().forEach(tell) }
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
    defer { favorites.takeNotices().forEach(tell) }
    do throws(StoreError) {
      _ = try favorites.keep(edit, by: author)
    } catch {
      return complain(Failure(error), from: origin, asJSON: asJSON)
    }
    readFavorites()
    tell(message)
    favorites.backUpWhereDue()
    return Outcome()
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

extension Failure {
  init(_ error: StoreError) {
    let (why, remedy): (Message, Message?) =
      switch error {
      case .changedMeanwhile: ("another session changed this favorite first", "show it, then this again")
      case .damaged: ("the file of favorites is damaged", nil)
      case .newerVersion(let version):
        ("a newer gaz has changed the form of the file (to \(version))", "that version of gaz")
      case .busy: ("another session has been writing for seconds", "this again")
      case .full: ("there is no room on the disk", "this again once there is")
      case .readOnly: ("the file of favorites cannot be written", "its permissions, and those of its folder")
      case .failed(let reason): ("\(own: reason)", nil)
      }
    self.init("nothing is kept", why: why, try: remedy)
  }
}
