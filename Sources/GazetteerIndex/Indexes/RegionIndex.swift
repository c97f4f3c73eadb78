/// The words for regions, and the places in each region.
///
/// The words of a region are those of its country's code, alpha-3 code, name and aliases, and of its admin1's code and
/// name, folded. A token finds its regions in O(log words + regions found).
/// Invariants: words ascend and are distinct; every row is in the list of its region.
struct RegionIndex: Sendable {
  let words: TextTable
  /// The regions of word `i` are `members[memberEnds[i]..<memberEnds[i + 1]]`, see `Member`.
  let memberEnds: Column<UInt32>
  let members: Column<UInt32>
  /// The places of region `i` are `rows[rowEnds[i]..<rowEnds[i + 1]]`, in the order of relevance.
  let rowEnds: Column<UInt32>
  let rows: Column<UInt32>

  /// How a token must match a word.
  enum Meeting {
    /// The word starts with the token.
    case prefix
    /// The word is the token. If the token has at least three characters, the word may also only start with it.
    case whole
    /// The word starts with the token, and belongs to the country's code or name.
    case countryPrefix
  }

  /// A region and whether the word belongs to its country's code or name, in one number.
  struct Member {
    let number: UInt32
    init(region: Int, ofCountry: Bool) { number = UInt32(region) << 1 | (ofCountry ? 1 : 0) }
    init(_ number: UInt32) { self.number = number }
    var region: Int { Int(number >> 1) }
    var isOfCountry: Bool { number & 1 != 0 }
  }

  var regionCount: Int { rowEnds.count - 1 }

  func rows(of region: Int) -> UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(rebasing: rows.elements[Int(rowEnds[region])..<Int(rowEnds[region + 1])])
  }

  /// The regions with a word that matches `token`.
  func regions(of token: UnsafeBufferPointer<UInt8>, meeting: Meeting) -> BitSet {
    var found = BitSet(capacity: regionCount)
    let mayBePrefix = meeting != .whole || token.count(where: { $0 & 0xC0 != 0x80 }) >= 3
    var word = partition(0..<words.count) { words[$0].lexicographicallyPrecedes(token) }
    while word < words.count, words[word].starts(with: token) {
      if mayBePrefix || words[word].count == token.count {
        for index in Int(memberEnds[word])..<Int(memberEnds[word + 1]) {
          let member = Member(members[index])
          if meeting != .countryPrefix || member.isOfCountry { found.insert(member.region) }
        }
      }
      word += 1
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
    for region in 0..<regionCount {
      try cancellation.check(every: region)
      let words = RegionWords(region: region, of: places)
      for word in words.ofCountry {
        membersOfWord[word, default: []].append(Member(region: region, ofCountry: true).number)
      }
      for word in words.others where !words.ofCountry.contains(word) {
        membersOfWord[word, default: []].append(Member(region: region, ofCountry: false).number)
      }
    }
    var words = TextTableDraft()
    var ends: [UInt32] = [0]
    var members: [UInt32] = []
    for (word, regions) in membersOfWord.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      word.withUnsafeBufferPointer { words.append($0) }
      members += regions
      ends.append(UInt32(members.count))
    }
    self.words = TextTable(words)
    memberEnds = Column(ends)
    self.members = Column(members)
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
    memberEnds = try archive.part(known?.memberEnds)
    members = try archive.part(known?.members)
    rowEnds = try archive.part(known?.rowEnds)
    rows = try archive.part(known?.rows)
    guard memberEnds.count == words.count + 1, rowEnds.count > 0 else { throw archive.damage }
  }
}

/// The folded words of one region.
struct RegionWords {
  /// Those of the country's code and name.
  private(set) var ofCountry: Set<[UInt8]> = []
  /// Those of its alpha-3 code and aliases, and of the admin1's code and name.
  private(set) var others: Set<[UInt8]> = []

  init(region: Int, of places: PlaceColumns) {
    let code = places.country(ofRegion: region)
    let facts = CountryTable.facts(of: code)
    Self.insertWords(of: code, into: &ofCountry)
    Self.insertWords(of: places.countryName(ofRegion: region), into: &ofCountry)
    for text in [facts?.alpha3, facts?.aliases].compactMap(\.self) {
      text.withUTF8Buffer { Self.insertWords(of: $0, into: &others) }
    }
    Self.insertWords(of: places.regionTexts[region * 4 + 2], into: &others)
    Self.insertWords(of: places.regionTexts[region * 4 + 3], into: &others)
  }

  private static func insertWords(of text: UnsafeBufferPointer<UInt8>, into words: inout Set<[UInt8]>) {
    var folded: [UInt8] = []
    Fold.append(text, to: &folded)
    for word in folded.split(separator: 0x20) { words.insert(Array(word)) }
  }
}
