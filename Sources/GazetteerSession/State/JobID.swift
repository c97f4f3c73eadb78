import GazetteerIndex

/// Identifies a background job.
package enum JobID: Hashable, Sendable {
  /// Opens the dataset of this name.
  case opening(String)
  /// Reads the source of the open dataset of this name again.
  case refreshing(String)
  /// Asks a provider for places.
  case asking(PlacesRequest)

  /// The dataset that the job opens; nil if it opens none.
  var opened: String? { if case .opening(let name) = self { name } else { nil } }

  /// The provider that the job asks; nil if it asks none.
  var provider: String? { if case .asking(let request) = self { request.provider.rawValue } else { nil } }

  /// The name under which `undo` lists what the job changed.
  package var command: Untrusted {
    switch self {
    case .opening(let name): Untrusted("open \(name)")
    case .refreshing(let name): Untrusted("refresh \(name)")
    case .asking(let request): Untrusted(request.isFood ? "restaurants" : "places")
    }
  }

  /// What the job counts.
  var unit: (one: String, many: String) { ("place", "places") }
}
