import GazetteerIndex

/// A numbered list of places. A place is read from the catalog when its row is printed.
package struct PlacesView: Equatable, Sendable {
  /// Which rows are checked, and which are favorites.
  struct Marks: Equatable, Sendable {
    /// The indexes of the checked rows.
    var checkedRows: Set<Int> = []
    /// Whether any places are checked, perhaps in no row.
    var hasChecked = false
    /// Whether tables have hearts and coordinates.
    var showsHearts = true
    var showsCoordinates = true
    var favorites = Favorites()
    /// The index of each row's favorite; nil if it is not one. Empty if there are no favorites.
    var favoriteIndexes: [Int?] = []
  }

  /// What the selected categories have to do with the list.
  enum Selection: Equatable, Sendable {
    /// It has only their places.
    case limits([Untrusted])
    /// It also has others.
    case isIgnored([Untrusted])
  }

  package let hits: [Hit]
  /// The number of the first row.
  package let first: Int
  package let total: Int
  /// False if there may be more than `total`.
  let isTotalExact: Bool
  package let source: ListSource?
  package let catalog: Catalog
  /// The columns to show; nil: the usual ones.
  let shown: ShownColumns?
  private let marks: Marks
  /// What the places match; nil if they match nothing.
  let matching: Untrusted?
  /// The words of the query that were left out; nil for none.
  let leftOut: Untrusted?
  /// The selected categories, if other places are listed too.
  let ignoredCategories: [Untrusted]
  /// The line above the rows.
  package let heading: Message?
  /// The line below the rows; nil for none.
  let note: Message?
  /// What else may be meant, for the line after that; nil if nothing is known.
  let offer: Message?
  /// The text for a list without rows.
  package let absence: Message
  /// What could help, for formats without these lines; nil if nothing is known.
  let remark: Message?
  /// Whether only the total was asked for.
  package let isTotalOnly: Bool

  init(
    _ result: SearchResult, of source: ListSource, in catalog: Catalog, marks: Marks = Marks(),
    advice: Message? = nil, offer: Message? = nil, selection: Selection? = nil, from first: Int = 1,
    isTotalOnly: Bool = false
  ) {
    hits = result.hits
    self.first = first
    total = result.total
    isTotalExact = result.isTotalExact
    self.source = source
    self.catalog = catalog
    shown = source.columns.isEmpty ? nil : ShownColumns(source.columns, in: catalog)
    self.isTotalOnly = isTotalOnly
    self.marks = marks
    matching = result.relaxation?.text ?? source.query?.text
    leftOut = result.relaxation?.leftOut
    ignoredCategories = selection?.ignored ?? []
    let headings = [selection?.heading, source.heading(result) ?? result.approximation(source)].compactMap(\.self)
    let isWithoutHeading = first > 1 || isTotalOnly
    heading = isWithoutHeading ? nil : headings.dropFirst().reduce(headings.first) { "\($0 ?? ""); \($1)" }
    note = isWithoutHeading ? nil : selection?.note
    self.offer = offer
    let advised: Message? = advice.map { "\(source.absence); \($0)" }
    absence = advised ?? source.absence
    let remarks = hits.isEmpty ? [advised] : [isWithoutHeading ? nil : selection?.heading, note, offer]
    remark = remarks.compactMap(\.self).reduce(nil) { all, next in all.map { "\($0); \(next)" } ?? next }
  }

  /// An empty list that was not searched for.
  init(nothingIn catalog: Catalog, absence: Message) {
    hits = []
    first = 1
    (total, isTotalExact) = (0, true)
    source = nil
    self.catalog = catalog
    shown = nil
    marks = Marks()
    (matching, leftOut, ignoredCategories) = (nil, nil, [])
    heading = nil
    (note, offer) = (nil, nil)
    self.absence = absence
    remark = nil
    isTotalOnly = false
  }

  package static func == (left: PlacesView, right: PlacesView) -> Bool {
    (left.hits, left.first, left.total, left.heading) == (right.hits, right.first, right.total, right.heading)
      && left.source == right.source && left.isTotalOnly == right.isTotalOnly && left.absence == right.absence
      && left.marks == right.marks && left.catalog == right.catalog && left.isTotalExact == right.isTotalExact
  }

  var totalText: String { Numeral.places(Total(count: total, isExact: isTotalExact)) }

  /// Whether only favorites are listed.
  var isOfFavorites: Bool { catalog.datasets.map(\.name) == [Favorite.dataset] }

  /// Whether only locations of a service are listed.
  var isOfLocations: Bool { catalog.datasets.allSatisfy { $0 is LocationDataset } && !catalog.datasets.isEmpty }

  /// Whether a row is a location of a service.
  func isLocation(_ index: Int) -> Bool {
    let name = hits[index].place.dataset
    return catalog.datasets.contains { $0 is LocationDataset && $0.name == name }
  }

  /// Whether some rows are locations of a service.
  var hasLocations: Bool {
    catalog.datasets.contains { $0 is LocationDataset } && hits.indices.contains(where: isLocation)
  }

  /// The index of a row's favorite; nil if it is not one.
  private func favoriteIndex(_ index: Int) -> Int? {
    marks.favoriteIndexes.isEmpty ? nil : marks.favoriteIndexes[index]
  }

  var showsHearts: Bool { marks.showsHearts }
  var showsCoordinates: Bool { marks.showsCoordinates }
  var hasChecked: Bool { marks.hasChecked }

  /// The indexes of the rows with a check mark.
  var checkedRows: Set<Int> { marks.checkedRows }

  func isFavorite(_ index: Int) -> Bool { favoriteIndex(index) != nil }

  /// The favorite of a row; nil if it is not one.
  func favorite(_ index: Int) -> Favorite? { favoriteIndex(index).map { marks.favorites.all[$0] } }

  /// The place of a row; nil if its dataset was closed.
  func place(_ index: Int) -> Place? {
    let id = hits[index].place
    guard id.dataset == Favorite.dataset else { return catalog.place(id) }
    return favoriteIndex(index).map { marks.favorites.all[$0].place }
  }
}

