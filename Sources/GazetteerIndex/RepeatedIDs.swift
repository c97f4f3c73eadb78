extension Dataset {
  /// The rows whose id an earlier row has, with that id. O(count).
  package func rowsOfRepeatedIDs(_ cancellation: Cancellation = Cancellation()) throws(Cancelled) -> [Int: SourceID] {
    guard !rowsByID.isEmpty else { return [:] }
    var repeated: [Int: SourceID] = [:]
    var earliest = Int(rowsByID[0])
    for place in 1..<rowsByID.count {
      let row = Int(rowsByID[place])
      try cancellation.check(every: place)
      guard places.ids.areEqual(row, earliest) else {
        earliest = row
        continue
      }
      repeated[max(row, earliest)] = places.ids[row]
      earliest = min(row, earliest)
    }
    return repeated
  }
}
