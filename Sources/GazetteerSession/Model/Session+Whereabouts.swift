import GazetteerIndex

/// Where something is looked for, and what is there.
struct Whereabouts: Equatable, Sendable {
  let point: Coordinate
  /// `Newark, New Jersey, US`, `07102 (Newark, NJ)`; nil if only the point was given.
  var title: Untrusted?
  /// What favorites belong to that are made from a list around it.
  let station: Favorite.Station
  /// What a command can call it later, whatever is listed then.
  let word: Untrusted
  /// The places that the text may mean, the most important first; empty if it is no name.
  var places: [Place] = []

  /// Those besides the first one.
  var others: ArraySlice<Place> { places.dropFirst() }
}

extension Session {
  /// What a text means as a position: a number of the last list, `.`, `DATASET:ID`, a point, a link, a US zip code, the
  /// name of a town or of a place in the datasets in use; nil if it is none of them.
  ///
  /// - Throws: if it may mean several places that are about as important.
  func whereabouts(_ text: Untrusted, of command: String, _ context: Context) throws -> Whereabouts? {
    // A number of the last list is a place, also if it has five digits.
    let isNumber = Int(text.text).map { filtered.indices.contains($0 - 1) } ?? false
    if !isNumber, let zip = try zipCode(text, context) { return zip }
    if let reference = try reference(text) { return try whereabouts(reference) }
    guard
      let found = try town(text, context, where: { _ in true })
        ?? place(called: text, in: Catalog(placesToName), context, { _, tier in (tier ?? .typo) < .inside })
    else { return nil }
    guard found.others.allSatisfy({ $0.coordinate == found.point }) else {
      throw Failure.ambiguous(text, found, of: command)
    }
    return found
  }

  /// The place or point of a reference.
  func whereabouts(_ reference: PointReference) throws(Failure) -> Whereabouts {
    let (point, place) = try spot(reference)
    guard let place else {
      let word = Untrusted(point.word)
      return Whereabouts(point: point, station: Favorite.Station(point, word: word), word: word)
    }
    return whereabouts(place, at: point)
  }

  /// The position of a place.
  func whereabouts(_ place: Place, at point: Coordinate) -> Whereabouts {
    Whereabouts(point: point, title: place.title, station: station(at: place), word: place.id.word)
  }

  /// The reference that a text is; nil for other texts, which may be names.
  func reference(_ text: Untrusted) throws -> PointReference? {
    do {
      return try PointReference(word: text)
    } catch is Malformed {
      return nil
    }
  }

  /// Where a US zip code is; nil for other texts.
  func zipCode(_ text: Untrusted, _ context: Context) throws(Failure) -> Whereabouts? {
    guard let digits = ZipCode.digits(of: text.text) else { return nil }
    guard let zip = context.zipCode(digits) else {
      throw Failure("there is no US zip code \(quoted: Untrusted(digits))", try: "the name of a town, or LAT,LON")
    }
    guard let point = zip.coordinate else {
      throw Failure(
        "the zip code \(quoted: Untrusted(digits)) has no position", why: "it is for the military",
        try: "the name of a town, or LAT,LON")
    }
    let title = Untrusted("\(digits) (\(zip.town.text), \(zip.state.text))")
    return Whereabouts(
      point: point, title: title, station: Favorite.Station(zip, name: title), word: Untrusted(digits))
  }

  /// The most important town of this name in the built-in dataset for which `isWanted` is true.
  func town(
    _ name: Untrusted, _ context: Context, where isWanted: (Coordinate) throws(Cancelled) -> Bool
  ) throws(Cancelled) -> Whereabouts? {
    guard let world = open.first(where: { $0.name == Session.world }) ?? context.world() else { return nil }
    // The beginning of a word is the beginning of some town, anywhere.
    let whole = WholeName(name)
    return try place(called: name, in: Catalog([world]), context) { place, tier throws(Cancelled) in
      guard whole.names(place, foundBy: tier), let point = place.coordinate else { return false }
      return try isWanted(point)
    }
  }

  /// The sources whose places can be named: those in use, besides the towns and the answers of providers.
  private var placesToName: [any PlaceSource] {
    catalog.datasets.filter { $0.name != Session.world && !isPool($0.name) }
  }

  /// The most important place of this name for which `isMeant` is true, with the others that are at least half as
  /// important.
  private func place(
    called name: Untrusted, in catalog: Catalog, _ context: Context,
    _ isMeant: (Place, Tier?) throws(Cancelled) -> Bool
  ) throws(Cancelled) -> Whereabouts? {
    guard !catalog.datasets.isEmpty else { return nil }
    var found: [(place: Place, point: Coordinate, importance: Int)] = []
    for hit in try catalog.search(Query(name), limit: Session.mostOfOneName, cancellation: context.cancellation).hits {
      guard let place = catalog.place(hit.place), let point = place.coordinate, try isMeant(place, hit.tier) else {
        continue
      }
      found.append((place, point, hit.importance(place.population)))
    }
    let order = found.indices.sorted { (found[$1].importance, $0) < (found[$0].importance, $1) }
    guard let first = order.first.map({ found[$0] }) else { return nil }
    var whereabouts = Whereabouts(
      point: first.point, title: first.place.title, station: station(at: first.place),
      // A town is named by its identity only while its dataset is open.
      word: self.found(first.place.id) == nil ? name : first.place.id.word)
    whereabouts.places = order.filter { 2 * found[$0].importance >= first.importance }.map { found[$0].place }
    return whereabouts
  }

  /// The most places of one name that are compared.
  private static let mostOfOneName = 500
}

extension Failure {
  /// A text may mean several places.
  fileprivate static func ambiguous(_ text: Untrusted, _ found: Whereabouts, of command: String) -> Failure {
    let most = 5
    let options = [PlaceChoice.Option](found.places) { Untrusted($0.coordinate?.word ?? "") }
    let listed = options.prefix(most).map(\.entry.neutralised).joined(separator: ", ")
    let rest = options.count <= most ? "" : ", and \(options.count - most) more"
    return Failure(
      "\(quoted: text) may be several places", why: "\(own: listed)\(own: rest)",
      try: "\(own: command) \(own: found.point.word)", code: .usage)
  }
}
