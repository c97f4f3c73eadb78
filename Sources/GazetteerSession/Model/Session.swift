import GazetteerIndex

/// What a person has in front of them: the open datasets, what is selected, listed and picked.
///
/// Only `receive(_:)` changes it.
package struct Session: Equatable, Sendable {
  /// Every open dataset, in the order of opening.
  package internal(set) var open: [Dataset]
  /// The names of the datasets that commands look at, in order.
  package internal(set) var inUse: [String]
  /// What is shown without a search, in ascending order; perhaps some that no dataset in use has.
  package internal(set) var selectedCategories: [Untrusted] = []
  /// What lines are taken for.
  package private(set) var mode = Mode.commands
  /// The places of the last numbered list: number n is at index n - 1.
  package internal(set) var filtered: [PlaceID] {
    get { listed.places }
    set { listed = ListedPlaces(newValue) }
  }
  /// The same, perhaps not asked for yet.
  var listed = ListedPlaces()
  /// The datasets of `filtered` that were closed since: another dataset of such a name has other places.
  package internal(set) var closedSinceListed: Set<String> = []
  /// The last list; nil at the start and after a cancel.
  package internal(set) var listing: Listing?
  /// The place picked since the last list, which is then the only one shown.
  package internal(set) var picked: PlaceID?
  /// The place selected last, called `.`.
  package internal(set) var current: PlaceID?
  /// The place selected last, after its dataset was closed.
  package internal(set) var lostCurrent: PlaceID?
  /// The places ticked by the user, in whatever open dataset they are.
  package internal(set) var checked = PlaceSet()
  /// What the user keeps, as it was when the command began.
  package internal(set) var favorites = Favorites()
  /// The background jobs that have not ended, in the order of starting.
  package internal(set) var jobs: [JobID] = []
  /// The names of the datasets that are being opened.
  package var openings: [String] { jobs.compactMap(\.dataset) }
  package private(set) var preferences: Preferences
  /// Where the datasets come from that are open or being opened.
  var sources: [String: SessionState.Source] = [:]
  /// What is still on its way back.
  var restoration: Restoration?
  /// What can be taken back.
  package internal(set) var steps = Steps()
  /// The file that takes the results; nil where they are printed.
  package private(set) var outputPath: Untrusted?

  /// A session at its start: the built-in dataset, if there is one, and nothing shown.
  package init(world: Dataset? = nil, preferences: Preferences = Preferences()) {
    self.preferences = preferences
    open = world.map { [$0] } ?? []
    inUse = open.map(\.name)
    steps.settled = state
  }

  /// The datasets in use.
  package var catalog: Catalog { catalog(of: inUse) }

  /// The open ones of the datasets of these names, in this order; the favorites are always open.
  package func catalog(of names: [String]) -> Catalog {
    Catalog(
      names.compactMap { name in
        name == Favorite.dataset ? favorites.dataset : open.first { $0.name == name }
      })
  }
}

