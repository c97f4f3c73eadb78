import GazetteerIndex

/// The places of a numbered list. The places of a restored list are looked up when one of its numbers is used.
struct ListedPlaces: Equatable, Sendable {
  private enum Places: Sendable {
    case known([PlaceID])
    case asked(Lazy<[PlaceID]>, by: @Sendable () -> [PlaceID])
  }

  private let content: Places

  init(_ places: [PlaceID] = []) { content = .known(places) }

  /// - Parameter ask: runs at most once.
  init(askedBy ask: @escaping @Sendable () -> [PlaceID]) { content = .asked(Lazy(), by: ask) }

  var places: [PlaceID] {
    switch content {
    case .known(let places): places
    case .asked(let lazy, let ask): lazy(ask)
    }
  }

  static func == (left: ListedPlaces, right: ListedPlaces) -> Bool {
    if case (.asked(let left, _), .asked(let right, _)) = (left.content, right.content), left.isShared(with: right) {
      return true
    }
    return left.places == right.places
  }
}
