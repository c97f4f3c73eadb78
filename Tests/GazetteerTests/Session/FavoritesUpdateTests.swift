import GazetteerIndex
import Testing

@testable import GazetteerSession

/// Updates give the same favorites as reading all of them again.
struct FavoritesUpdateTests {
  @Test func updatesGiveTheSameAsReadingEverything() {
    var random = SplitMix(state: 3)
    var favorites = Favorites()
    var kept: [FavoriteID: Favorite] = [:]
    for revision in 1...500 {
      var changed: [Favorite] = []
      var removed: [FavoriteID] = []
      for _ in 0..<random.next() % 4 {
        let number = Int64(random.next() % 40)
        let id = FavoriteID(milliseconds: number, counter: 0, random: 0)
        guard !changed.contains(where: { $0.id == id }), !removed.contains(id) else { continue }
        if random.next() % 5 == 0 {
          removed.append(id)
        } else {
          let source = PlaceID(dataset: "a", id: .number(Int64(random.next() % 12)))
          let place = kept[id].map { random.next() % 4 == 0 ? source : $0.place.id } ?? source
          changed.append(Favorite(id: id, place: Place(id: place, name: Untrusted("\(revision)")), created: number))
        }
      }
      for id in removed { kept[id] = nil }
      for favorite in changed { kept[favorite.id] = favorite }
      favorites = favorites.updated(
        by: FavoritesUpdate(revision: Int64(revision), isWhole: false, changed: changed, removed: removed))
      let whole = Favorites().updated(
        by: FavoritesUpdate(revision: Int64(revision), isWhole: true, changed: Array(kept.values)))
      #expect(favorites == whole)
      for number in Int64(0)..<40 {
        let id = FavoriteID(milliseconds: number, counter: 0, random: 0)
        let place = PlaceID(dataset: "a", id: .number(number))
        #expect(favorites[id] == kept[id] && favorites[place] == whole[place])
      }
    }
  }
}
