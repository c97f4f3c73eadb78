/// The distinct regions of a dataset, each a row of four texts: country, country name, admin1, admin1 name.
struct RegionInterner {
  enum Part: Int, CaseIterable {
    case country, countryName, admin1, admin1Name
  }

  private(set) var texts: Interner
  /// Four text numbers for each region. Region 0 is for places without a region.
  private(set) var rows: [SIMD4<UInt32>] = []
  private var slots = SlotTable()
  private var draft = SIMD4<UInt32>.zero

  init(limit: Int) {
    texts = Interner(limit: limit)
    _ = finishDraft()
  }

  mutating func set(_ text: UnsafeBufferPointer<UInt8>, in part: Part) { draft[part.rawValue] = texts.number(of: text) }

  /// Ends the draft, begins the next one, and returns the number of the drafted region.
  mutating func finishDraft() -> UInt32 {
    defer { draft = .zero }
    let (country, name) = (Part.country.rawValue, Part.countryName.rawValue)
    // A source may have the name in the place of the code, too.
    if draft[country] == draft[name] { draft[country] = 0 }
    var hash = WordHash()
    for part in 0..<4 { hash.add(UInt64(draft[part])) }
    if let number = slots.number(hash: hash.value, where: { rows[$0] == draft }) { return number }
    rows.append(draft)
    return slots.add(hash: hash.value)
  }

  mutating func discardDraft() { draft = .zero }
}
