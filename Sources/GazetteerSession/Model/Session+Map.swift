import GazetteerIndex

extension Session {
  /// The most places of a map.
  private static let mostMarkers = 10_000
  /// How many places near a single one decide how large it is shown, with itself.
  private static let mostNeighbours = 4
  /// How many places near a single one the map in sentences tells.
  private static let mostSurroundings = 5
  /// The most places of a dataset among which they are looked for.
  private static let mostIndexed = 1_000_000

  /// What the map shows now.
  package func mapSubject(_ context: Context) throws -> MapSubject { try mapSubject(of: map, context) }

  /// The places that a map shows, with large towns around them. O(places).
  package func mapSubject(of map: MapState, _ context: Context) throws -> MapSubject {
    var subject = try subject(of: map.target, context)
    subject.absence = absence(on: subject, of: map.target)
    subject.viewport = map.viewport
    if subject.viewport == nil {
      subject.neighbours = try neighbours(in: subject, context)
      subject.viewport = try closeUp(of: subject, showing: map, context)
      subject.focus = subject.markers.first { $0.isOwn }?.coordinate
    }
    subject.markers += try towns(around: subject, context)
    return subject
  }

  /// The same places in another part of the earth, without looking for them again.
  package func mapSubject(showing shown: MapSubject, at viewport: Viewport, _ context: Context) throws -> MapSubject {
    var subject = shown
    subject.markers.removeAll { $0.kind == .town }
    subject.viewport = viewport
    subject.markers += try towns(around: subject, context)
    return subject
  }

  /// What was selected since another state, in words; nil if nothing was.
  package func selection(since before: Session) -> Message? {
    let isNewList = filtered != before.filtered
    guard let picked, picked != before.picked || isNewList, let place = found(picked) else { return nil }
    let list = isNewList ? ", of a new list of \(Numeral.places(filtered.count))" : ""
    return "selected: \(place.title)\(own: list)"
  }

  /// A single place is shown larger than the last list, from which it was chosen; nil for several places.
  private func closeUp(of subject: MapSubject, showing map: MapState, _ context: Context) throws -> Viewport? {
    guard map.hasOnePlace(picked: picked), let place = subject.markers.first else { return nil }
    let size = context.mapSize
    var listed = try self.subject(of: .filtered, context)
    listed.neighbours = try neighbours(in: listed, context)
    let list = listed.viewport(columns: size.columns, rows: size.rows)
    let alone = subject.viewport(columns: size.columns, rows: size.rows)
    return Viewport(center: place.coordinate, zoom: max(alone.zoom, list.zoom + 1))
  }

  /// What a map beside the answer of a command shows; nil if the answer has no places.
  func map(beside reply: Reply, _ context: Context) throws -> MapSubject? {
    guard context.showsMap, !context.asksObject, let view = reply.view?.presentable else { return nil }
    if let map = view as? MapView { return map.isText ? nil : map.subject }
    guard reply.events.contains(where: \.changesTheMap) else { return nil }
    var after = self
    for event in reply.events { _ = after.receive(event) }
    let subject = try after.mapSubject(context)
    return subject.placeCount > 0 ? subject : nil
  }

  /// The largest towns of the built-in dataset on a map, if it has room for them.
  private func towns(around subject: MapSubject, _ context: Context) throws(Cancelled) -> [MapMarker] {
    let size = context.mapSize
    let grid = MapGrid(
      subject.viewport(columns: size.columns, rows: size.rows), columns: size.columns, rows: size.rows)
    let most = min(size.columns * size.rows / 200, 20) - subject.markers.count / 2
    guard most > 0, let box = grid.box, let world = context.world() as? Dataset else { return [] }
    let shown = Set(subject.markers.map(\.name))
    let places = try world.largestPlaces(
      from: box.southWest, to: box.northEast, limit: most, context.cancellation)
    var kinds = MarkerKinds()
    return places.compactMap { place in
      guard !shown.contains(place.name.neutralised), var marker = MapMarker(place, number: nil, &kinds) else {
        return nil
      }
      marker.kind = .town
      return marker
    }
  }

  /// The places nearest to a single one without inhabitants, such as a restaurant. A town is shown with its surroundings,
  /// whatever is near it.
  private func neighbours(in subject: MapSubject, _ context: Context) throws(Cancelled) -> [Coordinate] {
    guard let place = subject.markers.first, place.weight == 0,
      subject.markers.allSatisfy({ $0.coordinate == place.coordinate })
    else { return [] }
    return try places(around: place, limit: Session.mostNeighbours - 1, context).compactMap(\.coordinate)
  }

  /// The places nearest to a single one, for sentences; none if there are several, or if it is seen from a point.
  func surroundings(of subject: MapSubject, _ context: Context) throws(Cancelled) -> [MapMarker] {
    let asked = subject.markers.filter { $0.kind != .town }
    guard asked.count == 1, let place = asked.first else { return [] }
    var kinds = MarkerKinds()
    return try places(around: place, limit: Session.mostSurroundings, context)
      .compactMap { MapMarker($0, number: nil, &kinds) }
  }

