import GazetteerIndex

extension Command {
  static let use = Command(
    "use", "Choose the datasets that commands use.",
    takes: Inputs(
      Parameters<Untrusted>(
        "NAME", "Open datasets, in the order to use them; or all.",
        completes: .dataset(besides: [Completes.Choice("all", "every open dataset")]))),
    family: .data, synonyms: ["switch", "with"],
    examples: ["use world", .after("open cities.json", "use world cities"), "use all"]
  ) { session, _, names in
    if names == [Untrusted("all")] {
      return Reply(events: [.used(session.datasetNames.filter { $0 != Favorite.dataset || session.hasFavorites })])
    }
    var used: [String] = []
    for name in names {
      let name = try session.dataset(named: name, among: session.datasetNames)
      if !used.contains(name) { used.append(name) }
    }
    return Reply(events: [.used(used)])
  }
}
