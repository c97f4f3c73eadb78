import GazetteerIndex

extension Command {
  static let share = Command(
    "share", "Print links to a place that others can open, and a QR code of the first one.",
    takes: Inputs(
      CommonInput.linked,
      Option<MapLink>("link", "L", "Only this link: \(MapLink.allCases.map(\.rawValue).joined(separator: ", "))."),
      CommonInput.code, CommonInput.noCode),
    family: .tell, synonyms: ["link", "links", "url", "qr", "geo"],
    examples: [
      .after("search munich", "share 1"), .after("search munich; select 1", "share . --link google"),
      "share 48.1374,11.5755 --qr",
    ]
  ) { session, context, reference, link, draws, omits in
    let (point, place) = try session.spot(reference)
    let links = (link.map { [$0] } ?? MapLink.allCases).map {
      LinksView.Link(label: $0.label, text: $0.text(point, named: place?.name))
    }
    let hint = link == nil ? "share N --link geo" : "share N --link \(links[0].label) --qr"
    return try context.reply(links, to: point, place, draws: draws, omits: omits, hint: hint)
  }

  static let ride = Command(
    "ride", "Print a link that asks for a ride to a place, and a QR code of it for a telephone.",
    takes: Inputs(CommonInput.linked, CommonInput.code, CommonInput.noCode),
    family: .tell, synonyms: ["uber", "taxi", "cab", "drive"],
    examples: [.after("search munich", "ride 1"), .after("search munich; select 1", "ride . --qr")]
  ) { session, context, reference, draws, omits in
    let (point, place) = try session.spot(reference)
    let link = LinksView.Link(label: "uber", text: RideLink.text(to: point, named: place?.name))
    return try context.reply([link], to: point, place, draws: draws, omits: omits, hint: "ride N --qr")
  }
}

extension CommonInput {
  fileprivate static let linked = Parameter<PointReference>("WHERE", CommonInput.point)
  fileprivate static let code = Flag("qr", "Draw the QR code also outside a window, and in one that it does not fit.")
  fileprivate static let noCode = Flag("no-qr", "Draw no QR code.")
}

extension Context {
  /// The reply with links, and with a code of the first one if that is wanted: by default, in a window.
  fileprivate func reply(
    _ links: [LinksView.Link], to point: Coordinate, _ place: Place?, draws: Bool, omits: Bool, hint: String
  ) throws(Failure) -> Reply {
    guard !draws || !omits else {
      throw Failure("--qr and --no-qr cannot be combined", try: "use one of them", code: .usage)
    }
    guard let first = links.first, draws || isInWindow && !omits else {
      return Reply(LinksView(place: place, point: point, links: links, code: nil))
    }
    guard case .code(let result)? = given else { return Reply(needs: .code(first.text)) }
    switch result {
    case .success(let code):
      return Reply(
        LinksView(place: place, point: point, links: links, code: code, hint: draws ? nil : hint))
    case .failure(let failure):
      var reply = Reply(LinksView(place: place, point: point, links: links, code: nil))
      reply.notices = [failure.message]
      return reply
    }
  }
}
