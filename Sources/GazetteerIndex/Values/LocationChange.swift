/// A change of the user's own locations at a service.
package enum LocationChange: Equatable, Sendable {
  /// - Parameter clientID: unique, so that a repeated request stores nothing twice.
  case create(LocationDraft, clientID: String)
  /// Replaces a location, which is given as the user saw it.
  case update(Location, LocationDraft)
  case delete(Location)

  /// The content to store; nil for a deletion.
  package var draft: LocationDraft? {
    switch self {
    case .create(let draft, _), .update(_, let draft): draft
    case .delete: nil
    }
  }

  /// The location as the user saw it; nil if it is new.
  package var known: Location? {
    switch self {
    case .create: nil
    case .update(let location, _), .delete(let location): location
    }
  }

  /// The place that it is about, in words.
  package var place: Untrusted {
    switch self {
    case .create(let draft, _), .update(_, let draft): draft.place
    case .delete(let location): location.place
    }
  }
}
