import GazetteerIndex

/// Stations by their name, those around a point, or both: first those of the name, then the others.
struct StationsSource: ListSourceKind {
  static let keyword = "stations"
  /// The name to look for; empty: any.
  let text: Untrusted
  /// Where distances are measured from; nil if the text is only a name.
  var origin: Coordinate?
  /// What is at the origin: `Newark, New Jersey, US`.
  var title: Untrusted?
  /// nil: those of the name anywhere, the others up to `reach`.
  var radius: Distance?
  /// Whether stations without the name are left out.
  var isOnlyNamed = false

  /// How far a station nearby is.
  static let reach = Distance.kilometres(25)

  var words: [Word] {
    [.text(text)] + .option("near", origin?.word) + .option("around", title) + .option("within", radius)
      + .option("kind", isOnlyNamed ? "named" : nil)
  }

  func heading(_ result: SearchResult) -> Message? {
    guard let title else { return nil }
    if text.isEmpty { return "around \(cut: title), nearest first:" }
    if isOnlyNamed, result.hits.isEmpty { return nil }
    if isOnlyNamed { return "called \(quoted: text), nearest to \(cut: title) first:" }
    return result.hits.first?.tier == nil
      ? "no station is called \(quoted: text); around \(cut: title), nearest first:"
      : "called \(quoted: text), then others around \(cut: title), each nearest first:"
  }

  var absence: Message {
    guard text.isEmpty || origin != nil && !isOnlyNamed else { return "no station matches \(quoted: text)" }
    let none: Message = "no station within \(own: Numeral.text(radius ?? Self.reach))"
    return origin == nil ? "no stations" : radius == nil ? "\(none); further away: --within R" : none
  }

  func places(_ page: ListPage) throws(Cancelled) -> SearchResult {
    let categories = page.catalog.categories(of: .stations)
    // Without a category, all places would be found.
    guard !categories.isEmpty else { return SearchResult() }
    guard let origin else { return try search(page, categories, offset: page.offset, limit: page.limit) }
    let named = try named(page, categories, around: origin)
    guard !isOnlyNamed else {
      return SearchResult(
        total: named.count, hits: Array(named.dropFirst(page.offset).prefix(page.limit)))
    }
    let (end, overflow) = page.offset.addingReportingOverflow(page.limit)
    let near = try page.catalog.places(
      near: origin, within: radius ?? Self.reach, categories: categories, limit: overflow ? .max : end,
      cancellation: page.cancellation, stopwatch: page.stopwatch)
    let known = Set(named.map(\.place))
    let hits = named + near.hits.filter { !known.contains($0.place) }
    let isFar = { (hit: Hit) in hit.distance.map { $0 > radius ?? Self.reach } ?? true }
    return SearchResult(
      total: near.total + named.count(where: isFar), isTotalExact: near.isTotalExact,
      hits: Array(hits.dropFirst(page.offset).prefix(page.limit)))
  }

  /// The stations of the name, nearest first; those without a position last. With a radius, only those within.
  private func named(
    _ page: ListPage, _ categories: [Untrusted], around origin: Coordinate
  ) throws(Cancelled) -> [Hit] {
    guard !text.isEmpty else { return [] }
    let found = try search(page, categories, offset: 0, limit: .max).hits.filter { ($0.tier ?? .typo) < .inside }
    let measured = found.map { hit in
      Hit(
        place: hit.place, tier: hit.tier, matched: hit.matched,
        distance: page.catalog.place(hit.place)?.coordinate?.distance(to: origin))
    }.filter { hit in radius.map { radius in hit.distance.map { $0 <= radius } ?? false } ?? true }
    let metres = measured.map { $0.distance?.metres ?? .infinity }
    let order = measured.indices.sorted { metres[$0] == metres[$1] ? $0 < $1 : metres[$0] < metres[$1] }
    return order.map { measured[$0] }
  }

  private func search(
    _ page: ListPage, _ categories: [Untrusted], offset: Int, limit: Int
  ) throws(Cancelled) -> SearchResult {
    var query = Query(text)
    query.categories = categories
    return try page.catalog.search(
      query, offset: offset, limit: limit, cancellation: page.cancellation, stopwatch: page.stopwatch)
  }
}

extension StationsSource {
  init(_ options: FactOptions) throws(Malformed) {
    guard options.parameters.count == 1 else { throw Malformed() }
    text = options.parameters[0].text
    origin = options["near"].flatMap { Coordinate(Word($0)) }
    title = options["around"]
    radius = try options.distance("within")
    isOnlyNamed = options["kind"] != nil
  }
}

extension ListSource {
  static func stations(_ stations: StationsSource) -> ListSource { ListSource(stations) }
}
