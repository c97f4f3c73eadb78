import GazetteerIndex

extension Command {
  static let close = Command(
    "close", "Close a dataset, or give up opening it.",
    takes: Parameter<Untrusted>("NAME", "An open dataset."),
    family: .data, synonyms: ["detach", "unload", "drop"], examples: ["close cities"]
  ) { session, _, name in
    Reply(events: [.closed(try session.dataset(named: name, among: session.open.map(\.name) + session.openings))])
  }
}

extension Session {
  /// The name of a dataset, checked against the ones that can be meant.
  func dataset(named name: Untrusted, among names: [String]) throws(Failure) -> String {
    if let name = names.first(where: { $0 == name.text }) { return name }
    let nearest = Spelling.nearest(to: name.text, among: names)
    throw Failure(
      "no dataset is called \(quoted: name)", why: .didYouMean(nearest), try: nearest.isEmpty ? "datasets" : nil)
  }
}
