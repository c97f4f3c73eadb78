import GazetteerIndex

/// Angles in ten millionths or millionths of a degree, as whole numbers, such as Google writes them: `latitudeE7`, `latE6`.
extension ColumnRoles {
  /// How many of the units of such latitudes and longitudes are a degree; nil: they are other numbers.
  var unitsOfDegree: Double? {
    guard let latitude = column(.latitude), let longitude = column(.longitude) else { return nil }
    return unitsOfDegree(latitude, longitude)
  }

  /// The same of two columns, by their names and values: some are too great for degrees.
  func unitsOfDegree(_ latitude: Int, _ longitude: Int) -> Double? {
    let pair = [latitude, longitude]
    guard areDegrees, pair.allSatisfy(columns.indices.contains), let units = units(of: latitude),
      units == self.units(of: longitude),
      pair.contains(where: { columns[$0].values.contains { abs($0.angle ?? 0) > 180 } })
    else { return nil }
    return units
  }

  private func units(of index: Int) -> Double? {
    guard columns[index].values.allSatisfy({ $0.isMissing || $0.angle.map { $0 == $0.rounded() } == true }) else {
      return nil
    }
    return names[index].unitsOfDegree
  }

  /// Finds the two columns of such numbers, which are called alike.
  mutating func findE7() -> Bool {
    func candidates(_ known: Set<String>) -> [(index: Int, units: Double, words: [String])] {
      fields.indices.compactMap { index in
        guard fields[index].role == .attribute, let units = units(of: index) else { return nil }
        return names[index].beforeExponent.qualifier(of: known).map { (index, units, $0) }
      }
    }
    let longitudes = candidates(ColumnWords.longitude)
    for latitude in candidates(ColumnWords.latitude) {
      guard let longitude = longitudes.first(where: { $0.words == latitude.words && $0.units == latitude.units }) else {
        continue
      }
      set(.latitude, latitude.index)
      set(.longitude, longitude.index)
      return true
    }
    return false
  }
}

extension ColumnName {
  fileprivate var unitsOfDegree: Double? {
    guard words.count > 1 else { return nil }
    return switch words.last {
    case "e6": 1e6
    case "e7": 1e7
    default: nil
    }
  }

  fileprivate var beforeExponent: ColumnName { ColumnName(words.dropLast().joined(separator: " ")) }
}
