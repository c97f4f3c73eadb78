import GazetteerIndex

extension Command {
  static let visit = Command(
    "visit", "Check that the link of a place answers, then open it in the browser, or print it.",
    takes: Inputs(CommonInput.place),
    family: .find, synonyms: ["browse", "link", "web"],
    examples: [.after("post munich --url https://example.org/ada; locations", "visit 1")],
    atTimes: [.network]
  ) { session, context, reference in
    let place = try session.place(reference)
    let link = place.attributes.first { ["url", "website", "link"].contains($0.key.text.lowercased()) }
    guard let link else {
      throw Failure("\(quoted: place.name) has no link", try: "show \(place.id.word)")
    }
    let request = VisitRequest(name: place.name, url: link.value)
    guard !context.isOffline else {
      var reply = Reply(request.deed(isOpened: false))
      reply.notices = ["the link was not checked: gaz is offline"]
      return reply
    }
    try context.require(.network, for: "visit")
    return Reply(events: [.visitAsked(request)])
  }
}
