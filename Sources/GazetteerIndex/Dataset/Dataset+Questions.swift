/// What questions need, made before they are asked.
extension Dataset {
  /// With fewer rows, the first question is answered within a frame anyway.
  private static let leastRows = 1 << 15

  /// Makes the index by distance, the columns, and what conditions, words and orders need of them, so that the first
  /// question does not wait for it. Leaves out columns for which there is no room, see `ValueColumns`.
  ///
  /// O(places × columns), and the sorting of different values.
  package func prepareForQuestions() {
    guard count >= Self.leastRows else { return }
    uncancelled { cancellation throws(Cancelled) in
      _ = try spatial(cancellation)
      _ = try nameGroups(cancellation)
      var areAll = true
      for (id, bytes) in try questioned(cancellation) {
        guard bytes <= valueColumns.room else {
          areAll = false
          continue
        }
        let column = try valueColumns.column(id, of: places, cancellation)
        try column.prepare(forWords: id.isSearched, cancellation)
      }
      if areAll { _ = try columns(cancellation) }
    }
  }

  /// The columns with values, each with the most memory that it takes. Those of the source come first, because questions
  /// are most often about them. Names have indexes of their own.
  private func questioned(_ cancellation: Cancellation) throws(Cancelled) -> [(id: ColumnID, bytes: Int)] {
    // Cells, the rows of the cells, and ranks; or numbers and ranks.
    let bytesOfRow = 12
    var bytesOfKeys = [Int](repeating: 0, count: places.attributeKeyNames.count)
    for index in 0..<places.attributeKeys.count {
      try cancellation.check(every: index)
      // The text and its fold, each with where it begins, and a number.
      bytesOfKeys[Int(places.attributeKeys[index])] += 2 * places.attributeValues[index].count + 16
    }
    let fields: [ColumnID.Field] = [.country, .region, .category, .timezone, .population, .latitude, .longitude, .id]
    return ColumnID.all(in: places).compactMap { column in
      guard case .attribute(let key) = column.id else { return nil }
      return (column.id, bytesOfKeys[key] + count * bytesOfRow)
    } + fields.filter { !places.isEmpty($0) }.map { (.field($0), count * bytesOfRow) }
  }
}
