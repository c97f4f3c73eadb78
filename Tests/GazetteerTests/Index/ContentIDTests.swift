import Testing

@testable import GazetteerIndex

/// The ids of places whose source has none.
@Suite struct ContentIDTests {
  private struct Record {
    var id: Int64?
    var name: String
    var latitude: Double
  }

  private static func ids(_ records: [Record]) -> [SourceID] {
    var builder = DatasetBuilder()
    for record in records {
      if let id = record.id { builder.set(id: .number(id)) }
      record.name.withBytes { builder.set(name: $0) }
      builder.set(latitude: record.latitude)
      builder.set(longitude: 11)
      builder.addDraft()
    }
    let dataset = Dataset(name: "made", about: DatasetAbout(format: "made"), builder: builder)
    return (0..<dataset.count).map { dataset.id($0).id }
  }

  private static let records = (0..<500).map { Record(name: "n\($0 % 200)", latitude: Double($0 / 2 % 90)) }

  @Test func aPlaceKeepsItsIDWhereverItIs() {
    let ids = Self.ids(Self.records)
    #expect(Set(ids).count == ids.count)
    let inserted = Self.ids([Record(name: "new", latitude: 1)] + Self.records)
    #expect(inserted.dropFirst() == ids[...])
    #expect(Self.ids(Self.records.reversed()) == ids.reversed())
    let other = Self.ids([Record(name: "n0", latitude: 0.5), Record(name: "m0", latitude: 0)])
    #expect(Set(other).isDisjoint(with: ids))
  }

  /// Those that are equal are told apart by their order.
  @Test func equalPlacesHaveDifferentIDs() {
    let twins = [Record](repeating: Record(name: "x", latitude: -0.0), count: 1000)
    let ids = Self.ids(twins + [Record(name: "y", latitude: 1)])
    #expect(Set(ids).count == 1001)
    #expect(Self.ids([Record(name: "y", latitude: 1)] + twins) == [ids[1000]] + ids[..<1000])
    #expect(Self.ids(Array(twins.prefix(3))) == Array(ids.prefix(3)))
    #expect(Self.ids([Record(name: "x", latitude: 0)]) == [ids[0]])
  }

  @Test func anIDOfTheSourceIsNeverTaken() throws {
    let free = Self.ids([Record(name: "x", latitude: 0), Record(name: "x", latitude: 0)])
    let numbers = free.compactMap { if case .number(let number) = $0 { number } else { nil } }
    let (first, second) = (numbers[0], numbers[1])
    let ids = Self.ids([
      Record(name: "x", latitude: 0), Record(id: first, name: "a", latitude: 5),
      Record(id: second, name: "b", latitude: 5), Record(id: -1, name: "c", latitude: 5),
      Record(id: -1, name: "d", latitude: 5),
    ])
    #expect(ids.dropFirst() == [.number(first), .number(second), .number(-1), .number(-1)])
    #expect(![first, second, -1].map(SourceID.number).contains(ids[0]))
  }
}
