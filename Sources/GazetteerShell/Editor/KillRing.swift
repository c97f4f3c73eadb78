/// What was killed, to be put back: the newest first, then in turn those before it.
struct KillRing {
  enum Side { case before, after }

  private static let capacity = 60
  private var kills: [String] = []
  /// The text as a kill left it: the next one there continues it.
  private var afterKill: EditedText?
  /// The text as it was before something was put back, as it is since, and which kill it was.
  private var yank: (before: EditedText, after: EditedText, index: Int)?

  /// Keeps `killed`, which stood on a side of the cursor. `left` and `now` are the texts before and after.
  mutating func keep(_ killed: String, from side: Side, left: EditedText, now: EditedText) {
    guard !killed.isEmpty else { return }
    if left == afterKill, let last = kills.popLast() {
      kills.append(side == .before ? killed + last : last + killed)
    } else {
      kills.append(killed)
      if kills.count > Self.capacity { kills.removeFirst() }
    }
    afterKill = now
  }

  /// `text` with the newest kill put back.
  mutating func putBack(into text: EditedText) -> EditedText {
    guard !kills.isEmpty else { return text }
    return put(kills.count - 1, into: text)
  }

  /// `text` with an older kill in place of the one just put back; as it is if none was.
  mutating func putBackOlder(into text: EditedText) -> EditedText {
    guard let yank, yank.after == text else { return text }
    return put(yank.index > 0 ? yank.index - 1 : kills.count - 1, into: yank.before)
  }

  private mutating func put(_ index: Int, into text: EditedText) -> EditedText {
    var new = text
    new.insert(kills[index])
    yank = (text, new, index)
    return new
  }
}
