/// A place in the answers of a provider. Each answer is a group, in the order of the provider.
package struct ProvidedPlace: Pooled {
  package var place: Place
  /// Its number in the order in which the places of the provider came.
  package private(set) var arrival: Int
  /// Its position in each answer that has it.
  private var ranks: [PlacesRequest: Int]

  package init(_ place: Place, arrival: Int, ranks: [PlacesRequest: Int]) {
    self.place = place
    self.arrival = arrival
    self.ranks = ranks
  }

  package var id: SourceID { place.id.id }
  package func rank(in answer: PlacesRequest) -> Int? { ranks[answer] }

  /// A place that comes again stays where it came first.
  package func replacing(_ older: ProvidedPlace) -> ProvidedPlace {
    var newer = self
    newer.arrival = older.arrival
    newer.ranks = older.ranks.merging(ranks) { first, _ in first }
    return newer
  }

  /// A place stays in the pool, because lists may have it.
  package func leaving(_ answer: PlacesRequest) -> ProvidedPlace? {
    var rest = self
    rest.ranks[answer] = nil
    return rest
  }

  /// The places that came first, first.
  package static func precedes(_ left: ProvidedPlace, _ right: ProvidedPlace) -> Bool { left.arrival < right.arrival }
}
