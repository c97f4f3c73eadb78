import GazetteerIndex

/// Angles in ten millionths of a degree, as whole numbers, such as Google writes them: `latitudeE7`.
extension ColumnRoles {
  /// Whether the latitudes and longitudes are such numbers.
  var areE7: Bool {
    guard let latitude = column(.latitude), let longitude = column(.longitude) else { return false }
    return areE7(latitude, longitude)
  }

  /// Whether two columns are such numbers, by their names and values: some are too great for degrees.
  func areE7(_ latitude: Int, _ longitude: Int) -> Bool {
    let pair = [latitude, longitude]
    return areDegrees && pair.allSatisfy { columns.indices.contains($0) && isE7($0) }
      && pair.contains { columns[$0].values.contains { abs($0.angle ?? 0) > 180 } }
  }

  private func isE7(_ index: Int) -> Bool {
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
  static func ofE7(_ number: Double) -> Double { number / 1e7 }
}
