import GazetteerIndex

extension PlacesView: Presentable {
  static let fields: [Content.Field] = [
    .init("n", "the number by which commands name the place"),
    .init("id", "its identity in its source: a number or a text"),
    .init("dataset", "the dataset it is in"),
    .init("name", "its name"),
    .init("country", "the code of its country, or its name"),
    .init("admin1", "its state, province or the like"),
    .init("category", "its categories, separated by semicolons"),
    .init("lat", "latitude in degrees"),
    .init("lon", "longitude in degrees"),
    .init("population", "how many people live there"),
    .init("tier", "how it matches: \(Tier.allCases.map(\.label).joined(separator: ", "))"),
    .init("matched", "what matches, if that is not the name"),
    .init("distance", "metres from the point that was given"),
    .init("checked", "true if it has a check mark, else absent"),
    .init("favorite", "true if it is a favorite, else absent"),
    .init("attributes", "the other columns of its source: an object of texts; not in tables", isInTables: false),
  ]

  /// The fields of lists that show ratings.
  static let ratings: [Content.Field] = [.init("rating", "the rating by its source, up to 5 stars")]
  /// The fields of lists from providers.
  static let credits: [Content.Field] = [
    .init("attribution", "whom to credit"), .init("answered", "when the provider gave the answer, in UTC"),
  ]

  /// Whether the rows show the ratings by their sources.
  private var showsRatings: Bool { source?.showsRatings == true }

  var content: Content? {
    let usual = PlacesView.fields + furtherFields + (source?.credit == nil ? [] : PlacesView.credits)
    var content = Content(
      "places", total: total, isTotalExact: isTotalExact,
      fields: shown?.columns.map { .init($0.title.text, "") } ?? usual, count: hits.count,
      attribution: catalog.datasets.compactMap(\.about.attribution)
    ) { index in
      shown.map { record(index, showing: $0) } ?? record(index)
    }
    content.whole = record
    content.head.add("query", source?.query.flatMap { $0.wordsInColumns ?? ($0.isBlank ? nil : $0.text) })
    content.head.add("left_out", leftOut)
    let ignored = ignoredCategories.map { Datum.text($0) }
    content.head.add("ignored_categories", ignored.isEmpty ? nil : .list(ignored))
    return content
  }

  static let headFields: [Content.Field] = [
    .init("query", "what was searched for; missing if that is nothing"),
    .init("left_out", "those of its words that were left out; missing if all match"),
    .init("ignored_categories", "the selected categories, if the list is not limited to them: a list; else missing"),
  ]

  /// The fields that only some lists have.
  private var furtherFields: [Content.Field] {
    if isOfFavorites { return Favorite.fields }
    if isOfLocations { return LocationColumn.fields }
    return (showsRatings ? PlacesView.ratings : []) + (hasLocations ? LocationColumn.fields : [])
  }

  /// A row with all fields.
  func record(_ index: Int) -> Record {
    let hit = hits[index]
    var record = Record()
    record.add("n", .integer(first + index))
    record.add("id", hit.place.id.datum)
    record.add("dataset", .own(hit.place.dataset))
    let place = place(index)
    if let place { record.add(contentsOf: place) }
    record.add("tier", hit.tier.map { .own($0.label) })
    record.add("matched", hit.matched)
    record.add("distance", hit.distance.map { .decimal($0.inCentimetres) })
    if showsRatings, !isOfFavorites { record.add("rating", place?.rating.map { .decimal($0.value) }) }
    record.add("checked", checkedRows.contains(index) ? .flag(true) : nil)
    record.add("favorite", isFavorite(index) ? .flag(true) : nil)
    // Those of a location are fields.
    if !isLocation(index) { record.add("attributes", place?.attributesAsDatum) }
    if isOfFavorites, let favorite = favorite(index) { record.add(contentsOf: favorite) }
    if isLocation(index), let place { record.add(contentsOfLocation: place) }
    if let credit = source?.credit {
      record.add("attribution", credit.attribution)
      record.add("answered", .own(UTC.iso(credit.time)))
    }
    return record
  }

  var isEmptyList: Bool { total == 0 }

  var page: Page { uncancelled(page) }

