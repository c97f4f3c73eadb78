import GazetteerIndex

/// What the user works with: the open datasets, and what is selected, listed, picked and checked.
///
/// Only `receive(_:)` changes it.
package struct Session: Equatable, Sendable {
  /// Every open dataset, in the order of opening.
  package internal(set) var open: [any PlaceSource] {
    get { openSources.map(\.source) }
    set { openSources = newValue.map { SourceReference($0) } }
  }
  private var openSources: [SourceReference]
  /// The names of the datasets that commands use, in order.
  package internal(set) var inUse: [String]
  /// The selected categories, in ascending order. Some may not be in any dataset in use.
  package internal(set) var selectedCategories: [Untrusted] = []
  /// How the next line is read.
  package internal(set) var mode = Mode.commands
  /// The places of the last numbered list: number n is at index n - 1.
  package internal(set) var filtered: [PlaceID] {
    get { listed.places }
    set { listed = ListedPlaces(newValue) }
  }
  /// The same; not looked up yet if the list was restored.
  var listed = ListedPlaces()
  /// The datasets of `filtered` that were closed after the list was made. A dataset opened later under such a name has
  /// other places.
  package internal(set) var closedSinceListed: Set<String> = []
  /// The last list; nil at the start and after a cancel.
  package internal(set) var listing: Listing?
  /// The place picked since the last list; `list` shows only this one.
  package internal(set) var picked: PlaceID?
  /// The place selected last, which is `.`.
  package internal(set) var current: PlaceID?
  /// The place selected last, if its dataset was closed since.
  package internal(set) var lostCurrent: PlaceID?
  /// What the map shows.
  package internal(set) var map = MapState()
  /// The places with a check mark, of all open datasets.
  package internal(set) var checked = PlaceSet()
  /// The favorites, as they were when the command began.
  package internal(set) var favorites = Favorites()
  /// Who the user is at the services, in the order of logging in.
  package internal(set) var accounts: [Account] = []
  /// The services to which the user would be logged in now, if this were not a dry run.
  package internal(set) var plannedLogins: Set<String> = []
  /// The service to which the user logged in last, of those where they still are.
  package internal(set) var service = ServiceFacts.local.name
  /// The locations of these services that were fetched. Each is a dataset with the name of its service.
  package internal(set) var locations: [LocationDataset] = []
  /// The background jobs that have not ended, in the order of starting.
  package internal(set) var jobs: [JobID] = []
  /// The names of the datasets that are being opened.
  package var openings: [String] { jobs.compactMap(\.opened) }
  /// The names of the providers that are being asked.
  package var asked: [String] { jobs.compactMap(\.provider) }
  package internal(set) var preferences: Preferences
  /// The sources of the datasets that are open or being opened.
  var sources: [String: SessionState.Source] = [:]
  /// The names of the datasets being opened of which more is told.
  var verboseOpenings: Set<String> = []
  /// The saved state that is still being restored.
  var restoration: Restoration?
  /// The answers of providers in this session.
  var answers: [PlacesRequest: ProvidedPlaces] = [:]
  /// What providers are being asked.
  var askings: [PlacesRequest: PlacesAsking] = [:]
  /// The logins that are under way, by service.
  var logins: [String: LoginRequest] = [:]
  /// What can be undone and redone.
  package internal(set) var steps = Steps()
  /// What was shown before.
  var views = Views()
  /// The file that gets the results; nil if they are printed.
  package private(set) var outputPath: Untrusted?

  /// A new session: only the built-in dataset is open, if there is one, and there is no list.
  package init(world: (any PlaceSource)? = nil, preferences: Preferences = Preferences()) {
    self.preferences = preferences
    openSources = world.map { [SourceReference($0)] } ?? []
    inUse = openSources.map(\.source.name)
    steps.settled = state
  }

  /// The datasets in use.
  package var catalog: Catalog { catalog(of: inUse) }

  /// The open datasets among these names, in this order. The favorites are always open, the locations of a service while
  /// the user is logged in.
  package func catalog(of names: [String]) -> Catalog {
    let others = names.filter { $0 != Favorite.dataset }.compactMap(dataset)
    return Catalog(names.compactMap { $0 == Favorite.dataset ? favorites.dataset(beside: others) : dataset($0) })
  }

  private func dataset(_ name: String) -> (any PlaceSource)? {
    open.first { $0.name == name } ?? locations(of: name)
  }

  /// The name of the built-in dataset.
  package static let world = "world"
}

