import GazetteerIndex

extension Command {
  static let open = Command(
    "open", "Open a dataset and use it instead of the built-in world.",
    takes: Inputs(
      Parameter<Untrusted>(
        "SOURCE", "A path, an address (https://…), '-' for the standard input, or world.",
        completes: .file(besides: [Completes.Choice("world", "the built-in dataset")]), mayHaveBlanks: true),
      Option<DatasetName>("as", "NAME", "Its name; by default the name of its file.", completes: .nothing),
      Option<Untrusted>("format", "F", "The format of the source; by default it is detected.", completes: .fileFormat),
      Flag("background", "Do not wait for it before the next command, even in a script.")),
    family: .data, synonyms: ["load", "attach", "read"],
    examples: [
      "open cities.json", "open stops.txt --as stations",
      .needs("an address of your own", "open https://example.org/cities.json"),
    ],
    atTimes: [.network]
  ) { session, context, source, name, format, inBackground in
    if let known = session.opened(from: source, as: name, format) { return session.reuse(known, from: source) }
    let name = name ?? DatasetName(ofSource: source)
    guard name.text != Favorite.dataset else {
      throw Failure("the name \"favorites\" is reserved for the favorites", try: "open \(source) --as NAME")
    }
    guard !context.services.contains(where: { $0.name == name.text }) else {
      throw Failure(
        "the name \"\(own: name.text)\" is reserved for the locations of a service", try: "open \(source) --as NAME")
    }
    let taken = session.open.map(\.name) + session.openings
    guard !taken.contains(name.text) else {
      throw Failure(
        "\"\(own: name.text)\" is already open",
        try: "close \(own: name.text), or open \(source) --as NAME")
    }
    let request = OpenRequest(source: source, name: name.text, format: format, inBackground: inBackground)
    if request.isRemote { try context.require(.network, for: "open") }
    var reply = Reply(events: [.openAsked(request)])
    reply.hasResult = false
    return reply
  }
}

extension Session {
  /// The name of the open dataset with this source; nil if there is none, or if another name or format is asked for. The
  /// standard input is never the same twice.
  fileprivate func opened(from source: Untrusted, as name: DatasetName?, _ format: Untrusted?) -> String? {
    open.map(\.name).first { known in
      guard name == nil || name?.text == known, source.text != "-" else { return false }
      guard known != Session.world else { return source.text == Session.world }
      guard let origin = sources[known], !origin.isPool, !jobs.contains(.refreshing(known)) else { return false }
      return origin.source == source && (format == nil || origin.format == format)
    }
  }

  /// Uses a dataset that is open already. A file is read again, which only changes the dataset if the file changed.
  fileprivate func reuse(_ name: String, from source: Untrusted) -> Reply {
    let others = inUse.contains(name) ? inUse : inUse.filter { $0 != Session.world } + [name]
    var reply = Reply(events: [.reused(name, inUse: others)])
    reply.hasResult = false
    let isRead = name != Session.world && !source.isAddress
    if isRead, let origin = sources[name], let about = open.first(where: { $0.name == name })?.about {
      let request = OpenRequest(source: origin.source, name: name, format: origin.format)
      reply.events.append(.refreshAsked(RefreshRequest(source: request, about: about)))
    }
    let again: Message = source.isAddress ? "; to ask its server again: refresh \(own: name)" : ""
    let title: Message = source.text == name ? "" : " as \(own: name)"
    reply.notices = ["\(source) is already open\(title), so that is used\(again)"]
    return reply
  }
}

extension DatasetName {
  /// The default name of a source.
  fileprivate init(ofSource source: Untrusted) {
    if source.text == "-" {
      self.init(ofFile: Untrusted("stdin"))
    } else if source.isAddress {
      self.init(ofAddress: source)
    } else {
      self.init(ofFile: source)
    }
  }
}
