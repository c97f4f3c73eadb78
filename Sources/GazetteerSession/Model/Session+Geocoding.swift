import GazetteerIndex

/// What a geocoder service knows about a text that no open dataset knows.
enum Geocoding {
  /// The likeliest place, and others that the text may mean. The reply has the credit.
  case found(first: (place: Place, point: Coordinate), others: [Place], Reply)
  /// The reply that asks the service first.
  case asks(Reply)
}

extension Session {
  /// The places that a text means, as Nominatim knows them. The texts are sent there, so only a command calls this that
  /// the user gave for something that needs a position.
  ///
  /// - Parameter line: the words of a command that means the same, whatever is listed or selected then.
  func geocode(_ text: Untrusted, for line: [Word], _ context: Context) throws(Failure) -> Geocoding {
    let request = PlacesRequest(geocoding: text)
    guard context.allowed.contains(.network) || context.isDryRun else { throw .mayNotGeocode(text) }
    try requirePool(of: request.provider)
    guard let answer = answer(to: request, context) else {
      return .asks(ask(PlacesAsking(request: request, asksAgain: false, line: line, title: text), context))
    }
    let places = answer.places.compactMap { found($0) }
      .filter { $0.coordinate != nil && context.mayMean($0, by: text) }
    guard let place = places.first, let point = place.coordinate else {
      throw Failure(
        "could not find that place",
        why: "neither an open dataset nor \(own: request.provider.rawValue) knows \(quoted: text)",
        try: "another text, or LAT,LON")
    }
    var reply = Reply()
    reply.notices = ["\(own: request.provider.rawValue) knows \(cut: place.title): \(request.provider.attribution)"]
    reply.notices += [answer.age(at: context.now)].compactMap(\.self)
    return .found(first: (place, point), others: Array(places.dropFirst()), reply)
  }
}

extension Failure {
  fileprivate static func mayNotGeocode(_ text: Untrusted) -> Failure {
    let failure = Failure(
      "could not find that place",
      why: "no open dataset knows \(quoted: text), and asking nominatim is not allowed here",
      try: "another text, LAT,LON")
    return failure.remediable(by: .network)
  }
}
