import GazetteerIndex

/// The changes that can still be read from a damaged file. Every row has a checksum, so each is one that was written.
struct PendingSalvage {
  /// By their numbers.
  private var changes: [Int64: WaitingChange] = [:]
  /// Whether the file still had all its changes.
  private var isWhole = false

  /// - Parameter damaged: nil if it cannot even be opened.
  init(_ damaged: Database?) {
    guard let damaged else { return }
    // A file of version 1 has no such table.
    let sum = try? damaged.number("SELECT value FROM properties WHERE name = 'sum'")
    let isFirst = (try? damaged.number("SELECT count(*) FROM sqlite_schema WHERE name = 'properties'")) == 0
    var checksums: Int64 = 0
    // If rows from the start on meet damage, others are read from the end.
    for order in ["number", "number DESC"] {
      do throws(DatabaseError) {
        let rows = try damaged.statement("\(PendingRows.columns) ORDER BY \(order)")
        defer { rows.reset() }
        while try rows.step() {
          let change = PendingRows.change(rows) ?? (isFirst ? PendingRows.firstChange(rows) : nil)
          guard let change else { continue }
          changes[change.number] = change
          checksums &+= rows.number(4)
        }
        isWhole = sum == checksums
        return
      } catch {
        continue
      }
    }
  }

  /// Writes the changes to a file, which may have those of a backup. What only the backup has may have been sent or
  /// given up since, so the user must say whether to send it.
  ///
  /// - Parameter day: that of the backup; nil if there is none.
  /// - Returns: what the file has now.
  func write(to rows: PendingRows, _ day: String?) throws(DatabaseError) -> Message {
    var restored = 0
    for var known in try rows.all() where changes[known.number] == nil {
      guard !isWhole else {
        try rows.delete(known.number)
        continue
      }
      restored += 1
      known.isRestored = true
      known.doubt()
      known.reason = Untrusted("it is from a backup, and may have been sent or given up since")
      try rows.write(known)
    }
    for var change in changes.values.sorted(by: { $0.number < $1.number }) {
      change.doubt()
      try rows.write(change)
    }
    let read: Message = "\(own: Self.count(changes.count)) read from it"
    if isWhole { return "\(read), and none is lost" }
    guard let day else { return "\(read), and there is no backup; others may be lost; to see what waits: outbox" }
    guard restored > 0 else { return "\(read); others, made after the backup of \(own: day), may be lost" }
    return """
      \(read); \(own: restored == 1 ? "1 more is" : "\(Numeral.grouped(restored)) more are") from the backup of \
      \(own: day), may have been sent, and \(own: restored == 1 ? "waits" : "wait") for your word; to see them: outbox
      """
  }

  private static func count(_ count: Int) -> String {
    count == 1 ? "1 change was" : "\(Numeral.grouped(count)) changes were"
  }
}

extension WaitingChange {
  /// Makes sure that the service is asked for it before it is sent.
  fileprivate mutating func doubt() {
    // What waits for its link was not sent, unless the file is older than it says.
    if checksLink { wasPutOff = true } else { mayBeStored = true }
  }
}
