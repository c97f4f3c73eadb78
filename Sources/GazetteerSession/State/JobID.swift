import GazetteerIndex

/// Identifies a background job.
package enum JobID: Hashable, Sendable {
  /// Opens the dataset of this name.
  case opening(String)
  /// Reads the source of the open dataset of this name again.
  case refreshing(String)
  /// Sends this message of the outbox.
  case sending(Int64)

  /// The dataset that the job opens; nil if it opens none.
  var opened: String? { if case .opening(let name) = self { name } else { nil } }

  /// The name under which `undo` lists what the job changed.
  package var command: Untrusted {
    switch self {
    case .opening(let name): Untrusted("open \(name)")
    case .refreshing(let name): Untrusted("refresh \(name)")
    case .sending: Untrusted("notify")
    }
  }

  /// What the job counts.
  var unit: (one: String, many: String) {
    switch self {
    case .opening, .refreshing: ("place", "places")
    case .sending: ("copy", "copies")
    }
  }
}
