import Dispatch

@testable import GazetteerIndex

/// A source that answers by linear scans, as a server might: it counts only so many places, has no indexes, and stores
/// nothing in columns.
final class ScannedSource: PlaceSource {
  let name: String
  let about = DatasetAbout(source: Untrusted("test://scanned"), format: "scanned", attribution: Untrusted("Scanners"))
  private let scan: LinearScan
  /// The number of places that an answer counts. If there are more, the total is "at least" this.
  private let mostCounted: Int

  init(_ places: [ScannedPlace], named name: String = "scanned", mostCounted: Int = .max) {
    scan = LinearScan(places)
    self.name = name
    self.mostCounted = mostCounted
  }

  var size: Total { total(scan.places.count) }

  private func total(_ count: Int) -> Total { count > mostCounted ? .atLeast(mostCounted) : .exact(count) }

  private func place(_ row: Int) -> Place {
    let place = scan.places[row]
    return Place(
      id: PlaceID(dataset: name, id: place.id), name: Untrusted(place.name),
      alternates: place.alternates.map { Untrusted($0) },
      categories: place.categories.isEmpty ? [Untrusted("Default")] : place.categories.map { Untrusted($0) },
      coordinate: Coordinate(latitude: place.latitude, longitude: place.longitude),
      region: Region(
        country: Untrusted(place.country), admin1: Untrusted(place.admin1), admin1Name: Untrusted(place.admin1Name)),
      population: place.population)
  }

  func search(_ query: Query, reach: SearchReach, _ request: PageRequest) throws(Cancelled) -> SourcePage {
    try request.cancellation.check()
    let found = found(query, reach)
    var page = SourcePage(total: total(found.count), asked: asked(query, found, reach))
    for found in found.dropFirst(request.offset).prefix(request.limit) {
      let place = place(found.row)
      let distance = query.origin.flatMap { place.coordinate?.distance(to: $0) }
      let hit = Hit(
        place: place.id, tier: query.isBlank ? nil : Tier(rawValue: found.tier), distance: distance,
        typos: found.errors.first ?? 0, isTypoOfAlternate: found.errors.last == 1 && found.errors.count == 2,
        weight: found.weight > 0 ? found.weight : nil)
      page.hits.append(hit)
      page.keys.append(SortKey(place, hit, for: query))
    }
    page.mostTypos = found.compactMap(\.errors.first).max() ?? 0
    if !query.isBlank { for found in found { page.totals[Tier(rawValue: found.tier) ?? .name, default: 0] += 1 } }
    return page
  }

  private func found(_ query: Query, _ reach: SearchReach) -> [LinearScan.Found] {
    guard reach != .relaxed else {
      let tokens = Fold.fold(query.text.text).split(separator: " ").map(String.init)
      return scan.relaxed(tokens, scan.places.indices.filter { passes($0, query) }).sorted(by: scan.isBetter)
    }
    return scan.search(query.text.text, prefixOnly: query.prefixOnly) { passes($0, query) }
      .filter { $0.tier < (reach == .names ? 6 : reach == .inside ? 7 : 8) }
  }

  var hasPopulations: Bool { scan.places.contains { $0.population > 0 } }

  private func passes(_ row: Int, _ query: Query) -> Bool {
    if let dataset = query.dataset, dataset != name { return false }
    if let ids = query.ids, !ids.contains(scan.places[row].id) { return false }
    return query.categories.isEmpty || query.categories.contains { scan.places[row].categories.contains($0.text) }
  }

  private func asked(_ query: Query, _ found: [LinearScan.Found], _ reach: SearchReach) -> [Tier] {
    if Fold.fold(query.text.text).isEmpty { return [] }
    if query.prefixOnly { return [.name, .prefix, .region] }
    if reach == .relaxed { return [.relaxed] }
    let exact = found.count { $0.tier < 6 }
    var asked: [Tier] = [.name, .alternate, .prefix, .words, .alternatePrefix, .region]
    if reach.includesInside(found: exact) { asked.append(.inside) }
    if reach.includesTypos(found: exact) { asked.append(.typo) }
    return asked
  }

  func places(_ around: Around, _ request: PageRequest) throws(Cancelled) -> SourcePage {
    try request.cancellation.check()
    var unnamed: Set<PlaceID> = []
    if !around.unnamed.isEmpty {
      let named = try search(Query(around.unnamed), reach: .names, PageRequest(limit: .max))
      unnamed = Set(named.hits.map(\.place))
    }
    let found = scan.places.indices.compactMap { row -> (hit: Hit, key: SortKey)? in
      let place = place(row)
      guard let distance = place.coordinate.map(around.origin.distance),
        distance <= around.radius ?? .kilometres(30_000),
        around.categories.isEmpty || around.categories.contains(where: place.categories.contains),
        around.terms.match(place), !unnamed.contains(place.id)
      else { return nil }
      let key = SortKey(
        place.id, distance: distance, in: around.order, foldedName: Fold.bytes(place.name))
      return (Hit(place: place.id, distance: distance), key)
    }
    .sorted { $0.key < $1.key }
    let wanted = found.dropFirst(request.offset).prefix(request.limit)
    return SourcePage(total: total(found.count), hits: wanted.map(\.hit), keys: wanted.map(\.key))
  }

