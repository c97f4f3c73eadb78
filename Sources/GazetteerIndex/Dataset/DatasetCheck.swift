/// Checks a dataset from a snapshot of unknown origin, whose checksums anybody could have made.
///
/// First the columns, then the indexes: every number must be in its range and every text UTF-8, so that nothing is read
/// outside its section. And every index must say exactly what the columns say, so that a search gives the same answer as
/// a linear scan of the columns. An index is compared with its source without being sorted again, which takes a third
/// of the time of making it.
///
/// The indexes that a dataset makes when they are first needed need no check: they are made of checked columns. That for
/// texts inside names is left out of a snapshot of unknown origin.
enum DatasetCheck {
  /// Throws if the dataset must not be used. O(its size), on two threads.
  static func check(_ dataset: Dataset, _ cancellation: Cancellation) throws(SnapshotError) {
    let (places, indexes) = (dataset.places, dataset.indexes)
    guard isFormat(dataset.about.format), isUTF8(dataset.about.attribution), places.areInRange, places.haveValidTexts,
      places.shareNamesAsBuilt, indexes.names.isInRange(rowCount: places.count),
      indexes.alternateNames.isInRange(rowCount: places.count)
    else { throw .inconsistent }
    let areRight: Bool
    do throws(Cancelled) {
      areRight = try Self.areRight(indexes, for: places, cancellation)
    } catch {
      throw .cancelled
    }
    guard areRight else { throw .inconsistent }
  }

  private static func areRight(
    _ indexes: DatasetIndexes, for places: PlaceColumns, _ cancellation: Cancellation
  ) throws(Cancelled) -> Bool {
    var isOrdered = false
    var isIndexed = false
    try concurrently(
      { () throws(Cancelled) in
        guard try indexes.names.areNames(of: places, cancellation) else { return }
        isOrdered = try indexes.order.isOrder(of: places, by: indexes.names, cancellation)
      },
      { () throws(Cancelled) in
        guard try indexes.alternateNames.areAlternates(of: places, cancellation) else { return }
        guard try places.attributes.areColumnsAsMade(rows: places.count, cancellation) else { return }
        isIndexed = try places.ids.areInOrder(of: indexes.rowsByID, cancellation)
      })
    guard isOrdered, isIndexed else { return false }
    // It reads the order, so it comes after that.
    let regions = try RegionIndex(places: places, order: indexes.order, cancellation: cancellation)
    return indexes.regions.hasTheSameSections(as: regions)
  }

  private static func isUTF8(_ text: Untrusted?) -> Bool {
    text?.bytes.withUnsafeBufferPointer { firstInvalidUTF8($0) } == nil
  }

  /// The name of a format is shown as it is, unlike texts of the data.
  private static func isFormat(_ name: String) -> Bool {
    (1...20).contains(name.utf8.count)
      && name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }
}

extension PlaceColumns {
  /// Whether all numbers are in the range of what they count or point at.
  fileprivate var areInRange: Bool {
    let tables = [
      names, alternates, ids.texts, timeZoneNames, regionTexts, categoryNames,
    ]
    return tables.allSatisfy(\.isInRange)
      && alternatesEnd.areEnds(of: alternates.count, orNone: alternates.count == 0)
      && attributes.isInRange
      && (ids.texts.count == 0 || ids.areNumbersOrTexts)
      && (positions.latitudes.isEmpty || positions.latitudesE7.isEmpty)
      && timeZones.areBelow(timeZoneNames.count)
      && regionTexts.count >= 4 && regions.areBelow(regionTexts.count / 4)
      && categorySets.count >= 2 && categorySets.areEnds(of: categoryMembers.count)
      && categoryMembers.areBelow(categoryNames.count) && categories.areBelow(categorySets.count - 1)
  }

  fileprivate var haveValidTexts: Bool {
    ([names, alternates, ids.texts, timeZoneNames, regionTexts, categoryNames] + attributes.texts).allSatisfy(\.isUTF8)
  }

