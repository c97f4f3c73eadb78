import GazetteerIndex

extension Session {
  mutating func startOpening(_ request: OpenRequest) -> [Effect] {
    jobs.append(.opening(request.name))
    sources[request.name] = SessionState.Source(request)
    if request.isVerbose { verboseOpenings.insert(request.name) }
    return [.open(request)]
  }

  /// Adds an opened dataset to those in use; the built-in one is then no longer used. Drops the dataset if its opening
  /// was cancelled.
  mutating func use(_ dataset: any PlaceSource) -> [Effect] {
    guard openings.contains(dataset.name) else { return [] }
    jobs.removeAll { $0 == .opening(dataset.name) }
    open.append(dataset)
    let stepsBack = inUse.contains(Session.world)
    use(dataset.name, inUse: inUse.filter { $0 != Session.world } + [dataset.name])
    let isVerbose = verboseOpenings.remove(dataset.name) != nil || preferences.isVerbose
    let details = isVerbose ? dataset.about.details : []
    var notice = Message.opened(dataset, worldStepsBack: stepsBack)
    if let remedy = remedy(forLostPositionsOf: dataset) { notice = "\(notice); \(remedy)" }
    return [.notice(notice)] + details.map { .notice($0) }
  }

  /// Uses the named datasets now, and one of them also after a restoration.
  mutating func use(_ name: String, inUse names: [String]) {
    useRestored(name, inUse: names)
    inUse = names
    if names.contains(name) { leaveList(for: name) }
  }

  /// What to try if no record of a file with columns has a position, or if most have their latitude as longitude; nil if
  /// that is not so, or if the user has tried it.
  private func remedy(forLostPositionsOf dataset: any PlaceSource) -> Message? {
    let about = dataset.about
    let count = dataset.size.count
    func header(_ field: String) -> Untrusted? { about.headers.first { $0.field == field }?.name }
    let (latitude, longitude) = (header("latitude"), header("longitude"))
    let areSwapped =
      latitude != nil && longitude != nil && about.swapped * 2 > count - about.withoutPosition + about.swapped
    guard about.withoutPosition > 0, areSwapped || about.withoutPosition == count, let source = sources[dataset.name],
      !source.reading.placesRecords, !source.source.isAddress, ["csv", "tsv", "json", "jsonl"].contains(about.format)
    else { return nil }
    let command: Message = """
      close \(own: dataset.name), then \(source.request().command(for: source.source))\(source.reading.options)
      """
    if areSwapped, let latitude, let longitude {
      return """
        latitudes and longitudes look swapped; try: \(command) --lat \(asWord: longitude) --lon \(asWord: latitude)
        """
    }
    return """
      if columns have positions: \(command) --lat COLUMN --lon COLUMN (or --geometry COLUMN), also --crs EPSG:CODE if \
      they are metres of a map projection
      """
  }

  /// After a dataset was opened, a list without it is not the current one any more. Its numbers stay.
  mutating func leaveList(for name: String) {
    guard let listing, !listing.datasets.contains(name) else { return }
    self.listing = nil
    picked = nil
    if map.isOfList { map.refit() }
  }

  mutating func startRefreshing(_ request: RefreshRequest) -> [Effect] {
    jobs.append(.refreshing(request.name))
    return [.refresh(request)]
  }

  /// Puts a newer version of an open dataset in its place. Drops it if the refresh was cancelled.
  mutating func replace(by dataset: any PlaceSource) -> [Effect] {
    let name = dataset.name
    guard jobs.contains(.refreshing(name)), let index = open.firstIndex(where: { $0.name == name }) else { return [] }
    let before = open[index].size
    open[index] = dataset
    nameByFavorites(placesOf: name) { [favorites] in dataset.place($0.id) == nil && favorites[$0] != nil }
    var effects = endRefreshing(name, .refreshed(dataset, before: before))
    if let id = picked, id.dataset == name, found(id) == nil { picked = nil }
    let session = self
    let lost = checked.removeAll { $0.dataset == name && session.found($0) == nil }
    if lost > 0 {
      let places = "\(Numeral.places(lost)) with a check mark \(lost == 1 ? "does" : "do") not exist any more"
      effects.append(.notice(Message(own: places)))
    }
    return effects
  }

  mutating func endRefreshing(_ name: String, _ notice: Message?) -> [Effect] {
    guard jobs.contains(.refreshing(name)) else { return [] }
    jobs.removeAll { $0 == .refreshing(name) }
    return notice.map { [.notice($0)] } ?? []
  }

