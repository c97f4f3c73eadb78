import GazetteerIndex

extension Command {
  static let refresh = Command(
    "refresh", "Read the sources of open datasets again, if they changed.",
    takes: Inputs(
      Parameters<Untrusted>(
        "NAME", "Open datasets; by default those in use.", completes: .dataset(), isNeeded: false)),
    family: .data, synonyms: ["reload", "update", "sync"], examples: ["refresh", "refresh cities"]
  ) { session, context, names in
    let requests = try names.isEmpty ? session.refreshable : session.refreshRequests(named: names)
    guard !requests.isEmpty else {
      throw Failure(
        "there is nothing to read again", why: "no dataset in use is from a file or an address", try: "open FILE")
    }
    if requests.contains(where: \.source.isRemote) { try context.require(.network, for: "refresh") }
    return Reply(events: requests.map { .refreshAsked($0) })
  }
}

extension Session {
  /// The requests for the datasets in use that can be read again.
  fileprivate var refreshable: [RefreshRequest] { inUse.compactMap { try? refreshRequest(for: $0) } }

  fileprivate func refreshRequests(named names: [Untrusted]) throws(Failure) -> [RefreshRequest] {
    var requests: [RefreshRequest] = []
    for name in names {
      let name = try dataset(named: name, among: datasetNames)
      if !requests.contains(where: { $0.name == name }) { requests.append(try refreshRequest(for: name)) }
    }
    return requests
  }

  private func refreshRequest(for name: String) throws(Failure) -> RefreshRequest {
    let source = sources[name]
    guard let about = open.first(where: { $0.name == name })?.about, let source, source.source.text != Session.world
    else {
      throw Failure(
        "\(own: name) is not read again",
        why: name == Favorite.dataset ? "the favorites are always the newest" : "it is built in",
        try: "refresh NAME, for other datasets")
    }
    guard source.source.text != "-" else {
      throw Failure(
        "\(own: name) cannot be read again", why: "it came from the standard input", try: "open it from a file")
    }
    guard !jobs.contains(.refreshing(name)) else {
      throw Failure("\(own: name) is already being refreshed", try: "wait")
    }
    return RefreshRequest(
      source: OpenRequest(source: source.source, name: name, format: source.format), about: about)
  }
}
