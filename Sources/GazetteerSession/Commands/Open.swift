import GazetteerIndex

extension Command {
  static let open = Command(
    "open", "Open a dataset and use it instead of the built-in world.",
    takes: Inputs(
      Parameter<Untrusted>(
        "SOURCE", "A path, an address (https://…), '-' for the standard input, or world.",
        completes: .file(besides: [Completes.Choice("world", "the built-in dataset")]), mayHaveBlanks: true),
      Option<DatasetName>("as", "NAME", "Its name; by default the name of its file.", completes: .nothing),
      Option<Untrusted>(
        "format", "F",
        """
        csv, tsv, json, jsonl, geojson, gpx, kml, osm, gtfs, geonames, shp, sqlite, campus or gaz; by default it is \
        detected.
        """, completes: .fileFormat),
      ReadingOptions(),
      Flag("verbose", short: "v", "Also tell what its columns were taken for, and which rows have problems."),
      Flag("background", "Do not wait for it before the next command, even in a script.")),
    family: .data, synonyms: ["load", "attach", "read"],
    examples: [
      .inSamples("open cities.json"), .inSamples("open stops.txt --as stations"), .inSamples("open cafes.csv -v"),
      .needs("a file of your own", "open sites.csv --name Site --lat Y --lon X --encoding windows-1252"),
      .needs("an address of your own", "open https://example.org/cities.json"),
    ],
    atTimes: [.network]
  ) { session, context, source, name, format, reading, isVerbose, inBackground in
    if source.text == Session.world, format != nil || !reading.isEmpty {
      throw Failure(
        "the built-in world is no file, so nothing can be said about how it is read",
        try: "open world; for a file of that name: open ./world", code: .usage)
    }
    if let known = session.opened(from: source, as: name, format, reading, context) {
      return session.reuse(known, from: source, isVerbose: isVerbose)
    }
    let given = name
    let name = given ?? session.name(forSource: source, context)
    guard name.text != Favorite.dataset else {
      throw Failure(
        "the name \"favorites\" is reserved for the favorites", try: "open \(source)\(reading.options) --as NAME")
    }
    guard !context.services.contains(where: { $0.name == name.text }) else {
      throw Failure(
        "the name \"\(own: name.text)\" is reserved for the locations of a service",
        try: "open \(source)\(reading.options) --as NAME")
    }
    if given == nil, session.openings.contains(name.text) { throw Failure.isBeingOpened(Untrusted(name.text)) }
    let taken = session.open.map(\.name) + session.openings
    guard !taken.contains(name.text) else {
      throw Failure(
        "\"\(own: name.text)\" is already open",
        try: "close \(own: name.text), or open \(source)\(reading.options) --as NAME")
    }
    var request = OpenRequest(
      source: source, name: name.text, format: format, reading: reading, inBackground: inBackground)
    request.isVerbose = isVerbose
    if request.isRemote { try context.require(.network, for: "open") }
    var reply = Reply(events: [.openAsked(request)])
    reply.hasResult = false
    if given == nil, case let usual = DatasetName(ofSource: source), usual != name {
      reply.notices = ["the name \(own: usual.text) is taken, so \(source) is called \(own: name.text)"]
    }
    return reply
  }
}

extension Session {
  /// The name of the dataset with this source that is open or being restored; nil if there is none, or if another name,
  /// another format or another reading is asked for. The standard input is never the same twice.
  fileprivate func opened(
    from source: Untrusted, as name: DatasetName?, _ format: Untrusted?, _ reading: SourceReading, _ context: Context
  ) -> String? {
    (open.map(\.name) + openings.filter(isAwaited)).first { known in
      guard name == nil || name?.text == known, source.text != "-" else { return false }
      guard known != Session.world else { return source.text == Session.world }
      guard let origin = sources[known], !origin.isPool else { return false }
      return context.isSameSource(origin.source, source) && (format == nil || origin.format == format)
        && (reading.isEmpty || origin.reading == reading)
    }
  }

  /// The default name of a source; with a number if another source has it. If it is the source itself that has it, open
  /// but read otherwise, its name is refused later.
  fileprivate func name(forSource source: Untrusted, _ context: Context) -> DatasetName {
    let usual = DatasetName(ofSource: source)
    let known = open.map(\.name) + openings
    let taken = Set(known + [Favorite.dataset, Session.world] + context.services.map(\.name))
    guard taken.contains(usual.text), source.text != Session.world else { return usual }
    let same = known.first { name in sources[name].map { context.isSameSource($0.source, source) } == true }
    if let same, let name = try? DatasetName(word: Untrusted(same)) { return name }
    return usual.unless { taken.contains($0.text) }
  }

  /// Uses a dataset that is open or being opened already. An open file is read again, which only changes the dataset if
  /// the file changed.
  fileprivate func reuse(_ name: String, from source: Untrusted, isVerbose: Bool) -> Reply {
    let others = inUse.contains(name) ? inUse : inUse.filter { $0 != Session.world } + [name]
    var reply = Reply(events: [.reused(name, inUse: others)])
    reply.hasResult = false
    let isRead = name != Session.world && !source.isAddress && !jobs.contains(.refreshing(name))
    let about = open.first { $0.name == name }?.about
    if isRead, let origin = sources[name], let about {
      reply.events.append(.refreshAsked(RefreshRequest(source: origin.request(), about: about)))
    }
    let again: Message = source.isAddress ? "; to ask its server again: refresh \(own: name)" : ""
    let title: Message = source.text == name ? "" : " as \(own: name)"
    let options = sources[name]?.reading.options ?? ""
    let isOpen = open.contains { $0.name == name }
    let state: Message = isOpen ? "open" : "being opened"
    let later: Message = isVerbose && !isOpen ? "; when it is open: datasets -v" : ""
    reply.notices = ["\(source) is already \(state)\(title)\(options), so that is used\(again)\(later)"]
    if isVerbose, let about { reply.notices += about.details }
    return reply
  }
}

extension DatasetName {
  /// This name, or the first one with a number that is free: `b-2`.
  fileprivate func unless(_ isTaken: (DatasetName) -> Bool) -> DatasetName {
    guard isTaken(self) else { return self }
    let numbered = (2...).lazy.map { DatasetName(ofFile: Untrusted("\(text.prefix(50))-\($0)")) }
    return numbered.first { !isTaken($0) } ?? self
  }

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
