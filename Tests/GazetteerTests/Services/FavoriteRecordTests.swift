import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

struct FavoriteRecordTests {
  @Test(arguments: [FavoriteFixture.full(1), FavoriteFixture.plain(2)])
  func aFavoriteReadsBackAsItWas(favorite: Favorite) {
    #expect(FavoriteRecord.favorite(favorite.id, from: FavoriteRecord.bytes(of: favorite)) == favorite)
  }

  @Test func bytesThatAreNotUTF8ReadBackUnchanged() {
    let favorite = FavoriteFixture.full(1, named: Untrusted(bytes: [0xFF, 0x00, 0xC3, 0x28]))
    let read = FavoriteRecord.favorite(favorite.id, from: FavoriteRecord.bytes(of: favorite))
    #expect(read?.place.name.bytes == [0xFF, 0x00, 0xC3, 0x28])
  }

  @Test(arguments: [
    "", "\u{0}", "\u{202E}\u{FEFF}", "e\u{301}", "é", "'; DROP TABLE favorites; --", "\u{1F468}\u{200D}\u{1F469}",
  ])
  func aTextReadsBackByteForByte(text: String) {
    var favorite = FavoriteFixture.full(1, named: Untrusted(text))
    (favorite.note, favorite.lists) = (Untrusted(text), [Untrusted(text)])
    #expect(FavoriteRecord.favorite(favorite.id, from: FavoriteRecord.bytes(of: favorite)) == favorite)
  }

  /// The table was written before a list of fields described the record.
  @Test func recordsOfAnEarlierVersionAreReadAndWrittenUnchanged() throws {
    let file = PackageFolder.tests.appending(path: "Tables/favorite-records.tsv")
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    #expect(rows.count == 3)
    var favorites: [Favorite] = []
    for row in rows {
      let cells = row.split(separator: "\t")
      let id = try #require(FavoriteID(String(cells[0])))
      let digits = Array(cells[1].utf8)
      let bytes = try stride(from: 0, to: digits.count, by: 2).map { index in
        try #require(Hexadecimal.byte(digits[index..<index + 2]))
      }
      let favorite = try #require(FavoriteRecord.favorite(id, from: bytes))
      #expect(FavoriteRecord.bytes(of: favorite) == bytes)
      favorites.append(favorite)
    }
    #expect(favorites[0] == FavoriteFixture.full(1) && favorites[1] == FavoriteFixture.plain(2))
    let last = favorites[2]
    #expect(last.place.name.bytes == [0xFF, 0x00, 0xC3, 0x28] && last.rating == 1 && last.created == -5)
    #expect(last.station?.coordinate == Coordinate(latitude: 1.5, longitude: -2.25) && last.extras.count == 2)
  }

  @Test(arguments: [nil, 0, 321.5, .infinity]) func theDistanceFromTheStationIsKept(metres: Double?) {
    var favorite = FavoriteFixture.full(1)
    favorite.station?.distance = metres.map { .metres($0) }
    let read = FavoriteRecord.favorite(favorite.id, from: FavoriteRecord.bytes(of: favorite))
    #expect(read == favorite && read?.station?.distance?.metres == metres)
  }

  @Test func everyFieldHasATagAndKeysOfItsOwn() {
    let tags = FavoriteField.all.map(\.tag) + [FavoriteField.position.tag + 1]
    #expect(Set(tags).count == tags.count && !tags.contains(0))
    #expect(Set(FavoriteKey.all.map(\.name)).count == FavoriteKey.all.count)
    #expect(Set(FavoriteField.all.map(\.label)).count == FavoriteField.all.count)
    #expect(Set(FavoriteField.editable.map(\.word)).count == FavoriteField.editable.count)
  }

  @Test func aFieldOfALaterVersionIsPassedOver() {
    let favorite = FavoriteFixture.full(1)
    var later = FieldWriter()
    later.add(200, [1, 2, 3])
    #expect(FavoriteRecord.favorite(favorite.id, from: later.bytes + FavoriteRecord.bytes(of: favorite)) == favorite)
  }

  @Test func randomBytesAreReadOrRefused() {
    var random = SplitMix(state: 11)
    let sound = FavoriteRecord.bytes(of: FavoriteFixture.full(1))
    for _ in 0..<2000 {
      var bytes = sound.prefix(Int.random(in: 0...sound.count, using: &random)).map(\.self)
      for _ in 0..<3 where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = FavoriteRecord.favorite(FavoriteFixture.id(1), from: bytes)
    }
  }

  @Test func aChangeOfAnyBitChangesTheChecksum() {
    let bytes = FavoriteRecord.bytes(of: FavoriteFixture.full(1))
    let checksum = FavoritesSchema.checksum(ofFavorite: "a", revision: 1, record: bytes)
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        #expect(FavoritesSchema.checksum(ofFavorite: "a", revision: 1, record: changed) != checksum)
      }
    }
  }
}