  func places(
    from southWest: Coordinate, to northEast: Coordinate, _ request: PageRequest
  ) throws(Cancelled) -> SourcePage {
    let box = CoordinateBox(from: southWest, to: northEast)
    return try page(request) { box.contains(latitude: $0.latitude, longitude: $0.longitude) }
  }

  func places(of categories: [Untrusted], _ request: PageRequest) throws(Cancelled) -> SourcePage {
    try page(request) { place in categories.contains { place.categories.contains($0.text) } }
  }

  private func page(_ request: PageRequest, where isMeant: (ScannedPlace) -> Bool) throws(Cancelled) -> SourcePage {
    try request.cancellation.check()
    let found = scan.places.filter(isMeant)
    return SourcePage(
      total: total(found.count),
      hits: found.dropFirst(request.offset).prefix(request.limit).map {
        Hit(place: PlaceID(dataset: name, id: $0.id))
      })
  }

  func place(_ id: SourceID) -> Place? { scan.places.firstIndex { $0.id == id }.map(place) }

  var categories: [(name: Untrusted, count: Int)] {
    let counts = scan.places.flatMap(\.categories).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    return counts.map { (Untrusted($0.key), $0.value) }.sorted { $0.0.text < $1.0.text }
  }

  func names(_ meeting: NameSuggestions.Meeting, _ beginning: [UInt8], limit: Int) -> NameSuggestions {
    var suggestions = NameSuggestions(meeting: meeting)
    guard meeting == .beginning else { return suggestions }
    let found = scan.places.indices.map(place).filter { Fold.bytes($0.name).starts(with: beginning) }
      .sorted { $0.population > $1.population }
    suggestions.names = found.prefix(limit).map {
      NameSuggestions.Name(
        text: $0.name, place: $0.id, placeName: $0.name, region: $0.region, places: 1, population: $0.population)
    }
    suggestions.total = found.count
    suggestions.common = beginning
    return suggestions
  }

  func places(beginningWith beginning: [UInt8], limit: Int) -> [(place: PlaceID, population: UInt32)] {
    names(.beginning, beginning, limit: limit).names.map { ($0.place, $0.population) }
  }
}

/// A source that never answers: every list waits until it is cancelled, as a wait for a silent server does.
final class SilentSource: PlaceSource {
  let name = "silent"
  let about = DatasetAbout(format: "silent")
  let size = Total.atLeast(1)
  /// Signalled when a list is asked for.
  let isAsked = DispatchSemaphore(value: 0)
  private let answer = Monitor<Bool>(false)

  private func wait(_ request: PageRequest) throws(Cancelled) -> SourcePage {
    isAsked.signal()
    return try answer.wait(request.cancellation) { $0 ? SourcePage(total: .exact(0)) : nil }
  }

  func search(_ query: Query, reach: SearchReach, _ request: PageRequest) throws(Cancelled) -> SourcePage {
    try wait(request)
  }
  func places(_ around: Around, _ request: PageRequest) throws(Cancelled) -> SourcePage { try wait(request) }
  func places(
    from southWest: Coordinate, to northEast: Coordinate, _ request: PageRequest
  ) throws(Cancelled) -> SourcePage { try wait(request) }
  func places(of categories: [Untrusted], _ request: PageRequest) throws(Cancelled) -> SourcePage {
    try wait(request)
  }
  func place(_ id: SourceID) -> Place? { nil }
  var categories: [(name: Untrusted, count: Int)] { [(Untrusted("silence"), 1)] }
  func names(_ meeting: NameSuggestions.Meeting, _ beginning: [UInt8], limit: Int) -> NameSuggestions {
    NameSuggestions()
  }
  func places(beginningWith beginning: [UInt8], limit: Int) -> [(place: PlaceID, population: UInt32)] { [] }
}

extension SortKey {
  /// The key of a place that answers `query` as `hit` says.
  fileprivate init(_ place: Place, _ hit: Hit, for query: Query) {
    let rating = place.attributes.first { ["rating", "stars"].contains($0.key.text) }.flatMap { Double($0.value.text) }
    self.init(
      Ranking.Kind(query), grade: query.isBlank ? .unasked : Grade(of: hit), distance: hit.distance, rating: rating,
      population: place.population, foldedName: Fold.bytes(place.name), name: place.name.bytes,
      country: place.region.country.bytes, id: place.id)
    guard let order = query.columnOrder, let text = place.text(ofColumn: order.column) else { return }
    self = sorted(by: order, OrderedValue(text, as: Self.notation(order.type)))
  }

  private static func notation(_ type: CellType?) -> Notation {
    switch type {
    case .number: .plain
    case .date: .yearFirst
    case .text, nil: .text
    }
  }
}

extension Grade {
  /// The grade of an answer of another source.
  fileprivate init(of hit: Hit) {
    let weight = UInt32(clamping: hit.weight ?? 0)
    switch hit.tier ?? .name {
    case .inside: self = .inside
    case .typo: self.init(typos: hit.typos, inAlternate: hit.isTypoOfAlternate)
    case .relaxed: self.init(relaxed: weight)
    case let tier: self.init(full: tier, weight: weight)
    }
  }
}
