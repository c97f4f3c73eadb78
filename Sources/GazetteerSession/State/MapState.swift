import GazetteerIndex

/// What the map of a session shows.
package struct MapState: Equatable, Sendable {
  package enum Target: Equatable, Sendable {
    /// What `list` shows: the selected place, the last list, or all places of the selected categories. Of locations, all
    /// that were fetched.
    case shown
    case checked, favorites, filtered
    case places([PlaceID])
  }

  package var target = Target.shown
  /// nil: all of the places fit.
  package var viewport: Viewport?
  /// Where the camera was before the search, which `cancel` brings back.
  package var restingViewport: Viewport?

  package init() {}

  /// Whether it shows one place that was chosen by itself.
  func hasOnePlace(picked: PlaceID?) -> Bool {
    switch target {
    case .shown: picked != nil
    case .places(let places): places.count == 1
    case .checked, .favorites, .filtered: false
    }
  }

  /// Whether it shows what the list shows, and not other places that were asked for.
  var isOfList: Bool {
    switch target {
    case .shown, .filtered: true
    case .checked, .favorites, .places: false
    }
  }

  /// A map that shows other places from now on, all of them.
  package mutating func refit(to target: Target = .shown) {
    self.target = target
    viewport = nil
  }
}
