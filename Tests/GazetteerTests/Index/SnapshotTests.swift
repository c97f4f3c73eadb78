import Testing

@testable import GazetteerIndex

@Suite struct SnapshotTests {
  private static let places = [
    ScannedPlace(
      id: .number(1), name: "Łódź", alternates: ["Lodz", "Litzmannstadt"], country: "PL", admin1: "74",
      admin1Name: "Łódź Voivodeship", population: 768_755, latitude: 51.77058, longitude: 19.47395, categories: ["city"]
    ),
    ScannedPlace(id: .text("b"), name: "Nowhere", latitude: 1.00000000000001, longitude: -0.1),
    ScannedPlace(id: .number(7), name: ""),
  ]

  /// Bytes that are never moved or freed, as a snapshot needs them.
  private static func immortal(_ bytes: [UInt8]) -> UnsafeRawBufferPointer {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
    copy.copyBytes(from: bytes)
    return UnsafeRawBufferPointer(copy)
  }

  @Test func aDatasetComesBackAsItWas() throws {
    let dataset = Dataset(Self.places)
    let bytes = Self.immortal(try Snapshot.bytes(of: dataset))
    try Snapshot.verify(bytes)
    let copy = try Snapshot.dataset(at: bytes, named: "test")
    #expect((0..<3).map(copy.place) == (0..<3).map(dataset.place))
    for text in ["lodz", "litz", "now", "voivo", "lozd"] {
      let query = Query(Untrusted(text))
      #expect(try Catalog([copy]).search(query, limit: 9) == Catalog([dataset]).search(query, limit: 9))
    }
  }

  @Test func aTruncatedSnapshotIsRefused() throws {
    let bytes = try Snapshot.bytes(of: Dataset(Self.places))
    for length in stride(from: 0, to: bytes.count, by: 97) {
      let cut = Self.immortal(Array(bytes[..<length]))
      #expect(throws: SnapshotError.self) { try Snapshot.dataset(at: cut, named: "test") }
    }
  }
}
