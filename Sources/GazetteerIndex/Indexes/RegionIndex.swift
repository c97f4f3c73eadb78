/// The words and names of regions, and the places in each region.
///
/// The names of a region are its country's code, alpha-3 code, name and aliases, its admin1's code and name, and the
/// further names of both, folded; its words are the words of these names. A token finds its regions in O(log words + regions found).
/// Invariants: words and names ascend and are distinct; every row is in the list of its region.
struct RegionIndex: Sendable {
  /// The members of a word are numbers of `Member`.
  let words: RegionTexts
  /// The members of a name are regions.
  let names: RegionTexts
  /// The places of region `i` are `rows[rowEnds[i]..<rowEnds[i + 1]]`, in the order of relevance.
  let rowEnds: Column<UInt32>
  let rows: Column<UInt32>

  /// How a token must match a word.
  enum Meeting {
    /// The word starts with the token.
    case prefix
    /// The word is the token. If the token has at least three characters, the word may also only start with it.
    case whole
    /// The same, and the word belongs to the country's code or name.
    case wholeOfCountry

    /// Whether a word that starts with the token matches as one of this kind.
    func allows(_ kind: Member.Kind?, isWhole: Bool) -> Bool {
      switch kind {
      case .country: true
      case .other: self != .wholeOfCountry
      case .further: self != .wholeOfCountry && isWhole
      case nil: false
      }
    }
  }

  /// A region and the kind of name that a word belongs to, in one number.
  struct Member {
    enum Kind: UInt32 {
      case country, other, further
    }

    let number: UInt32
    init(region: Int, kind: Kind) { number = UInt32(region) << 2 | kind.rawValue }
    init(_ number: UInt32) { self.number = number }
    var region: Int { Int(number >> 2) }
    var kind: Kind? { Kind(rawValue: number & 3) }
  }

  var regionCount: Int { rowEnds.count - 1 }

  func rows(of region: Int) -> UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(rebasing: rows.elements[range(of: region)])
  }

  /// Where in `rows` the places of a region are.
  func range(of region: Int) -> Range<Int> { Int(rowEnds[region])..<Int(rowEnds[region + 1]) }

  /// The regions with a word that matches `token`.
  func regions(of token: UnsafeBufferPointer<UInt8>, meeting: Meeting) -> BitSet {
    var found = BitSet(capacity: regionCount)
    let mayBePrefix = meeting == .prefix || token.count(where: { $0 & 0xC0 != 0x80 }) >= 3
    for word in words.beginning(with: token) {
      let isWhole = words.texts[word].count == token.count
      guard isWhole || mayBePrefix else { continue }
      for member in words.members(of: word).lazy.map(Member.init) where meeting.allows(member.kind, isWhole: isWhole) {
        found.insert(member.region)
      }
    }
    return found
  }

  /// The regions with this name.
  func regions(named name: UnsafeBufferPointer<UInt8>) -> BitSet {
    var found = BitSet(capacity: regionCount)
    if let index = names.beginning(with: name).first, names.texts[index].count == name.count {
      for region in names.members(of: index) { found.insert(Int(region)) }
    }
    return found
  }
}

extension RegionIndex {
  /// Regions and rows of `places`, in the order of relevance. O(n + region words).
  init(places: PlaceColumns, order: RowOrder, cancellation: Cancellation) throws(Cancelled) {
    let regionCount = places.regionTexts.count / 4
    (rowEnds, rows) = try Self.rowsByRegion(
      places: places, order: order, regionCount: regionCount, cancellation)
    var membersOfWord: [[UInt8]: [UInt32]] = [:]
    var regionsOfName: [[UInt8]: [UInt32]] = [:]
    var table = RegionNameTable()
    for region in 0..<regionCount {
      try cancellation.check(every: region)
      let names = RegionNames(region: region, of: places, further: &table)
      let kinds = [
        (names.wordsOfCountry, Member.Kind.country), (names.otherWords, .other), (names.furtherWords, .further),
      ]
      for (words, kind) in kinds {
        for word in words { membersOfWord[word, default: []].append(Member(region: region, kind: kind).number) }
      }
      for name in names.all { regionsOfName[name, default: []].append(UInt32(region)) }
    }
    words = RegionTexts(membersOfWord)
    names = RegionTexts(regionsOfName)
  }

  private static func rowsByRegion(
    places: PlaceColumns, order: RowOrder, regionCount: Int, _ cancellation: Cancellation
  ) throws(Cancelled) -> (ends: Column<UInt32>, rows: Column<UInt32>) {
    let byRelevance = Column<UInt32>(count: places.count) { rows in
      for row in 0..<places.count { rows[Int(order.relevance[row])] = UInt32(row) }
    }
    try cancellation.check()
    var ends = [UInt32](repeating: 0, count: regionCount + 1)
    for row in 0..<places.count { ends[places.region(of: row) + 1] += 1 }
    for region in 0..<regionCount { ends[region + 1] += ends[region] }
    var next = ends
    let rows = try Column<UInt32>(count: places.count) { rows throws(Cancelled) in
      for (position, row) in byRelevance.elements.enumerated() {
        try cancellation.check(every: position)
        let region = places.region(of: Int(row))
        rows[Int(next[region])] = row
        next[region] += 1
      }
    }
    return (Column(ends), rows)
  }
}

extension RegionIndex: Archived {
  init(_ archive: inout some Archive, copying known: RegionIndex?) throws(SnapshotError) {
    words = try archive.part(known?.words)
    names = try archive.part(known?.names)
    rowEnds = try archive.part(known?.rowEnds)
    rows = try archive.part(known?.rows)
    guard rowEnds.count > 0 else { throw archive.damage }
  }
}
