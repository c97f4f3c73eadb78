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

  /// The columns with values, each with about how much memory it takes. Those of the source come first, because questions
  /// are most often about them. Names have indexes of their own.
  private var questioned: [(id: ColumnID, bytes: Int)] {
    // Cells, the rows of the cells, and ranks; or numbers and ranks.
    let bytesOfRow = 12
    let samples = sampledValues
    let fields: [ColumnID.Field] = [.country, .region, .category, .timezone, .population, .latitude, .longitude, .id]
    return ColumnID.all(in: places).compactMap { column in
      guard case .attribute(let key) = column.id else { return nil }
      return (column.id, samples[key].bytes(of: count) + count * bytesOfRow)
    } + fields.filter { !places.isEmpty($0) }.map { (.field($0), count * bytesOfRow) }
  }

  /// Values of some rows, for each key of attributes.
  private var sampledValues: [ValueSample] {
    var samples = [ValueSample](repeating: ValueSample(), count: places.attributeKeyNames.count)
    let rows = min(count, ValueSample.rows)
    for row in 0..<rows {
      for index in places.attributes(of: row * count / rows) {
        samples[Int(places.attributeKeys[index])].add(places.attributeValues[index])
      }
    }
    return samples
  }
}

/// Some values of a column, from which it is guessed how many different ones there are.
private struct ValueSample {
  /// In so many rows of a dataset.
  static let rows = 4096

  private var hashes: Set<Int> = []
  private var repeats = 0
  private var bytes = 0

  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(text))
    if !hashes.insert(hasher.finalize()).inserted { repeats += 1 }
    bytes += text.count
  }

  /// About how many bytes the different values of all rows have, with what is made of them.
  func bytes(of count: Int) -> Int {
    let values = hashes.count + repeats
    guard values > 0 else { return 0 }
    let filled = count / min(count, Self.rows) * values
    // Of n values among d equally frequent ones, about n² / 2d are like an earlier one.
    let different = repeats == 0 ? filled : min(filled, values * values / (2 * repeats) + 1)
    // The text and its fold, each with where it begins, and a number.
    return different * (2 * bytes / values + 16)
  }
}
