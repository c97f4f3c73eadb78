import GazetteerIndex

extension Command {
  static let editLocation = Command(
    "edit-location", "Change a location that you have posted.",
    takes: Inputs(
      CommonInput.place,
      Option<Untrusted>(
        "place", "TEXT", "The new place: what to search for, a number, or LAT,LON.",
        completes: .placeName(), isText: true),
      CommonInput.position,
      CommonInput.link,
      CommonInput.unchecked),
    family: .account, synonyms: ["move-location"],
    examples: [
      .after(
        "post munich --url https://example.org/ada; locations", "edit-location 1 --place oslo"),
      .after(
        "post munich --url https://example.org/ada; locations",
        "edit-location 1 --url https://example.org"),
    ],
    powers: [.account], atTimes: [.network]
  ) { session, context, reference, place, point, url, isUnchecked in
    guard let waiting = context.waiting else { return Reply(needs: .changes()) }
    let (old, service) = try session.ownLocation(reference, after: waiting, context)
    if service.isRemote { try context.require(.network, for: "edit-location") }
    guard place != nil || point != nil || url != nil else {
      throw Failure("nothing to change is given", try: "edit-location N --place TEXT, or --url URL", code: .usage)
    }
    guard !old.isCut || place != nil && url != nil else {
      throw Failure(
        "your location cannot be changed in part", why: "it is so long that gaz has only its beginning",
        try: "edit-location N --place TEXT --url URL")
    }
    let hidden = [("--place TEXT", old.hiddenPlace, place), ("--url URL", old.hiddenURL, url)]
    let missing = hidden.filter { $0.1 != nil && $0.2 == nil }.map(\.0)
    guard missing.isEmpty else {
      throw Failure(
        "your location cannot be changed in part", why: "a part of it is not shown, because it repeats a secret",
        try: "edit-location N \(own: hidden.filter { $0.1 != nil }.map(\.0).joined(separator: " "))")
    }
    var draft = old.draft
    var reply = Reply()
    if let place {
      let location = Word(try session.place(reference).id)
      let line =
        ["edit-location", location] + .option("place", place) + .option("url", url) + .flag("unchecked", isUnchecked)
      switch try session.placeToPost(place.trimmed, at: point, of: "edit-location N --place", for: line, context) {
      case .found(let spot, let remarks):
        (draft.place, draft.coordinate) = (spot.place, spot.coordinate)
        reply = remarks
      case .asks(let asking): return asking
      }
    } else if let point {
      draft.coordinate = try session.point(point)
    }
    var checksLink = false
    if let url {
      draft.url = try url.link()
      let link = try LinkChecking(isUnchecked, context, for: "edit-location")
      checksLink = link.isWanted
      reply.notices += link.notices
    }
    guard draft != old.draft else {
      reply.view = .text(["nothing changed"])
      return reply
    }
    reply.effects.append(.post(PostRequest(service, .update(old, draft), checksLink: checksLink)))
    return reply
  }

  static let deleteLocation = Command(
    "delete-location", "Delete a location that you have posted, after asking.",
    takes: Inputs(CommonInput.place),
    family: .account, synonyms: ["remove-location", "unpost"],
    examples: [.after("post munich --url https://example.org/ada; locations", "delete-location 1")],
    powers: [.account], atTimes: [.network]
  ) { session, context, reference in
    guard let waiting = context.waiting else { return Reply(needs: .changes()) }
    let (old, service) = try session.ownLocation(reference, after: waiting, context)
    if service.isRemote { try context.require(.network, for: "delete-location") }
    let question = Question(
      "delete your location \(old.draft.title)", power: .account,
      effects: [.post(PostRequest(service, .delete(old)))], no: "nothing was deleted")
    return Reply(events: [.asked(question)])
  }
}