  /// Whether the names that places share are there once, and each set of categories has some, each once. Otherwise a
  /// category would be counted twice, or a place would have none. O(names + sets). The columns must be in range.
  fileprivate var shareNamesAsBuilt: Bool {
    guard timeZoneNames.isInterned, categoryNames.isInterned else { return false }
    return (0..<categorySets.count - 1).allSatisfy { set in
      let members = members(ofSet: set)
      // Number 0 is the empty name.
      return !members.isEmpty && !members.contains(0) && Set(members).count == members.count
    }
  }
}

extension AttributeTable {
  /// All its texts.
  fileprivate var texts: [TextTable] { [keyNames, listedValues] + columns.map(\.values.texts) }

  fileprivate var isInRange: Bool {
    texts.allSatisfy(\.isInRange) && listedEnd.areEnds(of: listedValues.count, orNone: listedValues.count == 0)
      && listedKeys.count == listedValues.count && listedKeys.areBelow(keyNames.count)
      && columns.allSatisfy { $0.key < keyNames.count && $0.values.cells.areBelow($0.values.texts.count) }
  }

  /// Whether the columns are what is made of their texts, and no key has two, or a column and attributes in the list.
  /// O(rows × columns + the list). Everything must be in range.
  fileprivate func areColumnsAsMade(rows: Int, _ cancellation: Cancellation) throws(Cancelled) -> Bool {
    guard zip(columns, columns.dropFirst()).allSatisfy({ $0.key < $1.key }) else { return false }
    let keys = Set(columns.map(\.key))
    guard !listedKeys.elements.contains(where: { keys.contains(Int($0)) }) else { return false }
    let hasDecimalCommas = hasDecimalCommas(rows: rows)
    for column in columns {
      guard column.values.usesItsTexts,
        try column.values.isAsMade(hasDecimalCommas: hasDecimalCommas, cancellation)
      else { return false }
    }
    return true
  }
}

extension AttributeColumn {
  /// Whether a row has each of the texts. One that no row has could change the notation.
  fileprivate var usesItsTexts: Bool {
    var used = BitSet(capacity: texts.count)
    used.insert(0)
    for cell in cells.elements { used.insert(Int(cell)) }
    return used.count == texts.count
  }

  /// Whether the texts are different, in their order, and are the numbers that they stand for.
  fileprivate func isAsMade(hasDecimalCommas: Bool, _ cancellation: Cancellation) throws(Cancelled) -> Bool {
    guard texts.isInterned else { return false }
    let made = try Notation.ofColumn(texts, hasDecimalCommas: hasDecimalCommas, cancellation)
    guard notation == made.notation, numbers.count <= made.numbers.count else { return false }
    var last: UInt64 = 0
    for (cell, number) in made.numbers.enumerated() where cell > 0 {
      // After the numbers, there are texts that are none.
      guard number.isNaN == (cell >= numbers.count) else { return false }
      if number.isNaN { continue }
      guard numbers[cell].bitPattern == number.bitPattern, Self.sortable(number) >= last else { return false }
      last = Self.sortable(number)
    }
    return numbers.isEmpty == (notation == .text) && (numbers.isEmpty || numbers[0].isNaN)
  }
}

extension TextTable {
  fileprivate var isInRange: Bool { starts.areEnds(of: bytes.count) }

  /// Whether these are the texts of an `Interner`: the first one is empty, and none is there twice.
  fileprivate var isInterned: Bool {
    count > 0 && self[0].isEmpty && Set((0..<count).map(untrusted)).count == count
  }

  /// Whether each text is valid UTF-8. The ends must be in range.
  fileprivate var isUTF8: Bool {
    guard firstInvalidUTF8(bytes.elements) == nil else { return false }
    // A text that is cut inside a character begins or ends with a part of one.
    return starts.elements.dropLast().allSatisfy { $0 == bytes.count || bytes[Int($0)] & 0xC0 != 0x80 }
  }
}

extension Column<UInt32> {
  /// Whether these are ascending ends of the parts of a list, from 0 to `count`.
  ///
  /// - Parameter mayBeNone: whether there may be no ends at all.
  fileprivate func areEnds(of count: Int, orNone mayBeNone: Bool = false) -> Bool {
    guard let first = elements.first, let last = elements.last else { return mayBeNone }
    guard first == 0, last == count else { return false }
    var before: UInt32 = 0
    for end in elements {
      guard before <= end else { return false }
      before = end
    }
    return true
  }

