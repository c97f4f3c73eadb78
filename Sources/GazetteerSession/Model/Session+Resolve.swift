import GazetteerIndex

extension Session {
  /// The places that `reference` names, each once, in the order of the reference.
  ///
  /// A range is clipped to the list; a single number must be in it.
  package func places(_ reference: PlaceReference) throws(Failure) -> [Place] {
    switch reference {
    case .numbers(let ranges):
      var places: [Place] = []
      for id in try listed(ranges) { places.append(try place(id)) }
      return places
    case .current:
      guard let current else {
        if let lostCurrent {
          throw lostCurrent.dataset == Favorite.dataset
            ? .noFavorite(lostCurrent) : .closed(lostCurrent, asks: "select 1")
        }
        throw Failure("\".\" means the selected place", why: "no place is selected", try: "select 1")
      }
      return [try place(current)]
    case .identity(let dataset, let id):
      return [try place(identity(of: id, in: dataset))]
    case .point(let point):
      let position = Untrusted(point.word)
      throw Failure("\(quoted: position) is a point, not a place", try: "near \(position)", code: .usage)
    }
  }

  /// The one place that `reference` names.
  package func place(_ reference: PlaceReference) throws(Failure) -> Place {
    let places = try places(reference)
    guard places.count == 1, let place = places.first else {
      throw Failure(
        "\(places.count) places are given", why: "this command takes only one", try: "the number of one place",
        code: .usage)
    }
    return place
  }

  /// The position of the one place or point that `reference` names.
  package func point(_ reference: PointReference) throws(Failure) -> Coordinate {
    try spot(reference).point
  }

  /// The position, with the place if it is one.
  func spot(_ reference: PointReference) throws(Failure) -> (point: Coordinate, place: Place?) {
    if case .point(let point) = reference.reference { return (point, nil) }
    let place = try place(reference.reference)
    guard let point = place.coordinate else {
      throw Failure("\(quoted: place.name) has no position", try: "another place, or LAT,LON")
    }
    return (point, place)
  }

  /// The places of these numbers.
  private func listed(_ ranges: [ClosedRange<Int>]) throws(Failure) -> [PlaceID] {
    guard !filtered.isEmpty else {
      guard listing == nil else { throw lastListIsEmpty }
      throw Failure("there is no list to take a number from", try: "search TEXT, near WHERE or list first")
    }
    var places: [PlaceID] = []
    var isTaken = [Bool](repeating: false, count: filtered.count)
    for range in ranges {
      let clipped = range.clamped(to: 1...filtered.count)
      guard range.overlaps(1...filtered.count), range.lowerBound < range.upperBound || range == clipped else {
        let count = Numeral.grouped(filtered.count)
        throw Failure("there is no place \(range.lowerBound)", why: "the list goes from 1 to \(own: count)")
      }
      for index in (clipped.lowerBound - 1)..<clipped.upperBound where !isTaken[index] {
        isTaken[index] = true
        guard !closedSinceListed.contains(filtered[index].dataset) else {
          throw Failure.closed(filtered[index], asks: "search TEXT, then its number")
        }
        places.append(filtered[index])
      }
    }
    return places
  }

  /// The identity that `DATASET:ID` means. The id is a text if a place has that text as its id; otherwise a number if
  /// it looks like one.
  private func identity(of id: String, in dataset: String) -> PlaceID {
    let text = PlaceID(dataset: dataset, id: .text(id))
    guard let number = Int64(id), String(number) == id else { return text }
    let numbered = PlaceID(dataset: dataset, id: .number(number))
    return catalog(of: [dataset]).place(text) == nil && favorites[text] == nil ? numbered : text
  }

  /// The place with an identity: from an open dataset, otherwise from the favorites.
  func place(_ id: PlaceID) throws(Failure) -> Place {
    if let place = found(id) { return place }
    let dataset = Untrusted(id.dataset)
    guard !openings.contains(id.dataset) else { throw .isBeingOpened(dataset) }
    guard id.dataset != Favorite.dataset else { throw .noFavorite(id) }
    guard !catalog(of: [id.dataset]).datasets.isEmpty else {
      throw Failure(
        "\(quoted: id.word) is in a dataset that is not open", try: "datasets, or open SOURCE --as \(dataset)")
    }
    throw Failure("there is no place \(quoted: id.word)", try: "search TEXT, then its number")
  }

  /// The same; nil if there is none. If only the favorites have the place, it has its identity there.
  func found(_ id: PlaceID) -> Place? {
    let place = id.dataset == Favorite.dataset ? nil : catalog(of: [id.dataset]).place(id)
    return place ?? favorites[id]?.listed
  }

  /// The names of the datasets that commands can use.
  var datasetNames: [String] { open.map(\.name) + locations.map(\.name) + [Favorite.dataset] }

  /// The name of a dataset. Throws if it is not one of `names`.
  func dataset(named name: Untrusted, among names: [String]) throws(Failure) -> String {
    if let name = names.first(where: { $0 == name.text }) { return name }
    guard !openings.contains(name.text) else { throw .isBeingOpened(name) }
    let nearest = Spelling.nearest(to: name.text, among: names)
    throw Failure(
      "no dataset is called \(quoted: name)", why: .didYouMean(nearest), try: nearest.isEmpty ? "datasets" : nil)
  }
}

extension Failure {
  /// The dataset of a place was closed. Another dataset may have its name now.
  fileprivate static func closed(_ place: PlaceID, asks remedy: Message) -> Failure {
    Failure("\(quoted: place.word) is in a dataset that was closed", try: remedy)
  }

  fileprivate static func noFavorite(_ place: PlaceID) -> Failure {
    Failure("there is no favorite \(quoted: place.word)", why: "it may have been removed", try: "favorites")
  }

  /// A dataset is not open yet.
  static func isBeingOpened(_ name: Untrusted) -> Failure {
    Failure("\(quoted: name) is still being opened", try: "wait, then run the command again")
  }
}

extension Session {
  /// The last list has replaced the numbers of the one before, but has none itself.
  private var lastListIsEmpty: Failure {
    let before = viewBefore?.listing.shown ?? 0
    return Failure(
      "there is no such number", why: "the last list is empty, and numbers are those of the last list",
      try: before > 0 ? "back, which shows the list before it" : "search TEXT or near WHERE first")
  }
}
