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

  /// Positions on a grid have few different bits.
  @Test func placesOnAGridHaveDifferentIDs() {
    var ids: Set<Int64> = []
    var count = 0
    for latitude in stride(from: -90.0, through: 90, by: 0.5) {
      for longitude in stride(from: -180.0, to: 180, by: 0.25) {
        ids.insert(ContentID(name: [UInt8(ascii: "x")], latitude: latitude, longitude: longitude).value)
        count += 1
      }
    }
    #expect(ids.count == count)
    #expect(ids.allSatisfy { $0 >= 0 && $0 < 1 << 48 })
  }

  /// Other machines may calculate another last digit.
  @Test func theLastDigitsOfAPositionDoNotMatter() {
    let name = ArraySlice("x".utf8)
    let ids = [48.1, 48.1.nextUp, 48.1.nextDown, 48.100001].map {
      ContentID(name: name, latitude: $0, longitude: 1).value
    }
    #expect(ids[0] == ids[1] && ids[0] == ids[2] && ids[0] != ids[3])
    for degrees in [Double.infinity, -.infinity, 1e300, -1e10, .nan, .signalingNaN] {
      #expect(ContentID(name: name, latitude: degrees, longitude: 1).value != ids[0])
    }
  }

  /// Without positions, equal names are frequent. The control are places whose values are equal, too.
  @Test func otherValuesTellPlacesApart() {
    func ids(_ cities: [String]) -> [SourceID] {
      var builder = DatasetBuilder()
      for city in cities {
        "Smith".withBytes { builder.set(name: $0) }
        "city".withBytes { key in city.withBytes { builder.add(attribute: key, value: $0) } }
        builder.addDraft()
      }
      let dataset = Dataset(name: "made", about: DatasetAbout(format: "made"), builder: builder)
      return (0..<dataset.count).map { dataset.id($0).id }
    }
    let before = ids(["Berlin", "Paris", "Paris"])
    let after = ids(["Oslo", "Paris", "Paris"])
    #expect(before.dropFirst() == after.dropFirst())
    #expect(Set(before + after).count == 4)
  }

  /// The ids that are texts have no numbers.
  @Test func someIDsMayBeTexts() {
    var builder = DatasetBuilder()
    for id in ["a", nil, "b", nil] as [String?] {
      if let id { builder.set(id: .text(id)) }
      "x".withBytes { builder.set(name: $0) }
      builder.addDraft()
    }
    let dataset = Dataset(name: "made", about: DatasetAbout(format: "made"), builder: builder)
    let ids = (0..<4).map { dataset.id($0).id }
    #expect(Set(ids).count == 4 && ids[0] == .text("a") && ids[2] == .text("b"))
    #expect((0..<4).map { dataset.row(of: ids[$0]) } == [0, 1, 2, 3])
  }

  /// Those that are equal are told apart by their order.
  @Test func equalPlacesHaveDifferentIDs() {
    let twins = [Record](repeating: Record(name: "x", latitude: -0.0), count: 1000)
    let ids = Self.ids(twins + [Record(name: "y", latitude: 1)])
    #expect(Set(ids).count == 1001)
    #expect(Self.ids([Record(name: "y", latitude: 1)] + twins) == [ids[1000]] + ids[..<1000])
    #expect(Self.ids(Array(twins.prefix(3))) == Array(ids.prefix(3)))
    #expect(Self.ids([Record(name: "x", latitude: 0)]) == Self.ids([Record(name: "x", latitude: -0.0)]))
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
