import GazetteerIndex

/// A numbered list of places. Rows are taken out of the catalog when they are printed, one after the other.
package struct PlacesView: Equatable, Sendable {
  package let hits: [Hit]
  /// The number of the first row.
  package let first: Int
  package let total: Int
  /// False if there may be more than `total`.
  let isTotalExact: Bool
  package let source: Listing.Source?
  package let catalog: Catalog
  /// The indexes of the rows with a check mark.
  let checkedRows: Set<Int>
  private let favorites: Favorites
  /// Which favorite each row is; nil where it is none. Empty where none is.
  private let favoriteIndexes: [Int?]
  /// What is said above the rows.
  package let heading: Message?
  /// What is said where there are no rows.
  package let absence: Message
  /// Whether only the total was asked for.
  package let isTotalOnly: Bool

  init(
    _ result: SearchResult, of source: Listing.Source, in catalog: Catalog, marksOf session: Session = Session(),
    from first: Int = 1, isTotalOnly: Bool = false
  ) {
    hits = result.hits
    self.first = first
    total = result.total
    isTotalExact = result.isTotalExact
    self.source = source
    self.catalog = catalog
    self.isTotalOnly = isTotalOnly
    let rows = result.hits.indices
    checkedRows = session.checked.isEmpty ? [] : Set(rows.filter { session.isChecked(result.hits[$0].place) })
    favorites = session.favorites
    favoriteIndexes = session.keepsFavorites ? result.hits.map { session.favoriteIndex($0.place) } : []
    heading = first == 1 && !isTotalOnly ? source.heading ?? result.approximation(source) : nil
    absence = source.absence
  }

  /// A list before anything was asked for.
  init(nothingIn catalog: Catalog, absence: Message) {
    hits = []
    first = 1
    (total, isTotalExact) = (0, true)
    source = nil
    self.catalog = catalog
    (checkedRows, favorites, favoriteIndexes) = ([], Favorites(), [])
    heading = nil
    self.absence = absence
    isTotalOnly = false
  }

  package static func == (left: PlacesView, right: PlacesView) -> Bool {
    (left.hits, left.first, left.total, left.heading) == (right.hits, right.first, right.total, right.heading)
      && left.source == right.source && left.isTotalOnly == right.isTotalOnly && left.absence == right.absence
      && left.checkedRows == right.checkedRows && left.favoriteIndexes == right.favoriteIndexes
      && (left.favoriteIndexes.isEmpty || left.favorites == right.favorites)
      && left.catalog == right.catalog && left.isTotalExact == right.isTotalExact
  }

  var totalText: String { Numeral.places(Total(count: total, isExact: isTotalExact)) }

  /// Whether all that can be listed are favorites.
  var isOfFavorites: Bool { catalog.datasets.map(\.name) == [Favorite.dataset] }

  /// Where among all favorites a row's is; nil where it is none.
  private func favoriteIndex(_ index: Int) -> Int? { favoriteIndexes.isEmpty ? nil : favoriteIndexes[index] }

  func isFavorite(_ index: Int) -> Bool { favoriteIndex(index) != nil }

  /// What is kept of a row; nil where it is no favorite.
  func favorite(_ index: Int) -> Favorite? { favoriteIndex(index).map { favorites.all[$0] } }

  /// What is known of a row, whose identity is the hit's; nil where its dataset is gone.
  func place(_ index: Int) -> Place? {
    let id = hits[index].place
    guard id.dataset == Favorite.dataset else { return catalog.place(id) }
    return favoriteIndex(index).map { favorites.all[$0].place }
  }
}

extension SearchResult {
  /// Says which matches are not exact ones, where that is not plain.
  fileprivate func approximation(_ source: Listing.Source) -> Message? {
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

  /// Whether a row has two typing errors, or one that is not on this page may have.
  private func mayHaveTwoTypos(_ source: Listing.Source) -> Bool {
    if hits.contains(where: { $0.typos > 1 }) { return true }
    guard hits.count < total, let query = source.query else { return false }
    // Shorter queries are forgiven one.
    return Fold.fold(query.text.text).unicodeScalars.count >= 8
  }
}

extension Listing.Source {
  /// Says what is listed, where the line that was typed does not.
  fileprivate var heading: Message? {
    guard case .categories(let names) = self else { return nil }
    return "selected: \(names.enumerated)"
  }

  fileprivate var absence: Message {
    switch self {
    case .search(let query) where query.text.isEmpty: "no place"
    case .search(let query): "nothing matches \(quoted: query.text)"
    case .favorites(let query) where query.search.text.isEmpty: "no favorite is such"
    case .favorites(let query): "no favorite matches \(quoted: query.search.text)"
    case .near(_, let radius?, _): "no place within \(own: Numeral.text(radius))"
    case .near: "no place"
    case .box: "no place in this box"
    case .categories(let names): "no place in use is of a selected category (\(names.enumerated)); try: categories"
    case .checked: "no checked place is in an open dataset"
    case .place(let id): "\(quoted: id.word) is not open"
    }
  }
}
