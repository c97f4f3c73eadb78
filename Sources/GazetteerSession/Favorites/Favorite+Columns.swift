import GazetteerIndex

/// The columns that only favorites have: conditions, orders and counts can name them.
extension Favorite {
  /// Called as in `--json`.
  private static let ownColumns: [(name: Untrusted, field: FavoriteField)] = {
    let columns: [(String, FavoriteField)] = [
      ("lists", .lists), ("tags", .tags), (ownRating, .rating), ("note", .note), ("visited", .visited),
      ("station", .station), ("added", .created), ("changed", .changed),
    ]
    return columns.map { (Untrusted($0.0), $0.1) }
  }()

  static let ownRating = "own_rating"
  static let columnNames = ownColumns.map(\.name)

  /// The place as a row of the dataset that the favorites form: its attributes are the columns. A column of the source
  /// that is called like one of favorites is left out.
  var row: Place {
    var favorite = self
    var place = place
    place.attributes.removeAll { Self.columnNames.contains($0.key) }
    place.attributes += Self.ownColumns.compactMap { name, field in
      field.value(in: &favorite).map { Place.Attribute(key: name, value: $0.inColumn) }
    }
    return place
  }

  /// Whether a text, which is folded, is a part of the note, or the name of a list or tag.
  func isDescribed(by text: [UInt8]) -> Bool {
    guard !text.isEmpty else { return false }
    return note.map { Fold.bytes($0).contains(text) } ?? false || (lists + tags).contains { Fold.bytes($0) == text }
  }
}

extension FieldValue {
  /// The value in a column. Moments are written so that they can be compared with dates.
  fileprivate var inColumn: Untrusted {
    if case .moment(let seconds) = self { Untrusted(UTC.iso(seconds)) } else { plainText }
  }
}

extension Catalog {
  /// Conditions on favorites. `rating` is the user's own, as in `rate`, unless a source has ratings, too.
  ///
  /// - Returns: also what the user may not expect.
  func ofFavorites(_ conditions: [Condition]) -> (conditions: [Condition], remarks: [Message]) {
    let rating = Untrusted("rating")
    guard conditions.contains(where: { $0.column.isFolded(as: rating) }) else { return (conditions, []) }
    guard datasets.allSatisfy({ $0.columnName(for: rating) == nil }) else {
      return (conditions, ["rating is that of the source; yours is \(own: Favorite.ownRating)"])
    }
    let own = conditions.map { condition in
      guard condition.column.isFolded(as: rating) else { return condition }
      return Condition(Untrusted(Favorite.ownRating), condition.comparison, condition.value)
    }
    return (own, [])
  }
}
