import Testing

@testable import GazetteerIndex

/// Snapshots that somebody has changed. Each must be refused, or answer as its own places say.
@Suite struct SnapshotMutationTests {
  /// Places with values in every column. The second form has positions that need `Double`, ids that are numbers, and
  /// names in one order.
  private static func dataset(isSecond: Bool = false) -> Dataset {
    var builder = DatasetBuilder()
    func bytes(_ text: String, _ use: (UnsafeBufferPointer<UInt8>) -> Void) {
      Array(text.utf8).withUnsafeBufferPointer(use)
    }
    for (row, place) in IndexesAgreeTests.places(90, seed: 5).enumerated() {
      builder.set(id: isSecond ? .number(Int64(row)) : place.id)
      bytes(place.name) { builder.set(name: $0) }
      for name in place.alternates { bytes(name) { builder.add(alternate: $0) } }
      bytes(place.country) { builder.set(country: $0) }
      bytes(place.admin1) { builder.set(admin1: $0) }
      bytes(place.admin1Name) { builder.set(admin1Name: $0) }
      builder.set(population: place.population)
      builder.set(latitude: Double(row % 9) + (isSecond ? 1e-13 : 0))
      builder.set(longitude: Double(row % 7))
      bytes(["Europe/Rome", "Asia/Tokyo"][row % 2]) { builder.set(timeZone: $0) }
      for category in ["rail", "fähre", "cafe"].prefix(row % 4) { bytes(category) { builder.add(category: $0) } }
      let rating = row % 11 == 0 ? "n/a" : "\(row % 5)"
      for (key, value) in [("rating", rating), ("city", ["Bern", "Genf", "Chur"][row % 3]), ("url", "u\(row)")] {
        bytes(key) { key in bytes(value) { builder.add(attribute: key, value: $0) } }
      }
      builder.addDraft()
    }
    let about = DatasetAbout(format: "json", attribution: Untrusted("nobody"))
    return Dataset(name: "test", about: about, builder: builder)
  }

  private static let texts = [
    "", "san", "rio", "newport", "京", "port rio", "us san", "bayern", "sant", "sprngfield", "a", "field",
  ]

  /// What a dataset says, in every way that reads its columns and indexes.
  private static func answers(_ dataset: Dataset) throws -> [String] {
    let catalog = Catalog([dataset])
    var answers: [String] = []
    for text in texts {
      for prefixOnly in [false, true] {
        var query = Query(Untrusted(text))
        query.prefixOnly = prefixOnly
        let found = try catalog.search(query, limit: .max)
        answers.append(
          "\(text) \(found.total): \(found.hits.map { "\($0.place.id) \($0.tier.map { "\($0)" } ?? "")" })")
      }
    }
    var query = Query(Untrusted(""))
    query.categories = [Untrusted("rail")]
    answers.append("\(try catalog.search(query, limit: .max).hits.map(\.place.id))")
    if let origin = Coordinate(latitude: 4, longitude: 3) {
      answers.append("\(try catalog.places(near: origin, within: nil, limit: 20).hits.map(\.place.id))")
    }
    answers.append("\(dataset.categories.map { ($0.name.text, $0.count) })")
    for (column, value) in [("rating", "3"), ("rating", "n/a"), ("city", "genf"), ("url", "u1")] {
      for comparison in [Condition.Comparison.equal, .less, .atLeast, .contains, .isNull] {
        let condition = Condition(Untrusted(column), comparison, Untrusted(value))
        let rows = try dataset.rows(meeting: condition, Cancellation())
        answers.append("\(condition): \((0..<dataset.count).filter(rows.contains))")
      }
    }
    for row in 0..<dataset.count {
      let place = dataset.place(row)
      answers.append("\(place.attributes.map(\.value.text)) \(place.timeZone?.text ?? "none")")
      #expect(dataset.row(of: dataset.id(row).id) == row)
    }
    dataset.prepareForTyping()
    return answers
  }

