import GazetteerIndex

/// How views show one field of a favorite: as a field of `--json`, as a line of `show`, as a column of a table.
///
/// A class, so that a list of thousands of favorites does not copy the columns for each row.
final class FavoriteColumn: Sendable {
  /// Its name in `--json`.
  let name: String
  let meaning: String
  /// Its label on a page.
  let label: String
  /// Its column in a list of favorites; nil: it has none there.
  let listColumn: Table.Column?
  /// Its column in an exported table.
  let tableColumn: Table.Column
  /// Whether it may have several lines, so that tables show it last.
  let hasLines: Bool
  /// Whether the value comes from the source of the place. Then pages of the place already show it.
  let isOfSource: Bool
  /// Reads the value; `inout` only so that the favorite is not copied.
  private let read: @Sendable (inout Favorite) -> FieldValue?

  /// - Parameters:
  ///   - label: given if it differs from the name.
  ///   - title: the title of its columns, given if it differs from the label.
  ///   - rank: the rank of its column in a list of favorites; nil if it has none there.
  ///   - isNeeded: whether lists never leave it out.
  private convenience init(
    _ field: FavoriteField, _ name: String, _ meaning: String, label: String? = nil, title: String? = nil,
    alignment: Width.Alignment = .left, least: Int? = nil, rank: Int? = nil, isNeeded: Bool = false
  ) {
    self.init(
      name, meaning, label: label ?? name, title: title ?? label ?? name, alignment: alignment, least: least,
      rank: rank, isNeeded: isNeeded, hasLines: field.hasLines, isOfSource: false
    ) { field.value(in: &$0) }
  }

  private init(
    _ name: String, _ meaning: String, label: String, title: String, alignment: Width.Alignment, least: Int?,
    rank: Int?, isNeeded: Bool, hasLines: Bool, isOfSource: Bool,
    read: @escaping @Sendable (inout Favorite) -> FieldValue?
  ) {
    self.name = name
    self.meaning = meaning
    self.label = label
    listColumn = rank.map {
      Table.Column(title: title, alignment: alignment, least: least, rank: $0, isNeeded: isNeeded)
    }
    tableColumn = Table.Column(title: title, alignment: alignment)
    self.hasLines = hasLines
    self.isOfSource = isOfSource
    self.read = read
  }

  /// In the order of `--json` and of `show`.
  static let all = [
    FavoriteColumn(.lists, "lists", "the lists that the favorite is on", least: 8, rank: 5),
    FavoriteColumn(.tags, "tags", "its tags", least: 8, rank: 6),
    FavoriteColumn(
      .rating, "own_rating", "your rating, from 1 to 5 stars", label: "your rating", title: "yours",
      alignment: .right, rank: 3, isNeeded: true),
    FavoriteColumn(
      "rating", "the rating by its source", label: "rating", title: "rating", alignment: .right, least: nil,
      rank: 4, isNeeded: true, hasLines: false, isOfSource: true
    ) { $0.place.ratingInWords.map { .text($0) } },
    FavoriteColumn(.note, "note", "your note", least: 20, rank: 4, isNeeded: true),
    FavoriteColumn(.visited, "visited", "the day of your last visit", rank: 5, isNeeded: true),
    FavoriteColumn(
      .station, "station", "the station that it belongs to: id, name, lat, lon, and its distance in metres", least: 20,
      rank: 5, isNeeded: true),
  ]

  /// In the order of tables.
  static let inTables = all.filter { !$0.hasLines } + all.filter(\.hasLines)
  /// The columns of a list of favorites.
  static let inLists = inTables.filter { $0.listColumn != nil }

  /// The value; nil if there is none.
  func value(_ favorite: Favorite) -> FieldValue? {
    var favorite = favorite
    return read(&favorite)
  }

  /// The text of a cell, in one line. Does not change the favorite.
  fileprivate func cell(_ favorite: inout Favorite) -> String {
    switch read(&favorite) {
    case nil: ""
    case .text(let text)?: text.onOneLine.neutralised
    case .stars(let stars)?: String(stars)
    case .station(let station)?:
      // The distance comes first, because the end of a long name may be cut off.
      (favorite.stationDistance.map { "\(Numeral.text($0)), " } ?? "") + station.name.neutralised
    case let value?: value.shown
    }
  }

  /// The value in `--json`. Does not change the favorite.
  fileprivate func datum(_ favorite: inout Favorite) -> Datum? {
    guard let value = read(&favorite) else { return nil }
    guard isOfSource else { return value.datum }
    return value.plainText == Place.unrated ? nil : value.plainText.number
  }
}

extension [FavoriteColumn] {
  /// The texts of a row, each in one line.
  func cells(of favorite: Favorite) -> [String] {
    var favorite = favorite
    return map { $0.cell(&favorite) }
  }
}

extension FieldValue {
  /// The value as data.
  var datum: Datum {
    switch self {
    case .text(let text): .text(text)
    case .texts(let texts): .list(texts.map { .text($0) })
    case .count(let count): .integer(count)
    case .stars(let stars): .integer(stars)
    case .day(let day): .own(day.text)
    case .station(let station): station.datum
    case .position, .identity: .text(plainText)
    case .attributes(let attributes): .object(attributes.map { .init(key: $0.key, value: .text($0.value)) })
    case .moment(let seconds): .own(UTC.iso(seconds))
    }
  }
}

extension Favorite.Station {
  fileprivate var datum: Datum {
    let texts = [("id", id.word), ("name", name)].map { Datum.Member(key: Untrusted($0), value: .text($1)) }
    let point = coordinate.map { [("lat", $0.latitude), ("lon", $0.longitude)] } ?? []
    let metres = distance.map { [("distance", $0.inCentimetres)] } ?? []
    return .object(texts + (point + metres).map { Datum.Member(key: Untrusted($0), value: .decimal($1)) })
  }
}

extension Untrusted {
  /// The text as a number if it is one; otherwise the text.
  fileprivate var number: Datum {
    guard let number = Double(text), number.isFinite else { return .text(self) }
    return .decimal(number)
  }
}

extension Favorite {
  /// The distance from its station: the one that was saved, otherwise the one between the two positions.
  var stationDistance: Distance? {
    station.flatMap { station in
      station.distance ?? station.coordinate.flatMap { point in place.coordinate?.distance(to: point) }
    }
  }

  /// Its identity in its source; nil if it was added by hand.
  var source: PlaceID? { place.id.dataset == Favorite.dataset ? nil : place.id }

  /// The fields of `--json` that only favorites have.
  static let fields: [Content.Field] =
    FavoriteColumn.all.map { .init($0.name, $0.meaning) } + [
      .init("kept_from", "its identity in the dataset from which it was saved"),
      .init("added", "when it became a favorite, in UTC"), .init("changed", "when it was changed last, in UTC"),
    ]
}

extension Record {
  /// Adds `Favorite.fields`.
  mutating func add(contentsOf favorite: Favorite) {
    var favorite = favorite
    for column in FavoriteColumn.all {
      if let datum = column.datum(&favorite), datum != .text(Untrusted("")) { add(column.name, datum) }
    }
    add("kept_from", favorite.source?.word)
    add("added", .own(UTC.iso(favorite.created)))
    add("changed", .own(UTC.iso(favorite.changed)))
  }
}