  mutating func close(_ name: String) -> [Effect] {
    if openings.contains(name) {
      return stopOpening(name)
    }
    if asked.contains(name) { return stopAsking(name) }
    return drop(name) { session in
      session.open.removeAll { $0.name == name }
      session.sources[name] = nil
      session.forgetAnswersOfClosedProviders()
    }
  }

  /// Removes a dataset, and all references to it.
  mutating func drop(_ name: String, _ remove: (inout Session) -> Void) -> [Effect] {
    nameByFavorites(placesOf: name)
    let refreshing: [Effect] = jobs.contains(.refreshing(name)) ? [.stop(.refreshing(name))] : []
    jobs.removeAll { $0 == .refreshing(name) }
    remove(&self)
    inUse.removeAll { $0 == name }
    var effects = refreshing + loseHandles(to: name)
    if inUse.isEmpty, let last = open.last(where: { !isPool($0.name) }) ?? open.last {
      inUse = [last.name]
      effects.append(.notice("now using \(own: last.name)"))
    }
    return effects
  }

  /// Drops all references to places of dataset `name`. Otherwise they could later refer to another dataset with this
  /// name.
  private mutating func loseHandles(to name: String) -> [Effect] {
    if listing?.datasets.contains(name) == true { listing = nil }
    loseNumbers(of: name)
    if picked?.dataset == name { picked = nil }
    if current?.dataset == name { (current, lostCurrent) = (nil, current) }
    let lost = checked.removeAll { $0.dataset == name }
    guard lost > 0 else { return [] }
    return [.notice("\(own: Numeral.places(lost)) of \(own: name) \(own: lost == 1 ? "is" : "are") no longer checked")]
  }

  /// The same for the numbers of the list, and for the lists before it.
  mutating func loseNumbers(of name: String) {
    views.drop(name)
    if filtered.contains(where: { $0.dataset == name }) { closedSinceListed.insert(name) }
  }

  /// Before a dataset is closed, or when it was read again, replaces the identities of its favorite places with those
  /// among the favorites.
  ///
  /// - Parameter isGone: which of its places are not there any more.
  private mutating func nameByFavorites(placesOf dataset: String, where isGone: (PlaceID) -> Bool = { _ in true }) {
    guard favorites.all.contains(where: { $0.place.id.dataset == dataset }) else { return }
    let session = self
    let name = { (id: PlaceID) in id.dataset == dataset && isGone(id) ? session.favorite(id)?.handle ?? id : id }
    filtered = filtered.map(name)
    checked.rename(name)
    picked = picked.map(name)
    current = current.map(name)
  }
}

extension Message {
  /// The notice that a dataset was opened.
  fileprivate static func opened(_ dataset: any PlaceSource, worldStepsBack: Bool) -> Message {
    let source = dataset.about.source ?? Untrusted(dataset.name)
    let comma = dataset.about.withoutPosition > 0 ? "," : ""
    let message = ("opened \(own: dataset.sizeText)\(own: comma) from \(source)" as Message).with(dataset.about)
    guard worldStepsBack else { return message }
    return "\(message); world is no longer in use (to use both: use world \(own: dataset.name))"
  }

  /// The notice that a newer version was read.
  fileprivate static func refreshed(_ dataset: any PlaceSource, before: Total) -> Message {
    let change = before == dataset.size ? "" : " (before: \(Numeral.grouped(before)))"
    let message: Message = "\(own: dataset.name) now has \(own: dataset.sizeText)\(own: change)"
    return message.with(dataset.about)
  }

  /// This notice, and what happened when the dataset was read.
  ///
  /// - Parameter details: the command that tells more.
  func with(_ about: DatasetAbout, details: Message = "datasets -v") -> Message {
    var message = self
    if about.seconds > 0 { message = "\(message) in \(own: Numeral.elapsed(about.seconds))" }
    if let copy = about.localCopy { message = "\(message); \(copy.sentence)" }
    if about.skipped > 0 { message = "\(message); left out \(own: Numeral.rows(about.skipped))" }
    if about.unplaced > 0 { message = "\(message); \(own: about.unplacedText)" }
    if about.warnings > 0 {
      message =
        "\(message); \(own: Numeral.grouped(about.warnings)) \(own: about.warnings == 1 ? "warning" : "warnings")"
    }
    if about.skipped + about.unplaced + about.warnings > 0 { message = "\(message) (details: \(details))" }
    return message
  }
}

extension LocalCopy {
  /// `gaz is offline, so this is a copy of 5 minutes ago`.
  var sentence: Message { "\(reason.clause), so this is a copy of \(own: Numeral.age(seconds: age)) ago" }
}
