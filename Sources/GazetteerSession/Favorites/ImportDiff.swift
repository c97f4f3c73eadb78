import GazetteerIndex

/// What becomes of the favorites when what a file says is kept.
package struct ImportDiff: Equatable, Sendable {
  /// Those that are new or changed, in the order of the file.
  package private(set) var rows: [Row] = []
  /// How many of the file's are kept already, just so.
  package private(set) var same = 0
  /// How many records say more of a favorite that a record before them is about.
  package private(set) var repeated = 0

  package struct Row: Equatable, Sendable {
    /// Where its first record stands in the file.
    package let position: Message
    /// As it is kept; nil where it is not yet.
    package let before: Favorite?
    package let after: Favorite
    /// Whether it was changed here after the file was written.
    package let isOlder: Bool

    package var isNew: Bool { before == nil }
    package var change: FavoriteChange { FavoriteChange(from: before, to: after) }
  }

  /// A favorite, kept or about to be, and what the records read so far say of it.
  private struct Draft {
    let before: Favorite?
    let start: Favorite
    var said: ImportedFavorite?
  }

  /// A favorite is the one of the file's own id, else of the identity in its source, else the nearest of a name that folds
  /// alike within `Place.reach`. One whose id is in the file is found by that alone. O(n log n) of both together.
  ///
  /// - Parameters:
  ///   - list: put on by every record.
  ///   - now: seconds since 1970-01-01 00:00 UTC.
  ///   - newID: makes the ids of the new.
  init(
    _ file: ImportedFile, into favorites: Favorites, list: Untrusted? = nil, at now: Int64,
    newID: () -> FavoriteID
  ) {
    var drafts = favorites.all.map { Draft(before: $0, start: $0) }
    var index = FavoriteMatches(favorites.all, idsInFile: Set(file.favorites.compactMap(\.id)))
    var order: [Int] = []
    for var imported in file.favorites {
      if let list { imported.lists.append(list) }
      let match = index.match(imported)
      let number = match ?? drafts.count
      if match == nil {
        let favorite = Favorite(imported, id: imported.id ?? newID(), at: now)
        drafts.append(Draft(before: nil, start: favorite))
        index.add(favorite)
      }
      if drafts[number].said == nil {
        order.append(number)
        drafts[number].said = imported
      } else {
        repeated += 1
        drafts[number].said?.add(imported)
      }
    }
    for number in order { finish(drafts[number], at: now) }
  }

  private mutating func finish(_ draft: Draft, at now: Int64) {
    guard let said = draft.said else { return }
    var after = draft.start
    after.take(said)
    guard draft.before != after else {
      same += 1
      return
    }
    if draft.before != nil { after.changed = now }
    let isOlder = draft.before.flatMap { before in said.changed.map { before.changed > $0 } } ?? false
    rows.append(Row(position: said.position, before: draft.before, after: after, isOlder: isOlder))
  }
}

extension Favorite {
  /// A favorite that is not kept yet, of the name that a file says.
  fileprivate init(_ imported: ImportedFavorite, id: FavoriteID, at now: Int64) {
    let handle = PlaceID(dataset: Favorite.dataset, id: .text(id.text))
    let place = Place(id: imported.source ?? handle, name: imported.name, coordinate: imported.coordinate)
    self.init(id: id, place: place, created: imported.created ?? now)
    changed = imported.changed ?? now
  }
}

/// Finds the favorite that a record of a file is about, among those kept and those that the file adds.
private struct FavoriteMatches {
  private let idsInFile: Set<FavoriteID>
  private var ids: [FavoriteID] = []
  private var numbers: [FavoriteID: Int] = [:]
  private var numbersOfSources: [PlaceID: [Int]] = [:]
  private var names = NearbyNames(within: Place.reach)

  init(_ favorites: [Favorite], idsInFile: Set<FavoriteID>) {
    self.idsInFile = idsInFile
    for favorite in favorites { add(favorite) }
  }

  mutating func add(_ favorite: Favorite) {
    let number = ids.count
    ids.append(favorite.id)
    numbers[favorite.id] = number
    numbersOfSources[favorite.place.id, default: []].append(number)
    names.add(favorite.place.name, at: favorite.place.coordinate)
  }

  func match(_ imported: ImportedFavorite) -> Int? {
    if let id = imported.id, let number = numbers[id] { return number }
    let isMeant = { (number: Int) in imported.id == nil || !idsInFile.contains(ids[number]) }
    if let source = imported.source, let number = numbersOfSources[source]?.first(where: isMeant) { return number }
    return names.nearest(to: imported.coordinate, called: imported.name, where: isMeant)
  }
}
