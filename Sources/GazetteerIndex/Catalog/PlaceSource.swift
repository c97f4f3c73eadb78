/// A source of places that a catalog can search: a dataset in memory, or a catalog on a server.
///
/// The four methods that return a list (`search` and the `places` methods with a request) may take long. They return
/// one page, and throw when the request is cancelled: a computation polls the cancellation, a blocked wait registers a
/// handler. Everything else is called for every line or key that the user types, so it must answer at once, with the
/// data that the source already has. If it has no such data, it may return less.
package protocol PlaceSource: AnyObject, Sendable {
  /// The name that commands use, and the first part of the identities of its places. Never changes.
  var name: String { get }

  /// Where the places come from, and whom to credit.
  var about: DatasetAbout { get }

  /// The number of its places.
  var size: Total { get }

  /// The places that match `query`, best first; for a blank text all places, in the source's order.
  ///
  /// - Parameter reach: how many of the tiers to ask.
  func search(_ query: Query, reach: SearchReach, _ request: PageRequest) throws(Cancelled) -> SourcePage

  /// The places around a point.
  func places(_ around: Around, _ request: PageRequest) throws(Cancelled) -> SourcePage

  /// The places in the box between two corners, in the source's order. If `southWest` lies east of `northEast`, the box
  /// crosses the antimeridian.
  func places(
    from southWest: Coordinate, to northEast: Coordinate, _ request: PageRequest
  ) throws(Cancelled) -> SourcePage

  /// The places with one of `categories`, compared exactly, in the source's order.
  func places(of categories: [Untrusted], _ request: PageRequest) throws(Cancelled) -> SourcePage

  /// The place with an identity; nil if there is none, or if the source does not have it already.
  func place(_ id: SourceID) -> Place?

  /// The categories in ascending order, each with the number of its places.
  var categories: [(name: Untrusted, count: Int)] { get }

  /// The categories, sorted by the words for them.
  var categoryWords: WordList { get }

  /// The countries of its places, sorted by the words for them.
  var countryWords: WordList { get }

  /// Whether a place may lie in the country with this code or name.
  func hasPlaces(in country: Untrusted) -> Bool

  /// Whether a place may lie in a division with this code or name.
  func hasPlaces(inDivision name: Untrusted) -> Bool

  /// The names that begin with a folded text, or have a word that begins with it: the best `limit` of them.
  func names(_ meeting: NameSuggestions.Meeting, _ beginning: [UInt8], limit: Int) -> NameSuggestions

  /// The places whose names begin with a folded text, the most relevant first.
  func places(beginningWith beginning: [UInt8], limit: Int) -> [(place: PlaceID, population: UInt32)]

  /// Prepares the data for completion, so that the first key does not have to wait for it.
  func prepareForTyping()

  /// Prepares the data for questions about columns and distances, so that the first one does not have to wait for it.
  func prepareForQuestions()

  /// The names of the columns that conditions can name.
  var columnNames: [Untrusted] { get }

  /// The name of the column that is meant by a name: exactly, else ignoring case, else folded; nil if there is none, or
  /// more than one.
  func columnName(for name: Untrusted) -> Untrusted?

  /// What that column is called in lists: its name, or that in the file if its name means another column.
  func columnTitle(for name: Untrusted) -> Untrusted?

  /// Values that places have in a column, the most frequent first. Perhaps not all of them.
  func commonValues(ofColumn name: Untrusted) -> [Untrusted]

  /// How the values of a column are written; nil if there is none of that name. May take long the first time.
  func notation(ofColumn name: Untrusted, _ cancellation: Cancellation) throws(Cancelled) -> Notation?

  /// Why a column is one of texts, although most of its values are numbers or dates; nil if that is not so. May take
  /// long the first time.
  func oddValues(ofColumn name: Untrusted, _ cancellation: Cancellation) throws(Cancelled) -> OddValues?

  /// False if it is known that no place has a value in a column that it has. O(attributes).
  func mayHaveValues(inColumn name: Untrusted) -> Bool

  /// Whether a place has a value in a column. May take long the first time.
  func hasValues(inColumn name: Untrusted, _ cancellation: Cancellation) throws(Cancelled) -> Bool

  /// How often the values of a column occur in the places that pass the filters of a query; nil if there is no such
  /// column. May take long.
  ///
  /// - Parameter most: how many of the values are wanted.
  func counts(
    ofColumn name: Untrusted, passing query: Query, most: Int, _ cancellation: Cancellation
  ) throws(Cancelled) -> ValueCounts?

  /// What each column has. May take long.
  func columns(_ cancellation: Cancellation) throws(Cancelled) -> [ColumnSummary]

  /// Whether it knows how many people live in some of its places.
  var hasPopulations: Bool { get }

  /// Whether a folded word may begin a word of a name or region of one of its places.
  func knows(word: [UInt8]) -> Bool

  /// The parts of `query` that match the name and the region of a place found in the tier `region`.
  func regionMatch(of id: SourceID, for query: Query) -> Explanation.RegionMatch?
}

extension PlaceSource {
  package var categoryWords: WordList { WordList(categories: categories) }
  package var countryWords: WordList { WordList([]) }
  package func hasPlaces(in country: Untrusted) -> Bool { true }
  package func hasPlaces(inDivision name: Untrusted) -> Bool { true }
  package func prepareForTyping() {}
  package func prepareForQuestions() {}
  package var columnNames: [Untrusted] { [] }
  package func columnName(for name: Untrusted) -> Untrusted? { nil }
  package func columnTitle(for name: Untrusted) -> Untrusted? { columnName(for: name) }
  package func commonValues(ofColumn name: Untrusted) -> [Untrusted] { [] }
  package func notation(ofColumn name: Untrusted, _ cancellation: Cancellation) throws(Cancelled) -> Notation? { nil }
  package func oddValues(ofColumn name: Untrusted, _ cancellation: Cancellation) throws(Cancelled) -> OddValues? { nil }
  package func mayHaveValues(inColumn name: Untrusted) -> Bool { true }
  package func hasValues(inColumn name: Untrusted, _ cancellation: Cancellation) throws(Cancelled) -> Bool { false }
  package func counts(
    ofColumn name: Untrusted, passing query: Query, most: Int, _ cancellation: Cancellation
  ) throws(Cancelled) -> ValueCounts? { nil }
  package func columns(_ cancellation: Cancellation) throws(Cancelled) -> [ColumnSummary] { [] }
  package var hasPopulations: Bool { false }
  package func knows(word: [UInt8]) -> Bool { true }
  package func regionMatch(of id: SourceID, for query: Query) -> Explanation.RegionMatch? { nil }
}

/// A source as a value: equal only to itself, because its places never change.
package struct SourceReference: Equatable, Sendable {
  package let source: any PlaceSource

  package init(_ source: any PlaceSource) { self.source = source }

  package static func == (left: SourceReference, right: SourceReference) -> Bool { left.source === right.source }
}
