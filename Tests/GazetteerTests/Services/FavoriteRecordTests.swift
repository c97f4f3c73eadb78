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

  @Test func aFieldOfALaterVersionIsSkipped() {
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