extension Session {
  /// Applies an event, and returns what the shell must do.
  package mutating func receive(_ event: Event) -> [Effect] {
    switch event {
    case .listed(let listing, let places, let limit): show(listing, places, limit)
    case .extended(let places, let limit): extendList(by: places, limit)
    case .picked(let place):
      restCamera()
      (picked, current, lostCurrent) = (place, place, nil)
      map.refit()
    case .mapped(let map): self.map = map
    case .searchCancelled:
      show(nil, [])
      map.viewport = map.restingViewport
      return stopAsking()
    case .wentBack(let view): views.goBack(to: view)
    case .categoriesSelected(let categories): select(categories)
    case .checked(let places): checked.insert(places)
    case .unchecked(let places): checked.remove(places)

    case .categoriesDrafted(let draft): mode = .editingCategories(draft: draft.inOrder)
    case .favoriteDrafted(let draft): mode = .editingFavorite(draft)
    case .draftDiscarded: mode = .commands
    case .draftAbandoned: return abandonDraft()
    case .asked(let question): return ask(question)
    case .answered(let answer): return accept(answer)
    case .textEdited(let text): return accept(text)
    case .textEditFailed(let text, let failure): return reject(text, failure)

    case .openAsked(let request): return startOpening(request)
    case .opened(let opened):
      let dataset = opened.source
      return isAwaited(dataset.name) ? endRestoring(dataset.name, dataset) : use(dataset)
    case .openFailed(let request, let failure): return [.report(failure)] + endRestoring(request.name)
    case .refreshAsked(let request): return startRefreshing(request)
    case .refreshed(let opened): return replace(by: opened.source)
    case .unchanged(let name): return endRefreshing(name, "\(own: name) has not changed")
    case .refreshFailed(let name, let failure): return endRefreshing(name, nil) + [.report(failure)]
    case .closed(let name): return close(name)
    case .used(let names):
      inUse = names
      restoration?.named = []
    case .reused(let name, let names):
      use(name, inUse: openings.contains(name) ? inUse : names)

    case .placesAsked(let asking): return ask(asking)
    case .placesProvided(let answer): return take(answer)
    case .placesRefused(let asking, let failure): return refuse(asking, failure)
    case .sendingEnded(let message): return message.report
    case .sendingFailed(let failure): return [.report(failure)]

    case .favoritesRead(let favorites): return replaceFavorites(by: favorites)
    case .favoritesKept(let edit): return addStep(edit)
    case .restored(let record): return restore(record)
    case .commandEnded(let title): settle(title)
    case .stepTaken(let direction, let step): return move(direction, step)
    case .stepSkipped(let step): return skip(step)

    case .loginAsked(let request): return startLogin(request)
    case .loggedIn(let account, let service, let notices): return start(account, at: service, notices)
    case .loginFailed(let request, let failure, let notices):
      return notices.map { .notice($0) } + endLogin(at: request.service.name, .report(failure))
    case .loginStopped(let service): return stopLogin(at: service)
    case .logoutAsked(let request): return startLogout(request)
    case .logoutEnded(let request, let failure): return endLogout(request, failure)
    case .visitAsked(let request): return startVisit(request)
    case .visited(let request, let isOpened): return endVisit(request, isOpened: isOpened)
    case .visitFailed(let request, let failure): return endVisit(request, failure)
    case .loginPlanned(let service): plan(loginTo: service)
    case .fetchAsked(let request): return startFetching(request)
    case .fetched(let request, let news): return endFetching(request, news)
    case .fetchFailed(let request, let failure, let notices, let news):
      if let news { _ = take(news) }
      return notices.map { .notice($0) } + endFetching(request, failure)
    case .posted(let request, let news): return endPosting(request, news)
    case .postFailed(_, let failure, let notices): return notices.map { .notice($0) } + [.report(failure)]

    case .jobsStopped(let withFiles, let withAccounts):
      return stopJobs(withFiles: withFiles, withAccounts: withAccounts)
    case .changesFound(let waiting, let notices):
      return (notices + waiting.elsewhere(than: accounts)).map { .notice($0) }

    case .preferred(let change): return prefer(change)
    case .preferencesGiven(let preferences): self.preferences = preferences
    case .fileWritten(let file): return [.notice("wrote \(file.content) to \(quoted: file.path)")]
    case .fileFound(let file): return ask(file.question)
    case .outputStarted(let path): return startOutput(path)
    case .outputEnded(let lines): return endOutput(lines)
    }
    return []
  }

  /// Makes this the last list.
  private mutating func show(_ listing: Listing?, _ places: [PlaceID], _ limit: Limit? = nil) {
    if listing?.source.followsSelection != true {
      restCamera()
      map.refit()
    }
    self.listing = listing
    self.listing?.limit = limit
    filtered = places
    closedSinceListed = []
    picked = nil
  }

  /// Remembers where the camera is before a search or a picked place moves it.
  private mutating func restCamera() {
    if picked == nil, listing?.source.followsSelection ?? true { map.restingViewport = map.viewport }
  }

  private mutating func extendList(by places: [PlaceID], _ limit: Limit) {
    if let listing, let asked = listing.limit {
      let (count, isAll) = listing.shown.addingReportingOverflow(limit.count)
      self.listing?.limit = isAll ? .all : .rows(max(asked.count, count))
    }
    listing?.shown += places.count
    filtered += places
    picked = nil
  }

  private mutating func select(_ categories: [Untrusted]) {
    selectedCategories = categories.inOrder
    map = MapState()
    mode = .commands
    show(nil, [])
  }

  private mutating func startOutput(_ path: Untrusted) -> [Effect] {
    outputPath = path
    return [.notice("results are now written to \(quoted: path); to stop: output")]
  }

  private mutating func endOutput(_ lines: Int) -> [Effect] {
    guard let path = outputPath else { return [] }
    outputPath = nil
    return [.notice("wrote \(own: Numeral.lines(lines)) to \(quoted: path)")]
  }
}
