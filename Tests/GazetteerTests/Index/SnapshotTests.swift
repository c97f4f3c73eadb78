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

  /// The index for texts inside names is used as it is, but not that of a stranger, which is not checked.
  @Test func theTrigramsOfAStrangerAreLeftOut() throws {
    let places = (0..<4000).map { ScannedPlace(id: .number(Int64($0)), name: "Place number \($0 * 7919)") }
    let dataset = Dataset(places)
    dataset.makeNameTrigrams()
    var bytes: [UInt8] = []
    try Snapshot.content(of: dataset, withTrigrams: true).forEachPiece { bytes += $0 }
    let snapshot = Self.immortal(bytes)
    let own = try Snapshot.dataset(at: snapshot, named: "test")
    #expect(!own.indexes.nameTrigrams.isAbsent && own.madeNameTrigrams != nil)
    let foreign = try Snapshot.checkedDataset(at: snapshot, of: nil, named: "test")
    #expect(foreign.indexes.nameTrigrams.isAbsent && foreign.madeNameTrigrams == nil)
    for text in ["ber 791", "919", "7919", "xyz"] {
      let totals = try [dataset, own, foreign].map { try $0.count(inside: Untrusted(text)) }
      #expect(Set(totals).count == 1 && (totals[0] > 0) == (text != "xyz"), "\(text)")
    }
    // The control: a snapshot without them.
    #expect(
      try Snapshot.dataset(at: Self.immortal(Snapshot.bytes(of: dataset)), named: "test").indexes.nameTrigrams.isAbsent)
  }

  @Test func aTruncatedSnapshotIsRefused() throws {
    let bytes = try Snapshot.bytes(of: Dataset(Self.places))
    for length in stride(from: 0, to: bytes.count, by: 97) {
      let cut = Self.immortal(Array(bytes[..<length]))
      #expect(throws: SnapshotError.self) { try Snapshot.dataset(at: cut, named: "test") }
    }
  }
}
