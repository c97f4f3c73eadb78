import GazetteerIndex

extension Command {
  static let close = Command(
    "close", "Close a dataset, or stop opening it; with the name of a provider, stop asking it.",
    takes: Inputs(Parameter<Untrusted>("NAME", "An open dataset.", completes: .dataset(opening: true))),
    family: .data, synonyms: ["detach", "unload", "drop"], examples: [.after("open cities.json", "close cities")]
  ) { session, _, name in
    guard name.text != Favorite.dataset else {
      throw Failure("the favorites are always open", try: "use NAME, for other datasets")
    }
    guard session.locations(of: name.text) == nil else {
      throw Failure("the locations of \(name) are open while you are logged in", try: "logout \(name)")
    }
    let names = session.open.map(\.name) + session.openings + session.asked
    return Reply(events: [.closed(try session.dataset(named: name, among: names))])
  }
}