  /// What is wrong in the answers of a dataset: they must be those of a linear scan of its own places, and of a dataset
  /// that is made anew of them.
  private static func wrong(in dataset: Dataset) throws -> [String] {
    let (answers, others) = (try answers(dataset), try answers(remade(dataset)))
    var wrong = zip(answers, others).filter { $0 != $1 }.map { "\($0), but made anew \($1)" }
    let places = (0..<dataset.count).map(dataset.place)
    let counts = places.flatMap(\.categories).reduce(into: [Untrusted: Int]()) { $0[$1, default: 0] += 1 }
    for (name, count) in dataset.categories where counts[name] != count { wrong.append("\(count) of \(name.text)") }
    // The scan knows countries only by their codes.
    guard dataset.places.ownCountryNames.isEmpty else { return wrong }
    let scan = LinearScan(places.map(ScannedPlace.init))
    for text in texts.dropFirst() {
      for prefixOnly in [false, true] {
        var query = Query(Untrusted(text))
        query.prefixOnly = prefixOnly
        let found = try Catalog([dataset]).search(query, limit: .max).hits.map(\.place)
        let expected = scan.search(text, prefixOnly: prefixOnly).map { places[$0.row].id }
        if found != expected { wrong.append("\(text): \(found), but scanned \(expected)") }
      }
    }
    return wrong
  }

  /// The dataset that the places of another one make.
  private static func remade(_ dataset: Dataset) -> Dataset {
    Dataset(
      name: dataset.name, about: dataset.about,
      places: (0..<dataset.count).map { (dataset.id($0).id, dataset.place($0)) })
  }

  private enum Mutation: CaseIterable {
    case flip, cut, grow
    case repairedFlip, repairedNumber, repairedExchange, repairedSections, repairedEntries, repairedCount
    case repairedLength, repairedShift
  }