  /// The places of the same dataset that are nearest to one, without itself.
  private func places(around marker: MapMarker, limit: Int, _ context: Context) throws(Cancelled) -> [Place] {
    guard let id = marker.id else { return [] }
    let catalog = catalog(of: [id.dataset])
    // The index of a dataset with very many places is not made only for this.
    guard catalog.size.count <= Session.mostIndexed else { return [] }
    let near = try catalog.places(
      near: marker.coordinate, within: nil, limit: limit + 1, cancellation: context.cancellation)
    return near.hits.filter { $0.place != id }.prefix(limit).compactMap { found($0.place) }
  }

  private func subject(of target: MapState.Target, _ context: Context) throws -> MapSubject {
    switch target {
    case .shown:
      if let picked { return try subject(of: [picked], context) }
      let showsAll = listing.map { $0.source.followsSelection || $0.source.locations != nil }
      guard showsAll ?? !selectedCategories.isEmpty else {
        return listing == nil ? MapSubject([]) : try subject(of: .filtered, context)
      }
      let source = listing?.source ?? .categories(selectedCategories)
      let catalog = catalog(of: listing?.datasets ?? inUse)
      let all = try places(source, in: catalog, limit: .rows(Session.mostMarkers), context)
      return try subject(of: all.hits.map(\.place), total: all.total, context)
    case .filtered:
      var subject = try subject(of: filtered, context)
      if let point = listing?.source.point, !subject.markers.contains(where: { $0.coordinate == point }) {
        subject.markers.append(marker(of: point))
      }
      if let station = listing?.source.station.flatMap(marker) { subject.markers.append(station) }
      return subject
    case .checked: return try subject(of: checked.places, context)
    case .favorites: return try subject(of: favorites.all.map(\.listed.id), context)
    case .places(let places): return try subject(of: places, context)
    }
  }

  /// The first of these places, as far as they have a position. They have numbers if they are in the last list.
  ///
  /// - Parameter total: how many there are, if they are not all of them.
  private func subject(of places: some Collection<PlaceID>, total: Int = 0, _ context: Context) throws(Cancelled)
    -> MapSubject
  {
    let numbers = Dictionary(filtered.enumerated().map { ($1, $0 + 1) }) { first, _ in first }
    var kinds = MarkerKinds()
    var subject = MapSubject([])
    if max(total, places.count) > Session.mostMarkers { subject.total = max(total, places.count) }
    // What a provider finds around a station is for eating, whatever it calls the categories.
    let isOfRestaurants = listing?.source.station != nil
    for (index, id) in places.prefix(Session.mostMarkers).enumerated() {
      try context.cancellation.checkWhileRendering(index)
      guard let place = found(id) else { continue }
      guard var marker = MapMarker(place, number: numbers[id], &kinds) else {
        subject.unplaced += 1
        continue
      }
      marker.id = id
      if isOfRestaurants, numbers[id] != nil, marker.kind == .place { marker.kind = .restaurant }
      marker.isCurrent = id == current
      marker.isChecked = isChecked(id)
      marker.isFavorite = favoriteIndex(id) != nil
      marker.isOwn = id == ownLocation(in: id.dataset)
      subject.markers.append(marker)
    }
    return subject
  }

  /// The newest of the user's own locations at a service.
  private func ownLocation(in name: String) -> PlaceID? {
    guard let dataset = locations.first(where: { $0.name == name }), let own = dataset.ownLocations.first else {
      return nil
    }
    return PlaceID(dataset: name, id: .text(own.id))
  }

  /// The point that a list is around.
  private func marker(of point: Coordinate) -> MapMarker {
    var marker = MapMarker(point.word, at: point)
    marker.kind = .point
    return marker
  }

  private func marker(_ station: Favorite.Station) -> MapMarker? {
    guard let coordinate = station.coordinate else { return nil }
    var marker = MapMarker(station.name.neutralised, at: coordinate)
    marker.kind = .station
    return marker
  }
}

extension Event {
  /// Whether the map shows other places afterwards.
  fileprivate var changesTheMap: Bool {
    switch self {
    case .listed, .extended, .picked: true
    default: false
    }
  }
}

/// Which categories are of stations, and which of restaurants. Each is looked at once.
struct MarkerKinds {
  private var kinds: [Untrusted: MapMarker.Kind] = [:]

  mutating func kind(of place: Place) -> MapMarker.Kind {
    for category in place.categories {
      let kind = kinds[category] ?? MarkerKinds.kind(of: category)
      kinds[category] = kind
      if kind != .place { return kind }
    }
    return .place
  }

  private static func kind(of category: Untrusted) -> MapMarker.Kind {
    if PlaceKind.stations.includes(category: category) { return .station }
    return PlaceKind.food.includes(category: category) ? .restaurant : .place
  }
}

extension MapMarker {
  /// nil if the place has no position.
  init?(_ place: Place, number: Int?, _ kinds: inout MarkerKinds) {
    guard let coordinate = place.coordinate else { return nil }
    self.init(place.name.neutralised, at: coordinate, number: number)
    title = place.title.neutralised
    kind = kinds.kind(of: place)
    weight = Int(place.population)
  }
}
