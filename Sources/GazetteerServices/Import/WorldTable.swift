import GazetteerIndex

/// The source table of the built-in dataset: lines of ten columns separated by tabs, alternate names by `;`,
/// without quoting. Lines that start with `#` are remarks.
package enum WorldTable {
  /// What is wrong with a table, and in which line.
  package struct Fault: Error, Equatable {
    package let line: Int
    package let reason: String

    package init(line: Int, reason: String) {
      self.line = line
      self.reason = reason
    }
  }

  /// Adds the places of `table`, each of the category `city`. O(size).
  ///
  /// - Throws: `Fault` at the first malformed line. The table is our own, so it should have none.
  package static func add(_ table: UnsafeBufferPointer<UInt8>, to builder: inout DatasetBuilder) throws(Fault) {
    var number = 0
    for line in table.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      guard let first = line.first, first != UInt8(ascii: "#") else { continue }
      let columns = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard columns.count == 10 else { throw Fault(line: number, reason: "\(columns.count) columns; there are 10") }
      guard let row = Row(columns) else { throw Fault(line: number, reason: "a number is malformed") }
      row.add(to: &builder)
    }
  }
}

private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

/// One line of the table, its numbers read.
private struct Row {
  let id: Int64
  let latitude: Double
  let longitude: Double
  let population: UInt32
  let columns: [Bytes]

  init?(_ columns: [Bytes]) {
    guard
      let id = Int64(columns[0].text), let latitude = Double(columns[3].text),
      let longitude = Double(columns[4].text), let population = UInt32(columns[6].text)
    else { return nil }
    self.id = id
    self.latitude = latitude
    self.longitude = longitude
    self.population = population
    self.columns = columns
  }

  func add(to builder: inout DatasetBuilder) {
    builder.set(id: .number(id))
    builder.set(name: columns[1].buffer)
    for alternate in columns[2].split(separator: UInt8(ascii: ";")) { builder.add(alternate: alternate.buffer) }
    builder.set(latitude: latitude)
    builder.set(longitude: longitude)
    builder.set(country: columns[5].buffer)
    builder.set(population: population)
    builder.set(timeZone: columns[7].buffer)
    builder.set(admin1: columns[8].buffer)
    builder.set(admin1Name: columns[9].buffer)
    var category = "city"
    category.withUTF8 { builder.add(category: $0) }
    builder.addDraft()
  }
}

extension Bytes {
  fileprivate var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: self) }
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