  fileprivate func areBelow(_ limit: Int) -> Bool {
    let greatest = elements.reduce(0) { Swift.max($0, $1) }
    return isEmpty || Int(greatest) < limit
  }
}

extension IDColumn {
  /// Whether there is a text for each row, and none for a row with a number.
  fileprivate var areNumbersOrTexts: Bool {
    texts.count == numbers.count && (0..<texts.count).allSatisfy { numbers[$0] == .min || texts[$0].isEmpty }
  }

  /// Whether `rows` is the order of the ids, none twice.
  fileprivate func areInOrder(of rows: Column<UInt32>, _ cancellation: Cancellation) throws(Cancelled) -> Bool {
    guard rows.isEmpty || rows.areBelow(numbers.count) else { return false }
    for position in 1..<max(1, numbers.count) {
      try cancellation.check(every: position)
      let (left, right) = rows.isEmpty ? (position - 1, position) : (Int(rows[position - 1]), Int(rows[position]))
      guard precedes(left, right) else { return false }
    }
    return true
  }
}

extension KeyIndex {
  /// Whether reading any key or word stays inside the text.
  fileprivate func isInRange(rowCount: Int) -> Bool {
    guard starts.areEnds(of: text.count), rows.areBelow(rowCount) else { return false }
    guard wordStarts.areBelow(text.count), wordEntries.areBelow(count) else { return false }
    return true
  }

  /// Whether these are the folds of all names, in order, with their later words.
  fileprivate func areNames(of places: PlaceColumns, _ cancellation: Cancellation) throws(Cancelled) -> Bool {
    guard try areKeys(cancellation, inOrder: places.namePrecedes), count == places.count else { return false }
    var fold: [UInt8] = []
    for entry in 0..<count {
      try cancellation.check(every: entry)
      fold.removeAll(keepingCapacity: true)
      Fold.append(places.names[Int(rows[entry])], to: &fold)
      guard key(entry).elementsEqual(fold) else { return false }
    }
    return true
  }

  /// Whether these are the folds of all alternate names, without those that are empty or repeat another name of their
  /// place, in order.
  fileprivate func areAlternates(of places: PlaceColumns, _ cancellation: Cancellation) throws(Cancelled) -> Bool {
    guard try areKeys(cancellation, inOrder: <) else { return false }
    let (ends, entries) = try entriesByRow(rowCount: places.count, cancellation)
    for row in 0..<places.count {
      try cancellation.check(every: row)
      // Strictly ascending, because equal keys have ascending rows.
      let found = entries[Int(ends[row])..<Int(ends[row + 1])]
      let alternates = places.alternates(of: row)
      if alternates.isEmpty, found.isEmpty { continue }
      var expected = Set(alternates.map { Untrusted(foldOf: places.alternates[$0]) })
      expected.subtract([Untrusted(""), Untrusted(foldOf: places.names[row])])
      guard expected.count == found.count else { return false }
      guard found.allSatisfy({ expected.contains(Untrusted(bytes: key(Int($0)))) }) else { return false }
    }
    return true
  }

  /// Whether keys and words are what `KeyIndexBuilder` makes of some texts. Everything must be in range.
  private func areKeys(
    _ cancellation: Cancellation, inOrder precedes: (Int, Int) -> Bool
  ) throws(Cancelled) -> Bool {
    var longest = 0
    for entry in 0..<count {
      try cancellation.check(every: entry)
      let (start, end) = (Int(starts[entry]), Int(starts[entry + 1]))
      guard start < end, text[end - 1] == 0 else { return false }
      longest = max(longest, end - start)
      if entry > 0 {
        let (last, next) = (key(entry - 1), key(entry))
        guard !next.lexicographicallyPrecedes(last) else { return false }
        let areEqual = last.count == next.count && last.elementsEqual(next)
        guard !areEqual || precedes(Int(rows[entry - 1]), Int(rows[entry])) else { return false }
      }
    }
    let zeros = text.elements.count { $0 == 0 }
    guard longest == longestKey, zeros == count, firstInvalidUTF8(text.elements) == nil else { return false }
    return try areWords(cancellation) && hasItsSamples
  }

