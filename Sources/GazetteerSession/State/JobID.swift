import GazetteerIndex

/// Identifies a background job.
package enum JobID: Hashable, Sendable {
  /// Opens the dataset of this name.
  case opening(String)
  /// Reads the source of the open dataset of this name again.
  case refreshing(String)
  /// Asks a provider for places.
  case asking(PlacesRequest)
  /// Sends this message of the outbox.
  case sending(Int64)
  /// Fetches locations of the service of this name.
  case fetching(String)
  /// Checks the links of changes that wait for the service of this name, and sends them.
  case checkingLinks(String)
  /// Changes a location at the service of this name.
  case posting(String)
  /// Logs in to the service of this name.
  case loggingIn(String)
  /// Ends the session at the service of this name.
  case loggingOut(String)
  /// Ends a session at the service of this name that a later login has replaced.
  case endingFormer(String)
  /// Checks this link, and opens it.
  case visiting(Untrusted)
  /// Looks for changes of locations that wait since an earlier run.
  case lookingForChanges

  /// The dataset that the job opens; nil if it opens none.
  var opened: String? { if case .opening(let name) = self { name } else { nil } }

  /// The provider that the job asks; nil if it asks none.
  var provider: String? { if case .asking(let request) = self { request.provider.rawValue } else { nil } }

  /// Whether the job fetches locations.
  var isFetch: Bool { if case .fetching = self { true } else { false } }

  /// The service to which the job logs in; nil if it is no login.
  var loginService: String? { if case .loggingIn(let service) = self { service } else { nil } }

  /// The service at which the job ends the session; nil if it is no logout.
  var logoutService: String? { if case .loggingOut(let service) = self { service } else { nil } }

  /// The service at which the job changes a location; nil if it changes none.
  var postedTo: String? { if case .posting(let service) = self { service } else { nil } }

  /// The name under which `undo` lists what the job changed.
  package var command: Untrusted {
    switch self {
    case .opening(let name): Untrusted("open \(name)")
    case .refreshing(let name): Untrusted("refresh \(name)")
    case .asking(let request) where request.area == nil: Untrusted("where is \(request.term.text)")
    case .asking(let request):
      Untrusted("\(request.isFood ? "restaurants" : "places") --from \(request.provider.rawValue)")
    case .sending: Untrusted("notify")
    case .fetching(let service), .checkingLinks(let service): Untrusted("locations \(service)")
    case .posting(let service): Untrusted("post to \(service)")
    case .loggingIn(let service), .endingFormer(let service): Untrusted("login \(service)")
    case .loggingOut(let service): Untrusted("logout \(service)")
    case .visiting: Untrusted("visit")
    case .lookingForChanges: Untrusted("outbox")
    }
  }

  /// Whether the user sees that it runs. What is over at once would only flash.
  package var isShown: Bool { self != .lookingForChanges }

  /// What the job counts.
  var unit: (one: String, many: String) {
    switch self {
    case .opening, .refreshing, .asking, .visiting: ("place", "places")
    case .sending: ("copy", "copies")
    case .fetching, .checkingLinks, .posting, .loggingIn, .loggingOut, .endingFormer: ("location", "locations")
    case .lookingForChanges: ("change", "changes")
    }
  }
}
