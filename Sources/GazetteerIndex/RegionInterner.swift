/// The distinct regions of a dataset, each a row of four texts: country, country name, admin1, admin1 name.
struct RegionInterner {
  enum Part: Int, CaseIterable {
    case country, countryName, admin1, admin1Name
  }

  private(set) var texts: Interner
  /// Four text numbers a region. Region 0 is the one of places that name none.
  private(set) var rows: [SIMD4<UInt32>] = []
  private var slots = SlotTable()
  private var draft = SIMD4<UInt32>.zero

  init(limit: Int) {
    texts = Interner(limit: limit)
    _ = number()
  }

  mutating func set(_ text: UnsafeBufferPointer<UInt8>, in part: Part) { draft[part.rawValue] = texts.number(of: text) }

  /// The number of the drafted region; the next draft begins.
  mutating func number() -> UInt32 {
    defer { draft = .zero }
    var hash = WordHash()
    for part in 0..<4 { hash.add(UInt64(draft[part])) }
    if let number = slots.number(hash: hash.value, where: { rows[$0] == draft }) { return number }
    rows.append(draft)
    return slots.add(hash: hash.value)
  }

  mutating func forget() { draft = .zero }
}

/// The distinct sets of categories that places have. Set 0 is that of places that name none: `Default`.
struct CategoryInterner {
  private(set) var names: Interner
  private(set) var sets: [[UInt32]] = []
  private var slots = SlotTable()
  private var draft: [UInt32] = []
  /// By the number of a name: the draft that it was added to last.
  private var draftOfName: [Int] = []
  private var drafts = 1

  init(limit: Int) {
    names = Interner(limit: limit)
    StaticString("Default").withUTF8Buffer { add($0) }
    _ = number()
  }

  mutating func add(_ category: UnsafeBufferPointer<UInt8>) {
    let name = names.number(of: category)
    if name >= draftOfName.count { draftOfName += repeatElement(0, count: Int(name) + 1 - draftOfName.count) }
    guard name != 0, draftOfName[Int(name)] != drafts else { return }
    draftOfName[Int(name)] = drafts
    draft.append(name)
  }

  /// The number of the drafted set; the next draft begins.
  mutating func number() -> UInt32 {
    defer { forget() }
    if draft.isEmpty && !sets.isEmpty { return 0 }
    var hash = WordHash()
    for name in draft { hash.add(UInt64(name)) }
    if let number = slots.number(hash: hash.value, where: { sets[$0] == draft }) { return number }
    sets.append(draft)
    return slots.add(hash: hash.value)
  }

  mutating func forget() {
    draft.removeAll(keepingCapacity: true)
    drafts += 1
  }
}
