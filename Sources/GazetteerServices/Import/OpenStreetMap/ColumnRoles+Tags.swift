import GazetteerIndex

/// Columns that are the tags of elements of OpenStreetMap, as programs write them into GeoJSON.
extension ColumnRoles {
  /// What `OSMPlace` knows better than the names of columns: the `type` of a relation is no category, and the `country`
  /// of an embassy is not where it is.
  static let ofTags: Set<RecordField.Role> = [.category, .country, .countryName, .admin1, .admin1Name]

  /// Whether their ids are those of elements: overpass-turbo writes `"@id": "node/5"`, osmtogeojson `"id": "node/5"`,
  /// osmium `"@type": "node"`. Files with a column of categories, such as those that this program exports, have more
  /// than tags.
  var areTags: Bool {
    func count(_ names: Set<String>, where isRight: (String) -> Bool = { _ in true }) -> Int {
      columns.filter { names.contains($0.name) && $0.values.allSatisfy(isRight) }.map(\.values.count).max() ?? 0
    }
    let ids = max(
      count(["@id", "id"], where: \.isElementID), count(["@type"]) { OSMElement.Kind(rawValue: $0) != nil })
    return ids > 0 && count(Set(FieldNames.category.prefix(2))) * 2 <= ids
  }

  /// Makes the columns that `OSMPlace` reads columns of their own, unless the user chose them.
  mutating func leaveTags() {
    let roles = Self.ofTags.subtracting(chosen)
    for index in fields.indices where roles.contains(fields[index].role) { fields[index] = .attribute }
  }
}

extension String {
  /// Whether it is `node/5` or the like.
  fileprivate var isElementID: Bool {
    let parts = split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && OSMElement.Kind(rawValue: String(parts[0])) != nil && Int64(parts[1]) != nil
  }
}
