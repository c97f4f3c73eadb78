extension Column: SnapshotPart {
  func write(to writer: inout SnapshotWriter) { writer.add(bytes) }

  init(from reader: inout SnapshotReader) throws(SnapshotError) {
    let section = try reader.section()
    guard section.count % MemoryLayout<Element>.stride == 0 else { throw reader.damage }
    self.init(immortal: section)
  }
}

extension TextTable: SnapshotPart {
  func write(to writer: inout SnapshotWriter) {
    bytes.write(to: &writer)
    starts.write(to: &writer)
  }

  init(from reader: inout SnapshotReader) throws(SnapshotError) {
    self.init(bytes: try Column(from: &reader), starts: try Column(from: &reader))
    guard starts.count > 0, starts[starts.count - 1] == bytes.count else { throw reader.damage }
  }
}

extension IDColumn: SnapshotPart {
  func write(to writer: inout SnapshotWriter) {
    numbers.write(to: &writer)
    texts.write(to: &writer)
  }

  init(from reader: inout SnapshotReader) throws(SnapshotError) {
    numbers = try Column(from: &reader)
    texts = try TextTable(from: &reader)
  }
}

extension PositionColumn: SnapshotPart {
  func write(to writer: inout SnapshotWriter) {
    latitudesE7.write(to: &writer)
    longitudesE7.write(to: &writer)
    latitudes.write(to: &writer)
    longitudes.write(to: &writer)
  }

  init(from reader: inout SnapshotReader) throws(SnapshotError) {
    self.init(
      latitudesE7: try Column(from: &reader), longitudesE7: try Column(from: &reader),
      latitudes: try Column(from: &reader), longitudes: try Column(from: &reader))
    guard latitudesE7.count == longitudesE7.count, latitudes.count == longitudes.count else { throw reader.damage }
  }
}

extension PlaceColumns: SnapshotPart {
  func write(to writer: inout SnapshotWriter) {
    let parts: [any SnapshotPart] = [
      names, alternates, alternatesEnd, ids, positions, populations, timeZoneNames, timeZones, regionTexts, regions,
      categoryNames, categorySets, categoryMembers, categories, attributeKeyNames, attributeKeys, attributeValues,
      attributesEnd,
    ]
    for part in parts { part.write(to: &writer) }
  }
}

extension KeyIndex: SnapshotPart {
  func write(to writer: inout SnapshotWriter) {
    let parts: [any SnapshotPart] = [text, starts, rows, wordStarts, wordEntries, Column([UInt32(longestKey)])]
    for part in parts { part.write(to: &writer) }
  }

  convenience init(from reader: inout SnapshotReader) throws(SnapshotError) {
    let text = try Column<UInt8>(from: &reader)
    let starts = try Column<UInt32>(from: &reader)
    let rows = try Column<UInt32>(from: &reader)
    let wordStarts = try Column<UInt32>(from: &reader)
    let wordEntries = try Column<UInt32>(from: &reader)
    let longest = try Column<UInt32>(from: &reader)
    guard longest.count == 1, starts.count == rows.count + 1, wordStarts.count == wordEntries.count else {
      throw reader.damage
    }
    self.init(
      text: text, starts: starts, rows: rows, wordStarts: wordStarts, wordEntries: wordEntries,
      longestKey: Int(longest[0]))
  }
}

extension RowOrder: SnapshotPart {
  func write(to writer: inout SnapshotWriter) {
    relevance.write(to: &writer)
    alphabetical.write(to: &writer)
  }

  init(from reader: inout SnapshotReader) throws(SnapshotError) {
    self.init(relevance: try Column(from: &reader), alphabetical: try Column(from: &reader))
  }
}

extension RegionIndex: SnapshotPart {
  func write(to writer: inout SnapshotWriter) {
    let parts: [any SnapshotPart] = [words, memberEnds, members, rowEnds, rows]
    for part in parts { part.write(to: &writer) }
  }

  init(from reader: inout SnapshotReader) throws(SnapshotError) {
    words = try TextTable(from: &reader)
    memberEnds = try Column(from: &reader)
    members = try Column(from: &reader)
    rowEnds = try Column(from: &reader)
    rows = try Column(from: &reader)
    guard memberEnds.count == words.count + 1, rowEnds.count > 0 else { throw reader.damage }
  }
}

extension Dataset {
  func write(to writer: inout SnapshotWriter) {
    var texts = TextTableDraft()
    for text in [Untrusted(about.format), about.attribution ?? Untrusted("")] {
      text.bytes.withUnsafeBufferPointer { texts.append($0) }
    }
    let parts: [any SnapshotPart] = [
      TextTable(texts), places, names, alternateNames, order, regionIndex, rowsByID,
    ]
    for part in parts { part.write(to: &writer) }
  }

  convenience init(name: String, from reader: inout SnapshotReader) throws(SnapshotError) {
    let texts = try TextTable(from: &reader)
    guard texts.count == 2 else { throw reader.damage }
    let attribution = texts.untrusted(1)
    let about = DatasetAbout(
      format: String(decoding: texts[0], as: UTF8.self), attribution: attribution.isEmpty ? nil : attribution)
    let places = try PlaceColumns(from: &reader)
    let names = try KeyIndex(from: &reader)
    let alternateNames = try KeyIndex(from: &reader)
    let order = try RowOrder(from: &reader)
    let regionIndex = try RegionIndex(from: &reader)
    let rowsByID = try Column<UInt32>(from: &reader)
    guard names.count == places.count, order.relevance.count == places.count,
      order.alphabetical.count == places.count, rowsByID.isEmpty || rowsByID.count == places.count
    else { throw reader.damage }
    self.init(
      name: name, about: about, places: places, names: names, alternateNames: alternateNames, order: order,
      regionIndex: regionIndex, rowsByID: rowsByID)
  }
}
