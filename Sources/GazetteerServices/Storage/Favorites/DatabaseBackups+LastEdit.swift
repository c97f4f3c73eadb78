import GazetteerIndex

extension DatabaseBackups {
  /// The greatest number of an edit in the copies.
  var lastEdit: Int64 {
    let numbers = days.map { day -> Int64 in
      let copy = try? Database(path: "\(folder)/\(name).\(day)", .immutable)
      guard let copy, (try? copy.requireOwnTables()) != nil else { return 0 }
      return (try? copy.number("SELECT max(number) FROM edits")) ?? 0
    }
    return numbers.max() ?? 0
  }
}
