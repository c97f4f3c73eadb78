import GazetteerIndex

/// Identities of places, each once, in the order of insertion.
package struct PlaceSet: Equatable, Sendable {
  package private(set) var places: [PlaceID] = []
  private var members: Set<PlaceID> = []

  package init() {}

  package var count: Int { places.count }
  package var isEmpty: Bool { places.isEmpty }

  /// O(1).
  package func contains(_ place: PlaceID) -> Bool { members.contains(place) }

  /// Adds those that are not there yet. O(their number).
  mutating func insert(_ more: [PlaceID]) {
    for place in more where members.insert(place).inserted { places.append(place) }
  }

  /// Removes those that are there. O(count).
  mutating func remove(_ unwanted: [PlaceID]) {
    let unwanted = Set(unwanted)
    removeAll { unwanted.contains($0) }
  }

  /// Replaces identities and keeps their order. If two become equal, only one is kept.
  mutating func rename(_ name: (PlaceID) -> PlaceID) {
    let renamed = places.map(name)
    self = PlaceSet()
    insert(renamed)
  }

  /// Removes the places that satisfy a condition. Returns how many those were. O(count).
  @discardableResult
  mutating func removeAll(where isUnwanted: (PlaceID) -> Bool) -> Int {
    let before = count
    places.removeAll(where: isUnwanted)
    if count < before { members = Set(places) }
    return before - count
  }
}