extension Session {
  /// Folds `event` into the session and says what to do about it.
  package mutating func receive(_ event: Event) -> [Effect] {
    switch event {
    case .listed(let listing, let places):
      self.listing = listing
      filtered = places
      closedSinceListed = []
      picked = nil
    case .extended(let places):
      listing?.shown += places.count
      filtered += places
      picked = nil
    case .picked(let place):
      picked = place
      current = place
      lostCurrent = nil
    case .searchCancelled:
      listing = nil
      filtered = []
      closedSinceListed = []
      picked = nil
    case .categoriesSelected(let categories):
      selectedCategories = categories.inOrder
      mode = .commands
      return receive(.searchCancelled)
    case .categoryPickAsked:
      return [.pickCategories]
    case .categoriesDrafted(let draft):
      mode = .editingCategories(draft: draft.inOrder)
    case .draftDiscarded:
      mode = .commands
    case .draftAbandoned:
      defer { mode = .commands }
      return mode.farewell.map { [.notice($0)] } ?? []
    case .favoriteDrafted(let draft):
      mode = .editingFavorite(draft)
    case .leaveAsked(let quits):
      return leave(quits: quits)
    case .textEditAsked(let text):
      return [.editText(text)]
    case .textEdited(let text):
      return take(text)
    case .textEditFailed(let text, let failure):
      return [.report(failure)] + (text.isEdited ? receive(.asked(text.editAgain())) : [])
    case .checked(let places):
      checked.insert(places)
    case .unchecked(let places):
      let unwanted = Set(places)
      checked.removeAll { unwanted.contains($0) }
    case .favoritesEditAsked(let edit, let message):
      return [.keepFavorites(edit, saying: message)]
    case .favoritesRead(let favorites):
      return keep(favorites)
    case .favoritesKept(let kept):
      return keep(kept)
    case .writeAsked(let file):
      return [.write(file)]
    case .fileWritten(let file):
      return [.notice("wrote \(file.content) to \(quoted: file.path)")]
    case .fileFound(let file):
      return receive(.asked(file.question))
    case .asked(let question):
      mode = .answering(question, in: mode)
      return [.ask(question)]
    case .importAsked(let request):
      return [.readImport(request)]
    case .answered(let answer):
      return take(answer)
    case .openAsked(let request):
      jobs.append(.opening(request.name))
      sources[request.name] = SessionState.Source(request)
      return [.open(request)]
    case .opened(let dataset):
      return isAwaited(dataset.name) ? arrived(dataset.name, dataset) : admit(dataset)
    case .openFailed(let request, let failure):
      return [.report(failure)] + arrived(request.name)
    case .closed(let name):
      return close(name)
    case .used(let names):
      inUse = names
    case .restored(let record):
      steps = record.steps
      return restore(record.state, inBackground: true)
    case .commandEnded(let title):
      steps.settle(state, title)
    case .stepAsked(let direction, let step):
      return take(direction, step)
    case .stepSkipped(let step):
      return skip(step)
    case .waitAsked:
      return jobs.isEmpty ? [] : [.wait]
    case .sourceAsked(let path):
      return [.source(path)]
    case .quitAsked:
      return [.quit]
    case .preferred(let change):
      return prefer(change)
    case .preferencesGiven(let preferences):
      self.preferences = preferences
    case .outputAsked(let path):
      return [.startOutput(path)]
    case .outputStarted(let path):
      outputPath = path
      return [.notice("results go to \(quoted: path) from now on; output alone ends that")]
    case .outputEndAsked:
      return [.endOutput]
    case .outputEnded(let lines):
      guard let path = outputPath else { return [] }
      outputPath = nil
      return [.notice("wrote \(own: Numeral.lines(lines)) to \(quoted: path)")]
    case .rerunAsked(let line):
      return [.run(line)]
    case .pauseAsked(let pause):
      return [.pause(pause)]
    case .clearAsked:
      return [.clear]
    }
    return []
  }

  /// What a question was asked for happens, or is said not to.
  private mutating func take(_ answer: Answer) -> [Effect] {
    guard case .answering(let question, let before) = mode else { return [] }
    mode = before
    switch answer {
    case .yes: return question.events.flatMap { receive($0) }
    case .no: return [.notice(question.refusal)]
    case .nobody: return [.report(question.unanswered)]
    }
  }

  /// Leaves a nested prompt, where nothing is lost by that.
  private mutating func leave(quits: Bool) -> [Effect] {
    let end: [Event] = [.draftAbandoned] + (quits ? [.quitAsked] : [])
    if let draft = favoriteDraft, draft.hasChanges { return receive(.asked(draft.leaving(by: end))) }
    return end.flatMap { receive($0) }
  }

  /// What was written in an editor is kept if the user wants it so, and never lost by a mistake in it.
  private mutating func take(_ text: EditedFavorite) -> [Effect] {
    do throws(EditedFavorite.Mistake) {
      let draft = try text.draft { word throws(Failure) in try station(written: word) }
      guard draft.hasChanges else { return [.notice("nothing changed")] }
      return receive(.asked(draft.rebased(on: favorites[draft.before.id]).keeping(at: text.time)))
    } catch {
      return receive(.asked(text.editAgain(after: error)))
    }
  }

  /// A change that cannot be made changes nothing: commands check before they ask.
  private mutating func prefer(_ change: Setting.Change) -> [Effect] {
    do throws(Failure) {
      try preferences.apply(change)
      return [.keep(change)]
    } catch {
      return [.report(error)]
    }
  }