  /// Whether every later word of a key is there once, and they are in order.
  private func areWords(_ cancellation: Cancellation) throws(Cancelled) -> Bool {
    guard text.elements.count(where: { $0 == 0x20 }) == wordStarts.count else { return false }
    var known = BitSet(capacity: text.count)
    for word in 0..<wordStarts.count {
      try cancellation.check(every: word)
      let (start, entry) = (Int(wordStarts[word]), Int(wordEntries[word]))
      guard start > Int(starts[entry]), start < Int(starts[entry + 1]), text[start - 1] == 0x20, !known.contains(start)
      else { return false }
      known.insert(start)
      if word > 0 {
        switch order(ofWordAt: Int(wordStarts[word - 1]), start) {
        case 1: return false
        case 0: guard wordEntries[word - 1] <= wordEntries[word] else { return false }
        default: break
        }
      }
    }
    return true
  }

  /// -1, 0 or 1: how the words at two positions compare. Both end with a space or a NUL.
  private func order(ofWordAt left: Int, _ right: Int) -> Int {
    var (left, right) = (text.pointer + left, text.pointer + right)
    while left.pointee == right.pointee, left.pointee > 0x20 {
      left += 1
      right += 1
    }
    let (one, other) = (left.pointee > 0x20 ? left.pointee : 0, right.pointee > 0x20 ? right.pointee : 0)
    return one == other ? 0 : one < other ? -1 : 1
  }

  /// The entries of each row, ascending: those of `row` are `entries[ends[row]..<ends[row + 1]]`.
  private func entriesByRow(
    rowCount: Int, _ cancellation: Cancellation
  ) throws(Cancelled) -> (ends: [UInt32], entries: [UInt32]) {
    var ends = [UInt32](repeating: 0, count: rowCount + 1)
    for row in rows.elements { ends[Int(row) + 1] += 1 }
    for row in 0..<rowCount { ends[row + 1] += ends[row] }
    try cancellation.check()
    var next = ends
    var entries = [UInt32](repeating: 0, count: count)
    for (entry, row) in rows.elements.enumerated() {
      entries[Int(next[Int(row)])] = UInt32(entry)
      next[Int(row)] += 1
    }
    return (ends, entries)
  }
}

extension Untrusted {
  fileprivate init(foldOf text: UnsafeBufferPointer<UInt8>) {
    var fold: [UInt8] = []
    Fold.append(text, to: &fold)
    self.init(bytes: fold)
  }
}

extension RowOrder {
  /// Whether these are the two orders of `places`. The names must have been checked.
  fileprivate func isOrder(
    of places: PlaceColumns, by names: KeyIndex, _ cancellation: Cancellation
  ) throws(Cancelled) -> Bool {
    // For each entry, the first one with the same key.
    var first = [UInt32](repeating: 0, count: names.count)
    var seen = BitSet(capacity: places.count)
    for entry in 0..<names.count {
      try cancellation.check(every: entry)
      let row = Int(names.rows[entry])
      guard Int(alphabetical[row]) == entry, !seen.contains(row) else { return false }
      seen.insert(row)
      let isSame = entry > 0 && names.key(entry).elementsEqual(names.key(entry - 1))
      first[entry] = isSame ? first[entry - 1] : UInt32(entry)
    }
    var rows = [UInt32](repeating: .max, count: places.count)
    for row in 0..<places.count {
      let position = Int(relevance[row])
      guard position < rows.count, rows[position] == .max else { return false }
      rows[position] = UInt32(row)
    }
    func key(_ row: Int) -> UInt64 {
      UInt64(~places.population(of: row)) << 32 | UInt64(first[Int(alphabetical[row])])
    }
    for position in 1..<max(1, rows.count) {
      try cancellation.check(every: position)
      let (left, right) = (Int(rows[position - 1]), Int(rows[position]))
      let (one, other) = (key(left), key(right))
      guard one < other || one == other && places.countryAndIDPrecede(left, right) else { return false }
    }
    return true
  }
}
