import GazetteerIndex

/// Where something is looked for, and what is there.
struct Whereabouts: Equatable, Sendable {
  let point: Coordinate
  /// `Newark, New Jersey, US`, `07102 (Newark, NJ)`; nil if only the point was given.
  var title: Untrusted?
  /// nil if it is a place of no open dataset.
  var place: Place?
}

extension Session {
  /// What a text means as a position: a number of the last list, `.`, `DATASET:ID`, a point, a link, a US zip code or the
  /// name of a town; nil if it is none of them.
  func whereabouts(_ text: Untrusted, _ context: Context) throws -> Whereabouts? {
    // A number of the last list is a place, also if it has five digits.
    let isNumber = Int(text.text).map { filtered.indices.contains($0 - 1) } ?? false
    if !isNumber, let zip = try zipCode(text, context) { return zip }
    if let reference = try reference(text) {
      let (point, place) = try spot(reference)
      return Whereabouts(point: point, title: place?.title, place: place)
    }
    return try town(text, context) { _ in true }
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
    return Whereabouts(
      point: point, title: Untrusted("\(digits) (\(zip.town.text), \(zip.state.text))"))
  }

  /// The first town of this name in the built-in dataset for which `isWanted` is true.
  func town(
    _ name: Untrusted, _ context: Context, where isWanted: (Coordinate) throws(Cancelled) -> Bool
  ) throws(Cancelled) -> Whereabouts? {
    guard let world = open.first(where: { $0.name == Session.world }) ?? context.world() else { return nil }
    let catalog = Catalog([world])
    let found = try catalog.search(Query(name), limit: 20, cancellation: context.cancellation)
    for hit in found.hits where (hit.tier ?? .typo) < .inside {
      guard let town = catalog.place(hit.place), let point = town.coordinate, try isWanted(point) else { continue }
      return Whereabouts(point: point, title: town.title, place: place(of: town))
    }
    return nil
  }

  /// The town, if commands can name it: while its dataset is open.
  private func place(of town: Place) -> Place? { found(town.id) == nil ? nil : town }
}