  /// Puts a dataset in use; the built-in one steps back for it. One that nobody waits for any more is dropped.
  private mutating func admit(_ dataset: Dataset) -> [Effect] {
    guard openings.contains(dataset.name) else { return [] }
    jobs.removeAll { $0 == .opening(dataset.name) }
    open.append(dataset)
    let stepsBack = inUse.contains(Session.world)
    inUse.removeAll { $0 == Session.world }
    inUse.append(dataset.name)
    return [.notice(.opened(dataset, worldStepsBack: stepsBack))]
  }

  private mutating func close(_ name: String) -> [Effect] {
    if openings.contains(name) {
      return [.stop(.opening(name)), .notice("gave up opening \(own: name)")] + arrived(name)
    }
    callByFavorites(placesOf: name)
    open.removeAll { $0.name == name }
    sources[name] = nil
    inUse.removeAll { $0 == name }
    var effects = loseHandles(to: name)
    if inUse.isEmpty, let last = open.last {
      inUse = [last.name]
      effects.append(.notice("\(own: last.name) is in use now"))
    }
    return effects
  }

  /// Lets nothing that is called by a dataset's name mean the places of a later one of the same name.
  private mutating func loseHandles(to name: String) -> [Effect] {
    if listing?.datasets.contains(name) == true { listing = nil }
    if filtered.contains(where: { $0.dataset == name }) { closedSinceListed.insert(name) }
    if picked?.dataset == name { picked = nil }
    if current?.dataset == name { (current, lostCurrent) = (nil, current) }
    let lost = checked.removeAll { $0.dataset == name }
    guard lost > 0 else { return [] }
    return [.notice("\(own: Numeral.places(lost)) of \(own: name) \(own: lost == 1 ? "is" : "are") no longer checked")]
  }

  /// Lets places that are favorites be called so before their dataset goes.
  private mutating func callByFavorites(placesOf dataset: String) {
    guard favorites.all.contains(where: { $0.place.id.dataset == dataset }) else { return }
    let session = self
    let name = { (id: PlaceID) in id.dataset == dataset ? session.favorite(id)?.handle ?? id : id }
    filtered = filtered.map(name)
    checked.rename(name)
    picked = picked.map(name)
    current = current.map(name)
  }

  /// Takes the favorites over. Places that are none any more are called as in their source, where that is open.
  private mutating func keep(_ favorites: Favorites) -> [Effect] {
    let session = self
    let isGone = { (id: PlaceID) in id.dataset == Favorite.dataset && favorites[id] == nil }
    let name = { (id: PlaceID) in isGone(id) ? session.otherName(of: id) ?? id : id }
    checked.rename(name)
    picked = picked.map(name).flatMap { isGone($0) ? nil : $0 }
    if let id = current.map(name) { (current, lostCurrent) = isGone(id) ? (nil, id) : (id, lostCurrent) }
    self.favorites = favorites
    if let draft = favoriteDraft, draft.isKept(in: favorites) { mode = .commands }
    let lost = checked.removeAll(where: isGone)
    guard lost > 0 else { return [] }
    return [
      .notice(
        "\(own: Numeral.places(lost)) \(own: lost == 1 ? "is" : "are") no longer checked: removed from the favorites")
    ]
  }

  /// The name of the built-in dataset.
  package static let world = "world"
}

extension Message {
  /// Says that a dataset was opened, and what follows from it.
  fileprivate static func opened(_ dataset: Dataset, worldStepsBack: Bool) -> Message {
    let about = dataset.about
    let source = about.source ?? Untrusted(dataset.name)
    var message: Message = "opened \(own: Numeral.places(dataset.count)) from \(source)"
    if about.seconds > 0 { message = "\(message) in \(own: Numeral.elapsed(about.seconds))" }
    if about.skipped > 0 { message = "\(message), left \(own: Numeral.rows(about.skipped)) out" }
    if about.unplaced > 0 { message = "\(message); \(own: about.unplacedText)" }
    if about.warnings > 0 {
      message =
        "\(message); \(own: Numeral.grouped(about.warnings)) \(own: about.warnings == 1 ? "warning" : "warnings")"
    }
    if about.skipped + about.unplaced + about.warnings > 0 { message = "\(message) (datasets -v says which)" }
    if worldStepsBack { message = "\(message); world steps back (use world \(own: dataset.name): both)" }
    return message
  }
}