  private static func mutate(_ file: inout ChangeableSnapshot, _ mutation: Mutation, _ random: inout SplitMix) {
    func somewhere(_ random: inout SplitMix) -> Int { Int.random(in: 0..<file.bytes.count, using: &random) }
    func section(_ random: inout SplitMix) -> Int { Int.random(in: 0..<file.count, using: &random) }
    let one = section(&random)
    let other = section(&random)
    let (range, otherRange) = (file.range(one), file.range(other))
    switch mutation {
    case .flip: file.bytes[somewhere(&random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case .cut: file.bytes.removeLast(Int.random(in: 1...file.bytes.count, using: &random))
    case .grow: file.bytes += [UInt8](repeating: 0, count: Int.random(in: 1...200, using: &random))
    case .repairedFlip:
      if let index = range.randomElement(using: &random) {
        file.bytes[index] ^= UInt8.random(in: 1...255, using: &random)
      }
    case .repairedNumber:
      guard range.count >= 4 else { return }
      let start = range.lowerBound + Int.random(in: 0..<range.count / 4, using: &random) * 4
      let value = [0, 1, 89, 90, 91, 0x7FFF_FFFF, 0xFFFF_FFFF].randomElement(using: &random) ?? 0
      for byte in 0..<4 { file.bytes[start + byte] = UInt8(truncatingIfNeeded: value >> (byte * 8)) }
    case .repairedExchange:
      guard range.count >= 8 else { return }
      let numbers = (0..<2).map { _ in range.lowerBound + Int.random(in: 0..<range.count / 4, using: &random) * 4 }
      for byte in 0..<4 { file.bytes.swapAt(numbers[0] + byte, numbers[1] + byte) }
    case .repairedSections:
      let count = min(range.count, otherRange.count)
      for index in 0..<count { file.bytes.swapAt(range.lowerBound + index, otherRange.lowerBound + index) }
    case .repairedEntries:
      for word in 0..<3 {
        let left = file.word(file.entry(one) + word)
        file.set(file.entry(one) + word, to: file.word(file.entry(other) + word))
        file.set(file.entry(other) + word, to: left)
      }
    case .repairedCount:
      file.set(
        3, to: [0, UInt64(file.count) - 1, UInt64(file.count) + 1, 168, 169, .max].randomElement(using: &random) ?? 0)
    case .repairedLength:
      let length = file.word(file.entry(one) + 1)
      let lengths = [0, length &- 4, length &- 1, length + 1, length + 4, length + 64, 1 << 62, .max]
      file.set(file.entry(one) + 1, to: lengths.randomElement(using: &random) ?? 0)
    case .repairedShift:
      file.set(file.entry(one), to: file.word(file.entry(one)) &+ [8, 64, .max].randomElement(using: &random)!)
    }
    if !Mutation.allCases.prefix(3).contains(mutation) { file.repair() }
  }

  @Test(arguments: [false, true]) func noChangeLeadsToAWrongAnswer(isSecond: Bool) throws {
    let original = ChangeableSnapshot(try Snapshot.bytes(of: Self.dataset(isSecond: isSecond)))
    let expected = try Self.answers(original.opened())
    var random = SplitMix(state: 11)
    var (refused, same, other) = (0, 0, 0)
    for number in 0..<1000 {
      var file = original
      let mutation = Mutation.allCases[number % Mutation.allCases.count]
      Self.mutate(&file, mutation, &random)
      guard file.bytes != original.bytes else { continue }
      guard let dataset = try? file.opened() else {
        refused += 1
        continue
      }
      let answers = try Self.answers(dataset)
      if answers == expected {
        same += 1
      } else {
        // A name or a number was changed so that everything else still fits: it is another dataset.
        #expect(![.flip, .cut, .grow].contains(mutation))
        let wrong = try Self.wrong(in: dataset)
        #expect(wrong.isEmpty, "\(mutation) \(number): \(wrong.prefix(3))")
        other += 1
      }
    }
    // The first are by far the most; the others are changes of padding and of single values.
    #expect(refused > 700 && same > 0 && other > 0, "\(refused) \(same) \(other)")
  }

  /// In every section: what the checks of a trusted snapshot would let pass is refused, or harmless.
  @Test func everySectionIsChecked() throws {
    let original = ChangeableSnapshot(try Snapshot.bytes(of: Self.dataset()))
    var random = SplitMix(state: 12)
    for section in 0..<original.count {
      let range = original.range(section)
      for step in 0..<40 where !range.isEmpty {
        var file = original
        let index =
          range.lowerBound + (step < 8 ? min(step, range.count - 1) : Int.random(in: 0..<range.count, using: &random))
        file.bytes[index] = step % 2 == 0 ? UInt8.random(in: 0...255, using: &random) : 255
        file.repair()
        guard let dataset = try? file.opened() else { continue }
        #expect(try Self.wrong(in: dataset).isEmpty, "section \(section), byte \(index)")
      }
    }
  }

  /// What no builder stores: names and categories that places share must be there once. For each, the control: without
  /// the check, an answer is wrong.
  @Test(
    arguments: [
      ("a category twice in a set", \PlaceColumns.categoryMembers.bytes, 3 * 4, [2, 0, 0, 0]),
      ("a category without a name", \.categoryMembers.bytes, 0, [0, 0, 0, 0]),
      ("a set without categories", \.categorySets.bytes, 4, [0, 0, 0, 0]),
      ("two categories with one name", \.categoryNames.bytes.bytes, 17, Array("rail".utf8)),
      ("a time zone without a name", \.timeZoneNames.starts.bytes, 8, [0, 0, 0, 0]),
    ] as [(String, KeyPath<PlaceColumns, UnsafeRawBufferPointer> & Sendable, Int, [UInt8])])
  func whatPlacesShareIsThereOnce(
    what: String, column: KeyPath<PlaceColumns, UnsafeRawBufferPointer> & Sendable, offset: Int, bytes: [UInt8]
  ) throws {
    var file = ChangeableSnapshot(try Snapshot.bytes(of: Self.dataset()))
    let wanted = Array(try file.opened().places[keyPath: column])
    let section = try #require((0..<file.count).first { file.bytes[file.range($0)].elementsEqual(wanted) })
    let start = file.range(section).lowerBound + offset
    file.bytes.replaceSubrange(start..<start + bytes.count, with: bytes)
    file.repair()
    #expect(throws: SnapshotError.inconsistent) { try file.opened() }
    #expect(try !Self.wrong(in: file.opened(isChecked: false)).isEmpty)
  }

  /// Columns of attributes that no builder makes. For those that are safe to read, the control: without the check, an
  /// answer is wrong.
  @Test(
    arguments: [
      ("a number that is not that of its text", 0, \AttributeColumn.numbers.bytes, 38, [0]),
      ("a text that is not that of its number", 0, \.texts.bytes.bytes, 1, Array("7".utf8)),
      ("a text among the numbers", 0, \.texts.bytes.bytes, 1, Array("x".utf8)),
      ("a number after the numbers", 0, \.texts.bytes.bytes, 5, Array("123".utf8)),
      ("two cells with one text", 1, \.texts.bytes.bytes, 0, Array("GenfGenf".utf8)),
      ("a cell of no text", 1, \.cells.bytes, 0, [4]),
      ("no UTF-8", 1, \.texts.bytes.bytes, 0, [0xFF]),
    ] as [(String, Int, KeyPath<AttributeColumn, UnsafeRawBufferPointer> & Sendable, Int, [UInt8])])
  func columnsOfAttributesAreAsMade(
    what: String, column: Int, part: KeyPath<AttributeColumn, UnsafeRawBufferPointer> & Sendable, offset: Int,
    bytes: [UInt8]
  ) throws {
    let original = ChangeableSnapshot(try Snapshot.bytes(of: Self.dataset()))
    let wanted = Array(try original.opened().places.attributes.columns[column].values[keyPath: part])
    var file = original
    let start = try #require(file.bytes.firstRange(of: wanted)?.lowerBound) + offset
    file.bytes.replaceSubrange(start..<start + bytes.count, with: bytes)
    #expect(file.bytes != original.bytes)
    file.repair()
    #expect(throws: SnapshotError.inconsistent) { try file.opened() }
    if offset > 0 { #expect(try !Self.wrong(in: file.opened(isChecked: false)).isEmpty) }
  }

  /// A text that no row has is found nowhere, but could make numbers texts.
  @Test func everyTextOfAColumnHasARow() throws {
    var file = ChangeableSnapshot(try Snapshot.bytes(of: Self.dataset()))
    let cells = try file.opened().places.attributes.columns[1].values.cells
    let start = try #require(file.bytes.firstRange(of: Array(cells.bytes))?.lowerBound)
    for row in 0..<cells.count where cells[row] == 3 { file.bytes[start + row * 4] = 1 }
    file.repair()
    #expect(throws: SnapshotError.inconsistent) { try file.opened() }
  }

  /// What a builder stores is no contradiction, however odd.
  @Test func oddPlacesAreAccepted() throws {
    var builder = DatasetBuilder()
    // A draft that is discarded leaves names that no place uses.
    "unused".withBytes { builder.add(category: $0) }
    "Europe/Oslo".withBytes { builder.set(timeZone: $0) }
    "unused".withBytes { key in "1".withBytes { builder.add(attribute: key, value: $0) } }
    builder.discardDraft()
    for row in 0..<3 {
      "Rio".withBytes { builder.set(name: $0) }
      builder.set(latitude: [200, -91, .infinity][row])
      builder.set(longitude: 300)
      for value in ["", "2", "2"] {
        for key in ["", "stars"] {
          key.withBytes { key in value.withBytes { builder.add(attribute: key, value: $0) } }
        }
      }
      for category in ["", "Default", "rail", "rail"] { category.withBytes { builder.add(category: $0) } }
      builder.addDraft()
    }
    let dataset = Dataset(name: "test", about: DatasetAbout(format: "json"), builder: builder)
    let opened = try ChangeableSnapshot(Snapshot.bytes(of: dataset)).opened()
    #expect(try Self.wrong(in: opened).isEmpty)
    #expect((0..<3).map(opened.place) == (0..<3).map(dataset.place))
    #expect(opened.place(0).categories == [Untrusted("Default"), Untrusted("rail")])
  }

  /// Without the check, numbers that are exchanged within their section give wrong answers. That all of them stay in
  /// range makes it safe to try.
  @Test func theControlWithoutTheCheckIsWrong() throws {
    let original = ChangeableSnapshot(try Snapshot.bytes(of: Self.dataset()))
    let dataset = try original.opened()
    var wrong = 0
    for column in [dataset.indexes.names.rows, dataset.order.relevance, dataset.indexes.rowsByID] {
      let start = try #require(original.bytes.firstRange(of: Array(column.bytes))?.lowerBound)
      for step in 0..<10 {
        var file = original
        for byte in 0..<4 { file.bytes.swapAt(start + step * 4 + byte, start + (step + 40) * 4 + byte) }
        file.repair()
        #expect(throws: SnapshotError.inconsistent) { try file.opened() }
        let unchecked = try file.opened(isChecked: false)
        let query = Query(Untrusted("san"))
        let (left, right) = (
          try Catalog([unchecked]).search(query, limit: .max), try Catalog([dataset]).search(query, limit: .max)
        )
        if left != right || (0..<90).contains(where: { unchecked.row(of: unchecked.id($0).id) != $0 }) { wrong += 1 }
      }
    }
    #expect(wrong > 10)
  }

  @Test func theReasonIsNamed() throws {
    let original = ChangeableSnapshot(try Snapshot.bytes(of: Self.dataset()))
    func failure(_ change: (inout ChangeableSnapshot) -> Void) -> SnapshotError? {
      var file = original
      change(&file)
      do throws(SnapshotError) {
        _ = try file.opened()
        return nil
      } catch {
        return error
      }
    }
    #expect(failure { _ in } == nil)
    #expect(failure { $0.bytes = [] } == .notASnapshot)
    #expect(failure { $0.bytes[0] = 0 } == .notASnapshot)
    #expect(failure { $0.bytes.removeLast($0.bytes.count - 100) } == .cut)
    #expect(failure { $0.bytes.removeLast(1) } == .cut)
    #expect(failure { $0.bytes.append(0) } == .damaged(section: -1))
    #expect(failure { $0.set(1, to: 3) } == .otherVersion(3))
    #expect(failure { $0.set(1, to: 99) } == .otherVersion(99))
    #expect(failure { $0.set(2, to: Snapshot.byteOrder.byteSwapped) } == .otherByteOrder)
    #expect(failure { $0.set(0, to: Snapshot.magic.byteSwapped) } == .otherByteOrder)
    #expect(failure { $0.bytes[4095] = 1 } == .damaged(section: -1))
    #expect(failure { $0.bytes[$0.range(2).lowerBound] ^= 1 } == .damaged(section: 2))
    #expect(
      failure {
        $0.set($0.entry(1), to: 4096)
        $0.repair()
      } == .damaged(section: 1))
    #expect(
      failure {
        // The last section is empty here, so only its reader misses it.
        $0.set(3, to: UInt64($0.count) - 1)
        $0.repair()
      } == .damaged(section: original.count - 1))
    #expect(
      failure {
        // The attribution, which follows the format, is not UTF-8.
        $0.bytes[$0.range(0).lowerBound + "json".utf8.count] = 0xFF
        $0.repair()
      } == .inconsistent)
  }

  @Test func aCancelledCheckEnds() throws {
    let memory = OwnedBytes(try Snapshot.bytes(of: Self.dataset()))
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: SnapshotError.cancelled) {
      _ = try Snapshot.checkedDataset(at: memory.bytes, of: memory, named: "test", cancellation)
    }
  }
}

extension PlaceColumns {
  /// Those that the data has, not the built-in table.
  fileprivate var ownCountryNames: [Int] { (0..<regionTexts.count / 4).filter { !regionTexts[$0 * 4 + 1].isEmpty } }
}

extension ScannedPlace {
  fileprivate init(_ place: Place) {
    self.init(
      id: place.id.id, name: place.name.text, alternates: place.alternates.map(\.text),
      country: place.region.country.text, admin1: place.region.admin1.text,
      admin1Name: place.region.admin1Name.text, population: place.population)
  }
}
