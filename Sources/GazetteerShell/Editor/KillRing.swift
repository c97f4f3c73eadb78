/// Deleted texts that can be inserted again ("yanked"): the newest first, then in turn those before it.
struct KillRing {
  enum Side { case before, after }

  private static let capacity = 60
  private var kills: [String] = []
  /// The text after the last kill: a kill that starts from it is joined with the last one.
  private var afterKill: EditedText?
  /// The text before and after the last yank, and the index of the kill that was inserted.
  private var lastYank: (before: EditedText, after: EditedText, index: Int)?

  /// Adds a deleted text.
  ///
  /// - Parameters:
  ///   - side: where it was, seen from the cursor.
  ///   - old: the whole text before it was deleted.
  ///   - new: the whole text since.
  mutating func add(_ killed: String, from side: Side, old: EditedText, new: EditedText) {
    guard !killed.isEmpty else { return }
    if old == afterKill, let last = kills.popLast() {
      kills.append(side == .before ? killed + last : last + killed)
    } else {
      kills.append(killed)
      if kills.count > Self.capacity { kills.removeFirst() }
    }
    afterKill = new
  }

  /// Adds a text that is never joined with another.
  mutating func add(_ killed: String) {
    guard !killed.isEmpty else { return }
    kills.append(killed)
    if kills.count > Self.capacity { kills.removeFirst() }
    afterKill = nil
  }

  var newest: String? { kills.last }

  /// `text` with the newest kill inserted.
  mutating func yank(into text: EditedText) -> EditedText {
    guard !kills.isEmpty else { return text }
    return insert(kills.count - 1, into: text)
  }

  /// `text` with an older kill in place of the one just inserted; unchanged if no kill was just inserted.
  mutating func yankOlder(into text: EditedText) -> EditedText {
    guard let lastYank, lastYank.after == text else { return text }
    return insert(lastYank.index > 0 ? lastYank.index - 1 : kills.count - 1, into: lastYank.before)
  }

  private mutating func insert(_ index: Int, into text: EditedText) -> EditedText {
    var new = text
    new.insert(kills[index])
    lastYank = (text, new, index)
    return new
  }
}
