import GazetteerIndex

/// The lists that were shown before the present one, for `back`. They are not saved.
package struct Views: Equatable, Sendable {
  /// A list, or a place that was picked by itself.
  package struct View: Equatable, Sendable {
    let listing: Listing
    /// Without the camera of `cancel`, which is not that of a list.
    let map: MapState

    /// nil if the state shows nothing.
    init?(of state: SessionState) {
      if let picked = state.picked {
        listing = Listing(.place(picked), datasets: [picked.dataset], shown: 1)
      } else if let listing = state.listing {
        self.listing = listing
      } else {
        return nil
      }
      var map = state.map
      if !map.isOfList { map.refit() }
      map.restingViewport = nil
      self.map = map
    }

    /// Whether both are of the same places, however many of them were printed.
    func isSame(as other: View?) -> Bool {
      listing.source == other?.listing.source && listing.datasets == other?.listing.datasets
    }
  }

  /// The largest number of views.
  static let most = 100

  /// The newest last.
  private var earlier: [View] = []
  private var isGoingBack = false

  /// A command has ended. If it shows something else now, remembers what was shown before it.
  mutating func settle(from old: SessionState, to new: SessionState) {
    defer { isGoingBack = false }
    guard !isGoingBack, let before = View(of: old), !before.isSame(as: View(of: new)) else { return }
    earlier.append(before)
    if earlier.count > Views.most { earlier.removeFirst() }
  }

  /// The newest view that can be shown.
  func last(where canBeShown: (View) -> Bool) -> View? { earlier.last(where: canBeShown) }

  /// Goes back to a view, and drops it and all after it.
  mutating func goBack(to view: View) {
    guard let index = earlier.lastIndex(of: view) else { return }
    earlier.removeSubrange(index...)
    isGoingBack = true
  }

  /// Drops the views of a dataset that was closed: another one can get its name.
  mutating func drop(_ dataset: String) { earlier.removeAll { $0.listing.datasets.contains(dataset) } }
}
