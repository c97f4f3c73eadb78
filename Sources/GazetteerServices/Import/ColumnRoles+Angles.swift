import GazetteerIndex

/// Minutes and seconds.
extension ColumnRoles {
  /// Finds the columns with the minutes and seconds of whole degrees: `LAT_DEG`, `LAT_MIN`, `LAT_SEC`. They are called like
  /// the column of the degrees. A `lat_min` beside decimal degrees or a `lat_max` is
  /// a minimum.
  mutating func findAngleParts() {
    guard areDegrees, !reserved.contains(.latitude), let latitude = column(.latitude),
      let longitude = column(.longitude),
      [latitude, longitude].allSatisfy({ columns[$0].values.allSatisfy(\.isWholeNumber) }),
      let minutes = parts(called: ColumnWords.minutes, beside: latitude, longitude),
      parts(called: ColumnWords.maximum, beside: latitude, longitude, in: -180...180) == nil
    else { return }
    set(.latitudeMinutes, minutes.latitude)
    set(.longitudeMinutes, minutes.longitude)
    guard let seconds = parts(called: ColumnWords.seconds, beside: latitude, longitude) else { return }
    set(.latitudeSeconds, seconds.latitude)
    set(.longitudeSeconds, seconds.longitude)
  }

  /// The columns that are called like those of degrees, with one of some words instead of that for degrees.
  private func parts(
    called known: Set<String>, beside latitude: Int, _ longitude: Int, in range: ClosedRange<Double> = AngleParts.range
  ) -> (latitude: Int, longitude: Int)? {
    func part(of index: Int) -> Int? {
      let words = Self.words(besidesDegrees: names[index])
      return fields.indices.first { other in
        guard fields[other].role == .attribute, let last = names[other].words.last, known.contains(last) else {
          return false
        }
        let values = columns[other].values.filter { !$0.isMissing }
        return Array(names[other].words.dropLast()) == words && !values.isEmpty
          && values.count { $0.angle.map(range.contains) == true } * 5 >= values.count * 4
      }
    }
    guard let ofLatitude = part(of: latitude), let ofLongitude = part(of: longitude) else { return nil }
    return (ofLatitude, ofLongitude)
  }

  /// `LAT` for `LAT_D`.
  static func words(besidesDegrees name: ColumnName) -> [String] {
    name.words.count > 1 && name.words.last.map(ColumnWords.degrees.contains) == true
      ? Array(name.words.dropLast()) : name.words
  }
}

extension String {
  fileprivate var isWholeNumber: Bool { isMissing || angle.map { $0 == $0.rounded() } == true }
}
