import GazetteerIndex

/// Angles in ten millionths of a degree, as whole numbers, such as Google writes them: `latitudeE7`.
extension ColumnRoles {
  /// Whether the latitudes and longitudes are such numbers, by the names and values of their columns.
  var areE7: Bool {
    guard areDegrees, let latitude = column(.latitude), let longitude = column(.longitude) else { return false }
    return isE7(latitude) && isE7(longitude)
  }

  func isE7(_ index: Int) -> Bool {
    names[index].isE7
      && columns[index].values.allSatisfy { $0.isMissing || $0.angle.map { $0 == $0.rounded() } == true }
  }

  /// Finds the two columns of such numbers, which are called alike.
  mutating func findE7() -> Bool {
    func candidates(_ known: Set<String>) -> [(index: Int, words: [String])] {
      fields.indices.compactMap { index in
        guard fields[index].role == .attribute, isE7(index) else { return nil }
        return names[index].beforeE7.qualifier(of: known).map { (index, $0) }
      }
    }
    let longitudes = candidates(ColumnWords.longitude)
    for latitude in candidates(ColumnWords.latitude) {
      guard let longitude = longitudes.first(where: { $0.words == latitude.words }) else { continue }
      set(.latitude, latitude.index)
      set(.longitude, longitude.index)
      return true
    }
    return false
  }
}

extension ColumnName {
  fileprivate var isE7: Bool { words.count > 1 && words.last == "e7" }
  fileprivate var beforeE7: ColumnName { ColumnName(words.dropLast().joined(separator: " ")) }
}

extension Degrees {
  /// An angle in degrees. A number that is one already stays so.
  static func ofE7(_ number: Double) -> Double { abs(number) > 180 ? number / 1e7 : number }
}
