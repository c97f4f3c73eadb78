import GazetteerIndex

/// The source of a list, of any kind. Asking it again gives the same places in the same order.
package struct ListSource: Equatable, Sendable {
  private let kind: any ListSourceKind
  /// The columns to show, as they were typed; empty: the usual ones.
  var columns: [Untrusted] = []

  init(_ kind: some ListSourceKind) { self.kind = kind }

  /// The kinds that a line of a saved session can name.
  private static let kinds: [any ListSourceKind.Type] = [
    SearchSource.self, NearSource.self, BoxSource.self, CategoriesSource.self, OnePlaceSource.self, CheckedSource.self,
    FavoritesSource.self, StationsSource.self, AroundSource.self, ProvidedSource.self, LocationsSource.self,
  ]

  /// Reads the line of a saved session.
  init(_ line: [Word]) throws(Malformed) {
    guard let keyword = line.first?.text.text, let kind = Self.kinds.first(where: { $0.keyword == keyword }),
      let options = FactOptions(line.dropFirst())
    else { throw Malformed() }
    self.kind = try kind.init(options)
    columns = options.all("columns")
  }

  /// Its line in a saved session.
  var line: [Word] { [Word(Untrusted(type(of: kind).keyword))] + kind.words + .options("columns", columns) }

  var command: String { kind.command }
  var absence: Message { kind.absence }
  var query: Query? { kind.query }
  var conditions: [Condition] { kind.conditions }
  var columnOrder: ColumnOrder? { kind.columnOrder }
  /// The column, also of favorites only, by which a list was asked to be sorted; nil for another order.
  var sortedColumn: Untrusted? { kind.sortedColumn }
  /// The locations that it lists; nil if it lists others.
  var locations: LocationsSource? { kind as? LocationsSource }
  /// The query of the command `search`; nil for other lists.
  var searched: Query? { (kind as? SearchSource)?.search }
  /// The places around a point as a search without a text, of the command `near`; nil for other lists.
  var around: Query? { (kind as? NearSource)?.search }
  /// The categories to which a list is limited that the selected ones may limit; nil for other lists.
  var limits: [Untrusted]? { searched?.categories ?? (kind as? NearSource)?.categories }
  var sorting: String? { kind.sorting }
  var followsSelection: Bool { kind.followsSelection }
  var showsRatings: Bool { kind.showsRatings }
  var station: Favorite.Station? { kind.station }
  var point: Coordinate? { kind.point }
  var named: [PlaceID] { kind.named }
  var credit: (attribution: Untrusted, time: Int64)? { kind.credit }
  func distance(of place: Place) -> Distance? { kind.distance(of: place) }
  func heading(_ result: SearchResult) -> Message? { kind.heading(result) }
  func query(of favorites: Favorites) -> Query? { kind.query(of: favorites) }
  func places(_ page: ListPage) throws(Cancelled) -> SearchResult { try kind.places(page) }

  package static func == (left: ListSource, right: ListSource) -> Bool {
    left.columns == right.columns && left.kind.isEqual(to: right.kind)
  }
}

/// A kind of list. Each is one file; a new kind also needs its name in `ListSource.kinds`.
protocol ListSourceKind: Equatable, Sendable {
  /// The first word of its line in a saved session.
  static var keyword: String { get }
  /// The rest of that line: the parameters and options of the command.
  var words: [Word] { get }
  /// Reads the rest of the line.
  init(_ options: FactOptions) throws(Malformed)
  /// The command that makes such a list.
  var command: String { get }
  /// What is printed above the list, if the command gives no heading.
  func heading(_ result: SearchResult) -> Message?
  /// What is printed if the list is empty.
  var absence: Message { get }
  /// The query as typed, without the filters for favorites; nil if it does not search.
  var query: Query? { get }
  /// The conditions that its places meet, as they were typed.
  var conditions: [Condition] { get }
  /// The column by which it is sorted; nil for another order.
  var columnOrder: ColumnOrder? { get }
  /// The same, also if only favorites have the column.
  var sortedColumn: Untrusted? { get }
  /// The query that searches the current favorites; nil if it does not search.
  func query(of favorites: Favorites) -> Query?
  /// The name of its order; nil for the usual order.
  var sorting: String? { get }
  /// Whether `list` asks the datasets that are in use now, not those of the list.
  var followsSelection: Bool { get }
  /// Whether the rows show the ratings by their sources.
  var showsRatings: Bool { get }
  /// What the list is around; favorites made from it belong to it. nil if there is nothing. As it was when the list was
  /// made, so that it does not matter whether its dataset is still open.
  var station: Favorite.Station? { get }
  /// What the list is around, if it is known only as a point.
  var point: Coordinate? { get }
  /// The places that the list has by their identities, so that they may be missing when it is restored.
  var named: [PlaceID] { get }
  /// Whom to credit for the list, and when it was made, in seconds since 1970-01-01 00:00 UTC; nil if it is from open
  /// datasets.
  var credit: (attribution: Untrusted, time: Int64)? { get }
  /// How far a place of the list is from what the list is around; nil if not known.
  func distance(of place: Place) -> Distance?
  func places(_ page: ListPage) throws(Cancelled) -> SearchResult
}

extension ListSourceKind {
  var command: String { Self.keyword }
  func heading(_ result: SearchResult) -> Message? { nil }
  var query: Query? { nil }
  var conditions: [Condition] { query?.conditions ?? [] }
  var columnOrder: ColumnOrder? { query?.columnOrder }
  var sortedColumn: Untrusted? { columnOrder?.column }
  func query(of favorites: Favorites) -> Query? { query }
  var sorting: String? { nil }
  var followsSelection: Bool { false }
  var showsRatings: Bool { false }
  var station: Favorite.Station? { nil }
  var point: Coordinate? { nil }
  var named: [PlaceID] { [] }
  var credit: (attribution: Untrusted, time: Int64)? { nil }
  func distance(of place: Place) -> Distance? { nil }

  fileprivate func isEqual(to other: any ListSourceKind) -> Bool { (other as? Self) == self }
}

/// A page of a list, and where its places are looked up.
struct ListPage {
  let catalog: Catalog
  let favorites: Favorites
  /// Whether an open dataset or the favorites have a place.
  let isFound: (PlaceID) -> Bool
  let offset: Int
  let limit: Int
  /// Whether the total may be "at least", so that the page comes sooner.
  let mayCountRoughly: Bool
  /// The places before `offset`, as they were listed.
  let listed: [PlaceID]
  let cancellation: Cancellation
  let stopwatch: Stopwatch?

  /// The page of places that are known by identity; those that are no longer found are left out.
  func result(of places: [PlaceID]) -> SearchResult {
    let places = places.filter(isFound)
    return SearchResult(total: places.count, hits: places.dropFirst(offset).prefix(limit).map { Hit(place: $0) })
  }
}
