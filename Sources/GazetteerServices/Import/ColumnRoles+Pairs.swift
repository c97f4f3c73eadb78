import GazetteerIndex

/// Latitude and longitude, or northing and easting, in two columns.
extension ColumnRoles {
  /// The column of an axis, and what tells it from other columns of the same axis.
  private struct Candidate {
    let index: Int
    /// The words besides that for the axis: those of both columns are the same.
    var words: [String]
    /// Whether its name says that it was replaced: `Lat (old)`.
    let isFormer: Bool

    /// Less is better.
    var rank: Int { (isFormer ? 1000 : 0) + words.count { !ColumnWords.datums.contains($0) } }

    func fits(_ other: Candidate) -> Bool {
      words == other.words && isFormer == other.isFormer && index != other.index
    }
  }

  /// The two columns with the same words besides these, the pair with the fewest first.
  func pair(
    _ latitudes: Set<String>, _ longitudes: Set<String>, mayBeEmpty: Bool, inDegrees: Bool
  ) -> (latitude: Int, longitude: Int)? {
    // Not every `x` of something inside a place says where that is.
    let isPlain = latitudes == ColumnWords.y
    func candidates(_ known: Set<String>, _ role: RecordField.Role, most: Double) -> [Candidate] {
      columns.indices.compactMap { index in
        let isFree = fields[index].role == .attribute || fields[index].role == role
        let found = isPlain ? names[index].qualifier(of: known) : names[index].axisQualifier(of: known)
        guard isFree, !weak.contains(index), let words = found else { return nil }
        // `lat_x` and `lat_y` are both latitudes.
        if isPlain, words.contains(where: ColumnWords.angles.contains) { return nil }
        if isPlain, isInside(index), !words.contains(where: ColumnWords.geometry.contains) { return nil }
        let values = columns[index].values
        let fitting = values.count { $0.isMissing || $0.angle.map { abs($0) <= most || !inDegrees } == true }
        guard values.isEmpty ? mayBeEmpty : fitting * 5 >= values.count * (mayBeEmpty ? 3 : 4) else { return nil }
        return Candidate(index: index, words: words, isFormer: ColumnName.isFormer(columns[index].name))
      }
    }
    var ofLatitude = candidates(latitudes, .latitude, most: 90)
    var ofLongitude = candidates(longitudes, .longitude, most: 180)
    if !isPlain { Self.dropAxes(&ofLatitude, &ofLongitude) }
    let pairs = ofLatitude.compactMap { latitude in
      ofLongitude.first { latitude.fits($0) && !areSizes(latitude.index, $0.index) }.map { (latitude, $0) }
    }
    return pairs.min { $0.0.rank < $1.0.rank }.map { ($0.index, $1.index) }
  }

  /// `LATITUDE_Y` and `LONGITUDE_X` belong together. Beside a `lat_x` or a `lon_y`, the letters tell two tables apart that
  /// were joined.
  private static func dropAxes(_ latitudes: inout [Candidate], _ longitudes: inout [Candidate]) {
    guard !latitudes.contains(where: { $0.words.contains("x") }),
      !longitudes.contains(where: { $0.words.contains("y") })
    else { return }
    for index in latitudes.indices { latitudes[index].words.removeAll { $0 == "y" } }
    for index in longitudes.indices { longitudes[index].words.removeAll { $0 == "x" } }
  }

  /// Whether the columns are called like width and length and have them: none is negative, and things are rather longer
  /// than wide. In the countries of these words, latitudes are greater than longitudes.
  private func areSizes(_ latitude: Int, _ longitude: Int) -> Bool {
    let pair = [latitude, longitude]
    guard
      pair.contains(where: { names[$0].words.last.map { ColumnWords.sizes.contains(where: $0.hasSuffix) } == true }),
      !pair.contains(where: { names[$0].words.first?.hasPrefix("geogra") == true })
    else { return false }
    let (widths, lengths) = (
      columns[latitude].values.compactMap(\.angle), columns[longitude].values.compactMap(\.angle)
    )
    guard !widths.isEmpty, !lengths.isEmpty, (widths + lengths).allSatisfy({ $0 >= 0 }) else { return false }
    return lengths.reduce(0, +) / Double(lengths.count) >= widths.reduce(0, +) / Double(widths.count)
  }
}

extension ColumnName {
  /// `qualifier`, also with a number behind the word: `lat1`, `LATITUDE83`. The number is a part of the qualifier.
  func axisQualifier(of known: Set<String>) -> [String]? {
    if let words = qualifier(of: known) { return words }
    guard let last = words.last else { return nil }
    let digits = last.reversed().prefix { "0"..."9" ~= $0 }.reversed().map(String.init).joined()
    guard !digits.isEmpty, known.contains(String(last.dropLast(digits.count))) else { return nil }
    return words.dropLast() + [digits]
  }

  /// Whether the name of a column says in brackets that another one has replaced it.
  static func isFormer(_ name: String) -> Bool {
    name.split(whereSeparator: { "([".contains($0) }).dropFirst().contains { part in
      ColumnWords.former.contains(Fold.fold(String(part.prefix { !")]".contains($0) })))
    }
  }
}
