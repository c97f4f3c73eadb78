import GazetteerIndex

/// A kind of places that commands look for, known by their categories in any dataset.
enum PlaceKind: String, Sendable {
  /// Where passengers board, without platforms, entrances and other parts of stations.
  case stations
  /// Where one can eat or drink.
  case food

  /// The folded names of categories, such as those of GTFS, OpenStreetMap and other collections.
  private static let stationNames: Set = [
    "station", "stations", "stop", "stops", "train station", "railway station", "rail station", "rail", "railway halt",
    "halt", "bus station", "bus stop", "coach station", "subway station", "subway", "metro station", "metro",
    "underground station", "tube station", "tram stop", "tram station", "light rail", "light rail station",
    "monorail station", "ferry terminal", "ferry stop", "transit", "transit station", "transit stop",
    "public transport", "stop position", "stop area",
  ]

  private static let foodNames: Set = [
    "food", "restaurant", "restaurants", "fast food", "fast food restaurant", "food court", "food stand", "food truck",
    "cafe", "cafes", "coffee", "coffee shop", "coffeehouse", "tea house", "bar", "bars", "pub", "pubs", "biergarten",
    "beer garden", "brewery", "gastropub", "bistro", "brasserie", "diner", "deli", "delicatessen", "sandwiches",
    "pizza",
    "pizzeria", "steakhouse", "bakery", "bakeries", "pastry", "ice cream", "dessert", "dining", "eatery", "canteen",
    "cafeteria", "dining hall", "snack bar", "takeaway", "food and drink", "food drink",
  ]

  /// Whether places of this category are of the kind.
  func includes(category: Untrusted) -> Bool {
    // No such name is that long.
    guard category.bytes.count <= 64 else { return false }
    let folded = Fold.fold(category.text)
    // Such as `café/bar` and `food;drinks`.
    return includes(folded) || category.text.split { "/;,|".contains($0) }.contains { includes(Fold.fold(String($0))) }
  }

  private func includes(_ folded: String) -> Bool {
    switch self {
    case .stations: PlaceKind.stationNames.contains(folded)
    case .food: PlaceKind.foodNames.contains(folded) || folded.hasSuffix(" restaurant")
    }
  }

  /// The categories of a source that are of the kind.
  func categories(of source: any PlaceSource) -> [Untrusted] {
    source.categories.map(\.name).filter(includes)
  }
}

extension Catalog {
  /// The categories of a kind in all sources.
  func categories(of kind: PlaceKind) -> [Untrusted] { datasets.flatMap(kind.categories).inOrder }
}