extension PlacesView.Selection {
  fileprivate var heading: Message? {
    guard case .limits(let categories) = self else { return nil }
    return "selected: \(categories.listed)"
  }

  fileprivate var note: Message? {
    ignored.map { "of all categories; with --selected, only \($0.listed)" }
  }

  fileprivate var ignored: [Untrusted]? {
    guard case .isIgnored(let categories) = self else { return nil }
    return categories
  }
}

extension SearchResult {
  /// A line that says how the matches differ from the query; nil if a match is exact.
  fileprivate func approximation(_ source: ListSource) -> Message? {
    if let relaxation {
      return "nothing matches \(quoted: source.query?.text ?? Untrusted("")); without \(quoted: relaxation.leftOut):"
    }
    let exact = totals.filter { $0.key < .inside }.values.reduce(0, +)
    let inside = totals[.inside] ?? 0
    let typo = totals[.typo] ?? 0
    let errors: Message = mayHaveTwoTypos(source) ? "within two typos" : "within one typo"
    switch (exact, inside, typo) {
    case (0, 0, 1...): return "nothing matches exactly; \(errors):"
    case (0, 1..., 0): return "nothing matches exactly; inside a name:"
    case (0, 1..., 1...): return "nothing matches exactly; inside a name, then \(errors):"
    default: return nil
    }
  }

  /// Whether a match has two typos, on any page, or might have them because not all are counted.
  private func mayHaveTwoTypos(_ source: ListSource) -> Bool {
    if mostTypos > 1 { return true }
    guard !isTotalExact, let query = source.query else { return false }
    // Shorter queries may have only one.
    return Fold.fold(query.text.text).unicodeScalars.count >= 8
  }
}
