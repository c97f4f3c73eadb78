import GazetteerIndex

/// What the import of a file adds to the favorites and changes in them.
package struct ImportDiff: Equatable, Sendable {
  /// The favorites that are new or changed, in the order of the file.
  package private(set) var rows: [Row] = []
  /// How many favorites of the file are already saved, without differences.
  package private(set) var same = 0
  /// How many records are about the same favorite as an earlier record.
  package private(set) var repeated = 0

  package struct Row: Equatable, Sendable {
    /// Where its first record is in the file.
    package let position: Message
    /// As it is saved; nil if it is new.
    package let before: Favorite?
    package let after: Favorite
    /// Whether it was changed here after the file was written.
    package let isOlder: Bool

    package var isNew: Bool { before == nil }
    package var change: FavoriteChange { FavoriteChange(from: before, to: after) }
  }

  /// A favorite, saved or new, and what the records so far say about it.
  private struct Draft {
    let before: Favorite?
    let start: Favorite
    var imported: ImportedFavorite?
  }

  /// Matches each record to a favorite: by its id, otherwise by the identity of the place in its source, otherwise by
  /// the same folded name within `Place.reach`. A favorite whose id is in the file is matched only by the id.
  /// O(n log n), where n counts favorites and records.
  ///
  /// - Parameters:
  ///   - list: a list to which every record is added.
  ///   - now: seconds since 1970-01-01 00:00 UTC.
  ///   - newID: makes the ids of new favorites.
  init(
    _ file: ImportedFile, into favorites: Favorites, list: Untrusted? = nil, at now: Int64,
    newID: () -> FavoriteID
  ) {
    var drafts = favorites.all.map { Draft(before: $0, start: $0) }
    var index = FavoriteMatches(favorites.all, idsInFile: Set(file.favorites.compactMap(\.id)))
    var order: [Int] = []
    for var imported in file.favorites {
      if let list { imported.values.lists.append(list) }
      let match = index.match(imported)
      let number = match ?? drafts.count
      if match == nil {
        let favorite = Favorite(imported, id: imported.id ?? newID(), at: now)
        drafts.append(Draft(before: nil, start: favorite))
        index.add(favorite)
      }
      if drafts[number].imported == nil {
        order.append(number)
        drafts[number].imported = imported
      } else {
        repeated += 1
        drafts[number].imported?.add(imported)
      }
    }
    for number in order { finish(drafts[number], at: now) }
  }

  private mutating func finish(_ draft: Draft, at now: Int64) {
    guard let imported = draft.imported else { return }
    var after = draft.start
    after.merge(imported)
    guard draft.before != after else {
      same += 1
      return
    }
    if draft.before != nil { after.changed = now }
    let isOlder = draft.before.flatMap { before in imported.changed.map { before.changed > $0 } } ?? false
    rows.append(Row(position: imported.position, before: draft.before, after: after, isOlder: isOlder))
  }
}

extension Favorite {
  /// A new favorite with the name and position of a record.
  fileprivate init(_ imported: ImportedFavorite, id: FavoriteID, at now: Int64) {
    let handle = PlaceID(dataset: Favorite.dataset, id: .text(id.text))
    let place = Place(
      id: imported.source ?? handle, name: imported.values.place.name, coordinate: imported.values.place.coordinate)
    self.init(id: id, place: place, created: imported.created ?? now)
    changed = imported.changed ?? now
  }
}

/// Finds the favorite that a record is about, among the saved ones and those that the file adds.
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
    return names.nearest(
      to: imported.values.place.coordinate, called: imported.values.place.name, where: isMeant)
  }
}
