/// The distinct sets of categories that places have. Set 0 is for places without categories: `Default`.
struct CategoryInterner {
  private(set) var names: Interner
  private(set) var sets: [[UInt32]] = []
  private var slots = SlotTable()
  private var draft: [UInt32] = []
  /// For each name: the number of the last draft that it was added to.
  private var draftOfName: [Int] = []
  private var drafts = 1

  init(limit: Int) {
    names = Interner(limit: limit)
    StaticString("Default").withUTF8Buffer { add($0) }
    _ = finishDraft()
  }

  mutating func add(_ category: UnsafeBufferPointer<UInt8>) {
    let name = names.number(of: category)
    if name >= draftOfName.count { draftOfName += repeatElement(0, count: Int(name) + 1 - draftOfName.count) }
    guard name != 0, draftOfName[Int(name)] != drafts else { return }
    draftOfName[Int(name)] = drafts
    draft.append(name)
  }

  /// Ends the draft, begins the next one, and returns the number of the drafted set.
  mutating func finishDraft() -> UInt32 {
    defer { discardDraft() }
    if draft.isEmpty && !sets.isEmpty { return 0 }
    var hash = WordHash()
    for name in draft { hash.add(UInt64(name)) }
    if let number = slots.number(hash: hash.value, where: { sets[$0] == draft }) { return number }
    sets.append(draft)
    return slots.add(hash: hash.value)
  }

  mutating func discardDraft() {
    draft.removeAll(keepingCapacity: true)
    drafts += 1
  }
}
