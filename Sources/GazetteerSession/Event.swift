import GazetteerIndex

/// What has happened, or was asked for. The only thing that changes a session.
package enum Event: Equatable, Sendable {
  /// A numbered list was printed; its places are the new `filtered`.
  case listed(Listing, places: [PlaceID])
  /// The current list went on with these.
  case extended([PlaceID])
  case picked(PlaceID)
  case searchCancelled
  /// These categories, and no others, are what is shown without a search; whatever was drafted is done.
  case categoriesSelected([Untrusted])
  /// The user wants to select categories on the screen.
  case categoryPickAsked
  /// Categories are being edited, and these are to be selected when that is done.
  case categoriesDrafted([Untrusted])
  case draftDiscarded
  /// The commands came to their end while categories were edited.
  case draftAbandoned
  case checked([PlaceID])
  case unchecked([PlaceID])

  case openAsked(OpenRequest)
  case opened(Dataset)
  case openFailed(OpenRequest, Failure)
  case closed(String)
  /// Commands look at these datasets from now on, in this order.
  case used([String])

  case waitAsked
  case sourceAsked(Untrusted)
  case quitAsked
}

extension Event {
  /// What the event asks of the world outside the session, said as a plan; nil for events that only change the session.
  var plan: Message? {
    switch self {
    case .openAsked(let request): "open \"\(request.source)\" as \(own: request.name)"
    case .waitAsked: "wait for the datasets that are being opened"
    case .sourceAsked(let path): "run the commands in \"\(path)\""
    case .quitAsked: "quit"
    default: nil
    }
  }
}

/// A dataset never changes, so it equals itself alone.
extension Dataset: Equatable {
  public static func == (left: Dataset, right: Dataset) -> Bool { left === right }
}