  func page(_ cancellation: Cancellation) throws(Cancelled) -> Page {
    guard !isTotalOnly else { return Page([.line(totalText)]) }
    var blocks = heading.map { [Page.Block.line($0.neutralised)] } ?? []
    guard !hits.isEmpty else {
      let end = isOfLocations && !isTotalExact && notFetched == nil ? "no more places yet; try: more" : "no more places"
      return Page(blocks + [.line((first > 1 ? end : absence.neutralised) + (notFetched.map { "; \($0)" } ?? ""))])
    }
    blocks.append(.table(try table(cancellation)))
    blocks.append(.line(summary))
    blocks += [note, offer].compactMap(\.self).map { .line($0.neutralised) }
    return Page(blocks)
  }

  /// How many there are, and how to see the rest.
  var summary: String {
    let last = first - 1 + hits.count
    if first == 1, last == total, isTotalExact { return totalText }
    let numbers = first == last ? "number " : Numeral.grouped(first) + "-"
    let range = (first == 1 ? "" : numbers) + Numeral.grouped(last)
    if last == total, let notFetched { return (first == 1 ? "" : "\(range) of ") + "\(totalText); \(notFetched)" }
    // Everything that is known is shown, but there may be more.
    if last == total, !isTotalExact {
      let all = "\(Numeral.grouped(total)) \(total == 1 ? "place" : "places") so far; the rest: more"
      return first == 1 ? all : "\(range) of \(all)"
    }
    return "\(range) of \(totalText)" + (last < total || !isTotalExact ? "; the rest: more" : "")
  }

  /// That more places may answer, but were not fetched; nil if there are none, or if `more` fetches them.
  private var notFetched: String? {
    guard !isTotalExact else { return nil }
    let parts = catalog.datasets.compactMap { $0 as? LocationDataset }.filter(\.hasOlder)
    if source?.locations != nil {
      guard let part = parts.first(where: \.hasStopped) else { return nil }
      return part.isFull
        ? "no more than \(Numeral.grouped(LocationDataset.most)) are fetched"
        : "older ones did not come; to ask again: refresh \(part.name)"
    }
    guard let first = parts.first else { return nil }
    let names = parts.map(\.name).joined(separator: ", ")
    return "older locations of \(names) are not fetched; to fetch some: refresh \(first.name)"
  }

  /// The index of the column with the names.
  private static let nameColumn = 3
  /// That of the column with the positions.
  private static let positionColumn = 10

  /// The width of the column of numbers in a preview, which rarely has more than ten rows.
  var widthOfNumbers: Int { max(2, String(first + hits.count - 1).count) }

