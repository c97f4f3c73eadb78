import GazetteerIndex

extension Command {
  static let export = Command(
    "export", "Write favorites, or the listed or checked places, to a file for other programs.",
    takes: Parameter<Untrusted>(
      "FILE", "The file; its extension is the format. '-' prints it.", completes: .file(), mayHaveBlanks: true),
    Option<ExportedSet>("of", "WHAT", "favorites (the default), filtered (the whole last list) or checked."),
    Option<ExportFormat>("format", "F", "gpx, kml, geojson, csv, json, markdown, html or svg."),
    Flag("overwrite", "Replace an existing file without asking."),
    family: .keep, synonyms: ["download", "write-out", "dump"],
    examples: ["export hikes.gpx", "export - --format markdown", "export map.html --of filtered --overwrite"],
    powers: [.writeFile], needsFavorites: true
  ) { session, context, path, set, format, overwrites in
    let isPrinted = path.bytes == [UInt8(ascii: "-")]
    guard let format = format ?? ExportFormat(path: path) else {
      throw Failure(
        isPrinted ? "the format is missing" : "\(quoted: path) has no known extension",
        why: "the formats are \(ExportFormat.expected)", try: "--format F", code: .usage)
    }
    let whole = try session.export(set ?? .favorites, context)
    let export = format.needsPositions ? whole.placed : whole
    let text = try export.text(in: format, map: context.mapTemplate())
    let left = whole.places.count - export.places.count
    guard !isPrinted else {
      var reply = Reply(FileText(text: text))
      if left > 0 { reply.notices = ["left out: \(own: Numeral.places(left)) without a position"] }
      return reply
    }
    var content: Message = "\(own: export.title)"
    if left > 0 {
      let rest = "\(Numeral.grouped(left)) without a position \(left == 1 ? "is" : "are") left out"
      content = "\(content) (\(own: rest))"
    }
    return Reply(effects: [.write(FileWriting(text, of: content, to: path, mayReplace: overwrites))])
  }
}

/// The places that are exported together.
enum ExportedSet: String, CaseIterable, Readable {
  case favorites, filtered, checked

  static var expected: Message { "favorites, filtered or checked" }

  static var completes: Completes? {
    .choices([
      Completes.Choice("favorites", "all of them"), Completes.Choice("filtered", "the whole last list"),
      Completes.Choice("checked", "the checked places"),
    ])
  }

  init(word: Untrusted) throws(Malformed) {
    guard let set = ExportedSet(rawValue: word.text) else { throw Malformed() }
    self = set
  }
}

extension Session {
  /// All places of a set. Favorites come with all their fields.
  fileprivate func export(_ set: ExportedSet, _ context: Context) throws -> Export {
    let (ids, title): ([PlaceID], String)
    switch set {
    case .favorites:
      guard hasFavorites else { throw Failure("there are no favorites to export", try: "favorite 1") }
      let title = Numeral.grouped(favorites.all.count) + (favorites.all.count == 1 ? " favorite" : " favorites")
      return Export(
        title: title, places: favorites.all.map { ExportedPlace($0) }, time: context.now,
        cancellation: context.cancellation)
    case .filtered:
      guard let listing else {
        throw Failure("there is no list to export", try: "search TEXT, near WHERE or list first")
      }
      let result = try places(listing.source, in: catalog(of: listing.datasets), limit: .all, context)
      (ids, title) = (result.hits.map(\.place), Numeral.places(result.hits.count))
    case .checked:
      ids = checked.places
      title = ids.count == 1 ? "1 checked place" : Numeral.grouped(ids.count) + " checked places"
    }
    guard !ids.isEmpty else {
      throw Failure(
        set == .checked ? "nothing is checked" : "the list is empty", try: set == .checked ? "check 1" : nil)
    }
    var places: [ExportedPlace] = []
    for (index, id) in ids.enumerated() {
      if index.isMultiple(of: 4096) { try context.cancellation.check() }
      if let favorite = favorite(id) {
        places.append(ExportedPlace(favorite))
      } else {
        places.append(ExportedPlace(try place(id), attribution: attribution(of: id)))
      }
    }
    return Export(title: title, places: places, time: context.now, cancellation: context.cancellation)
  }
}
