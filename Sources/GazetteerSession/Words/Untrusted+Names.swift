import GazetteerIndex

extension [Untrusted] {
  /// Each name once, in ascending order of bytes, like `Catalog.categories`.
  var inOrder: [Untrusted] { Set(self).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) } }

  /// These names with `others`, or without them.
  func adding(_ others: [Untrusted]) -> [Untrusted] { (self + others).inOrder }
  func removing(_ others: [Untrusted]) -> [Untrusted] {
    let unwanted = Set(others)
    return filter { !unwanted.contains($0) }
  }

  /// The names with commas, at most eight of them: `Dorm, Food and 7 more`.
  var listed: Message {
    let most = 8
    guard let first else { return "none" }
    var message: Message = "\(cut: first)"
    for name in dropFirst().prefix(most - 1) { message = "\(message), \(cut: name)" }
    return count > most ? "\(message) and \(own: Numeral.grouped(count - most)) more" : message
  }
}
