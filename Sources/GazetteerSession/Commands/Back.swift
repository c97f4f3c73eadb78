import GazetteerIndex

extension Command {
  static let back = Command(
    "back", "Go back to the list or the selected place before this one, and print it; favorites and marks stay.",
    family: .find, synonyms: ["previous", "prev"],
    examples: [.after("search munich; search paris", "back"), .after("search springfield; select 2", "back")]
  ) { session, context in
    guard let view = session.viewBefore else {
      throw Failure("there is no list before this one", try: "search TEXT, or list")
    }
    let catalog = session.catalog(of: view.listing.datasets)
    let limit = view.listing.limitToPrint ?? context.limit
    var reply = try session.list(view.listing.source, in: catalog, limit: limit, context)
    reply.events.insert(.wentBack(view), at: 0)
    var after = session
    for event in reply.events { _ = after.receive(event) }
    var map = view.map
    map.restingViewport = after.map.restingViewport
    reply.events.append(.mapped(map))
    return reply
  }
}

extension Session {
  /// What was shown before; nil if there is nothing that can be shown now.
  var viewBefore: Views.View? {
    views.last { view in
      view.listing.datasets.allSatisfy(datasetNames.contains)
        && (!view.listing.source.followsSelection || view.listing.source == .categories(selectedCategories))
    }
  }
}
