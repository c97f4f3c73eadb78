/// Conditions on names and ids, which have indexes of their own.
extension Dataset {
  /// The rows whose field meets a condition; nil if no index helps.
  func indexedRows(
    of field: ColumnID.Field, meeting condition: Condition, _ cancellation: Cancellation
  ) throws(Cancelled) -> BitSet? {
    switch field {
    case .name: try rows(withName: condition.comparison, condition.value, cancellation)
    case .id where condition.comparison == .equal: rows(withID: condition.value)
    default: nil
    }
  }

  /// O(log places).
  private func rows(withID text: Untrusted) -> BitSet? {
    let number = Int64(text.text).flatMap { String($0) == text.text ? SourceID.number($0) : nil }
    // Another number may be equal to an id: 77.0.
    guard number != nil || places.ids.texts.count > 0 else { return nil }
    var rows = BitSet(capacity: count)
    for id in [number, .text(text.text)].compactMap(\.self) { if let row = row(of: id) { rows.insert(row) } }
    return rows
  }

  /// The rows whose names meet a comparison with a text; nil if the index of names does not help.
  private func rows(
    withName comparison: Condition.Comparison, _ text: Untrusted, _ cancellation: Cancellation
  ) throws(Cancelled) -> BitSet? {
    let folded = Fold.bytes(text)
    guard !folded.isEmpty, !folded.contains(0) else { return nil }
    return switch comparison {
    case .contains: try rows(withName: folded, in: namesToSearch(for: folded), cancellation)
    case .equal: try rows(called: text, folded: folded, cancellation)
    default: nil
    }
  }

  /// O(log names + names with this fold).
  private func rows(
    called name: Untrusted, folded: [UInt8], _ cancellation: Cancellation
  ) throws(Cancelled) -> BitSet {
    var rows = BitSet(capacity: count)
    let beginning = folded.withUnsafeBufferPointer { names.entries(withPrefix: $0) }
    for entry in beginning.lowerBound..<names.end(of: beginning, after: folded.count, upTo: 0) {
      try cancellation.check(every: entry)
      let row = Int(names.rows[entry])
      if places.names[row].elementsEqual(name.bytes) { rows.insert(row) }
    }
    return rows
  }
}
