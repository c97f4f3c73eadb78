import GazetteerIndex

extension Catalog {
  /// Throws if no source has the column of a condition, or if its values cannot be compared with that of the condition.
  /// O(places) for a column that is named for the first time.
  func check(_ conditions: [Condition], _ cancellation: Cancellation) throws {
    for condition in conditions {
      let notations = try datasets.compactMap { source in
        try source.notation(ofColumn: condition.column, cancellation)
      }
      guard let first = notations.first?.type else { throw noColumn(condition.column) }
      let canCompare = notations.contains { notation in
        condition.comparison == .contains || notation == .text || notation.range(condition.value) != nil
      }
      guard canCompare else {
        throw Failure(
          "\(quoted: condition.column) has \(own: first.rawValue)s, and \(quoted: condition.value) is none",
          try: first == .date ? "2024-05-01 or 2024, or ~ for a part of it" : "a number, or ~ for a part of it",
          code: .usage)
      }
    }
  }

  /// - Parameter words: what else could be meant.
  func noColumn(_ name: Untrusted, besides words: [String] = []) -> Failure {
    var names = words.filter { $0 != name.text }
    for column in datasets.flatMap(\.columnNames) where !column.isEmpty && column.bytes.count <= 80 {
      let shown = column.neutralised
      if !names.contains(shown) { names.append(shown) }
    }
    let nearest = Spelling.nearest(to: name.text, among: names)
    let listed = names.prefix(24) + (names.count > 24 ? ["…"] : [])
    return Failure(
      "no column is called \(quoted: name)", why: .didYouMean(nearest),
      try: "\(own: listed.joined(separator: ", "))", code: .usage)
  }
}
