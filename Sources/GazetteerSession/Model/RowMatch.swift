import GazetteerIndex

/// The place that was found for a row of a file.
struct RowMatch {
  let hit: Hit
  /// How many places match the row's name in the same tier; nil if no name was searched for.
  var candidates: Int?
}
