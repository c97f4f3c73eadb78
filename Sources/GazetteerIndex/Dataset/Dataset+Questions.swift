/// What questions need, made before they are asked.
extension Dataset {
  /// With fewer rows, the first question is answered within a frame anyway.
  private static let leastRows = 1 << 15

  /// Makes the index by distance, the columns, and what conditions, words, orders and counts need of them, so that the first
  /// question does not wait for it. Leaves out columns for which there is no room, see `ValueColumns`.
  ///
  /// O(places × columns), and the sorting of different values.
  package func prepareForQuestions() {
    guard count >= Self.leastRows else { return }
    uncancelled { cancellation throws(Cancelled) in
      _ = try spatial(cancellation)
      _ = try countsOfAll(by: .field(.name), most: 0, cancellation)
      var areAll = true
      for (id, bytes) in questioned {
        guard bytes <= valueColumns.room else {
          areAll = false
          continue
        }
        let column = try valueColumns.column(id, of: places, cancellation)
        try column.prepare(forWords: id.isSearched, cancellation)
        _ = try countsOfAll(by: id, most: 0, cancellation)
      }
      if areAll { _ = try columns(cancellation) }
    }
  }

  /// The columns with values, each with about how much more memory it takes. Those of the source come first, because
  /// questions are most often about them. Names have indexes of their own.
  private var questioned: [(id: ColumnID, bytes: Int)] {
    // The rows of the cells, or different numbers, and ranks; for attributes that are not stored also the cells.
    let (bytesOfStored, bytesOfRow) = (8, 12)
    let listed = bytesOfListed
    let fields: [ColumnID.Field] = [.country, .region, .category, .timezone, .population, .latitude, .longitude, .id]
    return ColumnID.all(in: places).compactMap { column in
      guard case .attribute(let key) = column.id else { return nil }
      guard let stored = places.attributes.column(ofKey: key) else {
        return (column.id, listed[key] + count * bytesOfRow)
      }
      return (column.id, bytesOfTexts(stored.texts.count, stored.texts.bytes.count) + count * bytesOfStored)
    } + fields.filter { !places.isEmpty($0) }.map { (.field($0), count * bytesOfStored) }
  }

  /// How many bytes some texts have with what is made of them: the fold, each with where it begins, and a number.
  private func bytesOfTexts(_ texts: Int, _ bytes: Int) -> Int { 2 * bytes + texts * 16 }

  /// About how many bytes the different values of each key would have that has no column of attributes.
  private var bytesOfListed: [Int] {
    let attributes = places.attributes
    var samples = [ValueSample](repeating: ValueSample(), count: attributes.keyNames.count)
    let rows = ValueSample.rows(of: count)
    for row in rows {
      for attribute in attributes[row] { samples[attribute.key].add(attribute.value) }
    }
    return samples.map { sample in
      let different = sample.different(among: sample.count * count / max(1, rows.count))
      return bytesOfTexts(different, sample.bytes(of: different))
    }
  }
}
