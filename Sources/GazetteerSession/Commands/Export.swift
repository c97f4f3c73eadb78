import GazetteerIndex

extension Command {
  static let export = Command(
    "export", "Write favorites, or the listed or checked places, to a file for other programs.",
    takes: Inputs(
      Parameter<Untrusted>(
        "FILE", "The file; its extension is the format. '-' prints it.", completes: .file(), mayHaveBlanks: true),
      Option<ExportedSet>("of", "WHAT", "favorites (the default), filtered (the whole last list) or checked."),
      CommonInput.lists,
      CommonInput.tags,
      CommonInput.conditions,
      Option<ExportFormat>("format", "F", "gpx, kml, geojson, csv, json, markdown, html, svg or png."),
      Flag("raw", "Write the texts of CSV unchanged, also those that a spreadsheet takes for formulas."),
      Flag("overwrite", "Replace an existing file without asking.")),
    family: .keep, synonyms: ["download", "write-out", "dump"],
    examples: [
      .after("search munich; favorite 1", "export hikes.gpx"),
      .after("search munich; favorite 1", "export - --format markdown"),
      .after("search munich", "export map.html --of filtered --overwrite"),
    ],
    powers: [.writeFile], needsFavorites: true
  ) { session, context, path, set, lists, tags, conditions, format, isRaw, overwrites in
    let isPrinted = path.bytes == [UInt8(ascii: "-")]
    guard let format = format ?? ExportFormat(path: path) else {
      throw Failure(
        isPrinted ? "the format is missing" : "\(quoted: path) has no known extension",
        why: "the formats are \(ExportFormat.expected)", try: "--format F", code: .usage)
    }
    guard !isPrinted || !format.isBinary else {
      throw Failure(
        "a \(own: format.rawValue) file cannot be printed", why: "it is no text", try: "export map.png", code: .usage)
    }
    guard !isRaw || format == .csv && !isPrinted else {
      throw Failure("--raw is for files in CSV", try: "export FILE.csv --raw", code: .usage)
    }
    var wanted = FavoritesQuery(Query(Untrusted("")))
    try wanted.limit(to: lists, tags, in: session.favorites)
    guard wanted.lists.isEmpty && wanted.tags.isEmpty || (set ?? .favorites) == .favorites else {
      throw Failure("--list and --tag are for favorites", try: "export \(path) without --of", code: .usage)
    }
    let (conditions, remarks) =
      (set ?? .favorites) == .favorites
      ? session.catalog(of: [Favorite.dataset]).ofFavorites(conditions) : (conditions, [])
    let whole = try session.export(set ?? .favorites, limitedBy: wanted, where: conditions, context)
    let export = format.needsPositions ? whole.placed : whole
    let unrestored = set == .favorites || set == nil ? [] : session.unrestored(context)
    let map = format == .html ? context.mapTemplate() : nil
    guard format != .html || map != nil else { throw Failure.noMapPage }
    let left = whole.places.count - export.places.count
    guard !isPrinted else {
      var reply = Reply(FileText(text: try export.text(in: format, map: map, context.cancellation)))
      if left > 0 { reply.notices = ["left out: \(own: Numeral.places(left)) without a position"] }
      reply.notices += unrestored + remarks
      return reply
    }
    var content: Message = "\(own: export.title)"
    if left > 0 {
      let rest = "\(Numeral.grouped(left)) without a position \(left == 1 ? "is" : "are") left out"
      content = "\(content) (\(own: rest))"
    }
    var file = FileWriting(export, as: format, of: content, to: path, mayReplace: overwrites)
    file.map = map
    file.isRaw = isRaw
    var reply = Reply(effects: [.write(file)])
    reply.notices = unrestored + remarks
    return reply
  }
}