  func table(_ cancellation: Cancellation) throws(Cancelled) -> Table {
    if let shown { return try table(showing: shown, cancellation) }
    let namesDatasets = catalog.datasets.count > 1
    let isMixed = hasLocations && !isOfLocations
    var columns: [Table.Column] = [
      .init(title: "#", alignment: .right, usual: widthOfNumbers),
      .init(title: "", isMark: true),
      .init(title: "", rank: 1, isMark: true),
      .init(title: "name", least: 24, kind: .names),
      isMixed
        ? .init(title: "where", least: 16, rank: 2, isNeeded: true, usual: 14)
        : .init(title: "region", least: 8, rank: 1, kind: .regions),
      .init(title: "distance", alignment: .right, rank: 3, isNeeded: true, usual: 9),
      .init(title: "rating", rank: 4, isNeeded: true, usual: 5, isStars: true),
      .init(title: "population", alignment: .right, rank: 5, usual: 13),
      .init(title: "category", least: 8, rank: 6, usual: 12), .init(title: "dataset", least: 6, rank: 4, usual: 10),
      .init(title: "lat,lon", alignment: .right, rank: 7, kind: .coordinates),
    ]
    let sorted = try sortedColumn(cancellation)
    if let sorted { columns.insert(sorted.column, at: PlacesView.nameColumn + 1) }
    var cells: [String] = []
    var matches: [Table.Highlights.Row?] = []
    let twins = Twins(isOfLocations ? [] : hits.indices.map(place))
    var remarks: [Int: Range<Int>] = [:]
    var core = 0
    let isOfFavorites = isOfFavorites
    let ofFavorites = isOfFavorites ? FavoriteColumn.inLists : []
    let ofLocations = isOfLocations ? LocationColumn.all : isMixed ? LocationColumn.inMixedLists : []
    let count = columns.count + ofFavorites.count + ofLocations.count
    cells.reserveCapacity(hits.count * count)
    for (index, hit) in hits.enumerated() {
      try cancellation.checkWhileRendering(index)
      cells.append(String(first + index))
      guard let place = place(index) else {
        cells += repeatElement("", count: count - 1)
        matches.append(nil)
        continue
      }
      cells.append(checkedRows.contains(index) ? Style.mark : "")
      cells.append(!showsHearts ? "" : isFavorite(index) ? Style.heart : Style.noHeart)
      let name = place.name.neutralised
      let remark = twins.remark(index).map { " (\($0))" } ?? ""
      let other = hit.matched.map { ", as \($0.neutralised)" } ?? ""
      let start = name.utf8.count + remark.utf8.count + 5
      let part = hit.matched == nil ? 0..<name.utf8.count : start..<start - 5 + other.utf8.count
      matches.append(hit.tier.map { .init(tier: $0, part: part) })
      cells.append(name + remark + other)
      if !remark.isEmpty { remarks[index] = name.utf8.count..<name.utf8.count + remark.utf8.count }
      core = max(core, Width.of(name + remark))
      if let sorted { cells.append(sorted.cells[index]) }
      let isLocation = isLocation(index)
      cells.append(
        isMixed && isLocation ? LocationColumn.place.cell(place) : place.region.short.neutralised)
      cells.append(hit.distance.map(Numeral.text) ?? "")
      cells.append(showsRatings ? place.rating?.stars ?? "none" : "")
      cells.append(place.population > 0 && !isOfFavorites ? Numeral.grouped(place.population) : "")
      cells.append(place.categories.map(\.neutralised).joined(separator: ", "))
      cells.append(namesDatasets ? hit.place.dataset : "")
      cells.append(isOfFavorites || !showsCoordinates ? "" : place.coordinate?.short ?? "")
      if isOfFavorites, let favorite = favorite(index) { cells += ofFavorites.cells(of: favorite) }
      cells += ofLocations.map { isLocation ? $0.cell(place) : "" }
    }
    columns[PlacesView.nameColumn].core = core
    columns[PlacesView.positionColumn + (sorted == nil ? 0 : 1)].isNeeded = twins.needPositions
    let added = ofFavorites.compactMap(\.listColumn) + ofLocations.map(\.column)
    var table = Table(columns: columns + added, cells: cells)
    table.highlights = matching.map { .init(query: $0, column: PlacesView.nameColumn, rows: matches) }
    table.remarks = remarks
    return table.withoutEmptyColumns.withoutUniformColumn("category")
  }
}

extension Record {
  /// The fields that every view of a place has.
  mutating func add(contentsOf place: Place) {
    add("name", place.name)
    add("country", place.region.shortCountry)
    add("admin1", place.region.admin1Name.isEmpty ? place.region.admin1 : place.region.admin1Name)
    add("category", Datum.one(place.categories))
    add("lat", place.coordinate.map { .decimal($0.latitude) })
    add("lon", place.coordinate.map { .decimal($0.longitude) })
    add("population", place.population > 0 ? .integer(place.population) : nil)
  }
}

extension Place {
  /// What else the source says about it, as an object of texts; nil if that is nothing.
  var attributesAsDatum: Datum? {
    attributes.isEmpty ? nil : .object(attributes.map { Datum.Member(key: $0.key, value: .text($0.value)) })
  }
}

extension SourceID {
  /// The id with the type that it has in its source.
  var datum: Datum {
    switch self {
    case .number(let number): .integer(number)
    case .text(let text): .text(Untrusted(text))
    }
  }
}

extension Distance {
  /// Metres, rounded to centimetres so that all machines print the same.
  var inCentimetres: Double { (metres * 100).rounded() / 100 }
}

extension Coordinate {
  /// `LAT,LON` for a row, rounded to about ten metres.
  var short: String {
    Numeral.fixed(latitude, decimals: 4) + "," + Numeral.fixed(longitude, decimals: 4)
  }
}
