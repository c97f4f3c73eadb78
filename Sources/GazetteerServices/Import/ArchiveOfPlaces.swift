import GazetteerIndex

extension ZipArchive {
  private static let endings = [".geojson", ".csv", ".tsv", ".json", ".jsonl", ".gaz"]
  /// Those of files that are looked for if there is none of the others.
  private static let rarerEndings = [".shp", ".gpkg", ".sqlite", ".sqlite3", ".osm", ".pbf", ".db"]
  /// Those of files that can only be files of places.
  private static let certainEndings = [
    ".geojson", ".csv", ".tsv", ".gpx", ".kml", ".shp", ".gpkg", ".osm", ".pbf", ".gaz",
  ]
  private static let mostNames = 5

  /// The main file of an archive: `doc.kml` or the first KML of a KMZ, the favorites of OsmAnd or the only GPX, the
  /// stops of GTFS; otherwise its only file of places, or its only text besides remarks, as in a dump of GeoNames.
  func entryOfPlaces() throws(ArchiveError) -> Entry {
    if isSpreadsheet { throw .spreadsheet }
    let marked = entriesOfXML
    let ofKML = marked.filter { $0.ends(in: [".kml"]) }
    let favorites = ["favorites.gpx", "favourites.gpx"]
    if let entry = ofKML.first(where: { $0.lowercasedName == "doc.kml" }) ?? ofKML.first
      ?? marked.first(where: { favorites.contains($0.lastName) }) ?? (marked.count == 1 ? marked.first : nil)
      ?? files.first(where: { $0.lastName == "stops.txt" })
    {
      return entry
    }
    var places = marked.isEmpty ? files.filter { $0.ends(in: Self.endings) } : marked
    if places.isEmpty { places = files.filter { $0.ends(in: Self.rarerEndings) && $0.lastName != "thumbs.db" } }
    if places.isEmpty { places = files.filter(\.isTextBesidesRemarks) }
    if places.count > 1 { throw .several(places.prefix(Self.mostNames).map(\.name.beginning)) }
    guard let entry = places.first else {
      throw .nothingReadable(files.prefix(Self.mostNames).map(\.name.beginning))
    }
    return entry
  }

  /// Says which other files of places there are besides those that are read; nil if there are none.
  func others(besides read: [Entry]) -> Message? {
    let others = files.filter { !read.contains($0) && $0.ends(in: Self.certainEndings) }.map(\.name.beginning)
    guard !others.isEmpty else { return nil }
    let rest = others.count > Self.mostNames ? [Untrusted("…")] : []
    func list(_ names: [Untrusted]) -> Message { names.dropFirst().reduce("\(names[0])") { "\($0), \($1)" } }
    let more = list(others.prefix(Self.mostNames) + rest)
    guard read.count == 1 else { return "the archive also has \(more), which was not read" }
    return "only \(read[0].name.beginning) of the archive was read; it also has \(more)"
  }

  /// Its GPX and KML files, in order.
  var entriesOfXML: [Entry] { files.filter { $0.ends(in: [".gpx", ".kml"]) } }

  /// Whether it is a workbook of Excel or LibreOffice.
  private var isSpreadsheet: Bool {
    let names = Set(files.map(\.name.text))
    return names.contains("xl/workbook.xml") || names.contains("xl/workbook.bin")
      || names.isSuperset(of: ["mimetype", "content.xml", "styles.xml"])
  }

  /// All entries but folders and the extra files of macOS.
  private var files: [Entry] {
    entries.filter { !$0.name.text.hasSuffix("/") && !$0.name.text.hasPrefix("__MACOSX/") }
  }
}

extension ZipArchive.Entry {
  fileprivate var lowercasedName: String { name.text.lowercased() }
  /// Without its folders.
  fileprivate var lastName: String { lowercasedName.split(separator: "/").last.map(String.init) ?? "" }
  /// Whether it is a text that does not only say something about the others.
  fileprivate var isTextBesidesRemarks: Bool {
    lowercasedName.hasSuffix(".txt") && !["readme", "license", "licence"].contains { lastName.hasPrefix($0) }
  }
  fileprivate func ends(in endings: [String]) -> Bool { endings.contains { lowercasedName.hasSuffix($0) } }
}

extension ImportedFile {
  /// The favorites of all GPX and KML files of an archive as one file; nil if it has fewer than two such files. Only
  /// one of them is unpacked at a time.
  ///
  /// A file without places is skipped if another file has some. If a file cannot be read, the whole archive is refused.
  ///
  /// - Parameter mostBytes: the most bytes of all files together.
  init?(
    archive file: FileBytes, as format: ImportFormat?, _ cancellation: Cancellation,
    mostBytes: Int = Inflation.Limits.standard.bytes
  ) throws(ImportError) {
    guard ZipArchive.recognises(file.bytes) else { return nil }
    var parts = ArchiveParts()
    do throws(ArchiveError) {
      let archive = try ZipArchive(file.bytes)
      let entries = archive.entriesOfXML
      guard entries.count > 1 else { return nil }
      for entry in entries {
        let text = try SourceText(entry, of: archive, in: file, cancellation)
        parts.size += text.bytes.count
        if parts.size > mostBytes { throw .tooLarge }
        let isRead = parts.add(entry.name.beginning) { () throws(ImportError) in
          try ImportedFile(text, as: format, cancellation)
        }
        if !isRead { break }
      }
      parts.unread = archive.others(besides: entries)
    } catch {
      throw ImportError(error)
    }
    self = try parts.file()
    if let others = parts.unread { remark(others) }
  }
}

/// The files of an archive, joined one after the other.
private struct ArchiveParts {
  private var whole: ImportedFile?
  /// The first error of a file without places, and the error that ends the reading.
  private var emptiness: ImportError?
  private var fault: ImportError?
  private var others: [Message] = []
  /// What else is in the archive.
  var unread: Message?
  var size = 0

  /// How many files with other content are named in messages.
  private static let remembered = 5

  /// Adds a file. Returns false if it cannot be read.
  mutating func add(_ name: Untrusted, _ read: () throws(ImportError) -> ImportedFile) -> Bool {
    do throws(ImportError) {
      let part = try read()
      if let others = part.others { self.others.append("\(others) in \(name)") }
      if whole == nil { whole = ImportedFile(format: part.format) }
      whole?.add(part, of: name)
      return true
    } catch {
      switch error {
      case .noRecords: break
      case .onlyOthers(_, let others): self.others.append("\(others) in \(name)")
      default:
        fault = error == .cancelled ? error : .archived(name, error)
        return false
      }
      emptiness = emptiness ?? .archived(name, error)
      return true
    }
  }

  /// All files as one.
  func file() throws(ImportError) -> ImportedFile {
    if let fault { throw fault }
    guard var whole else { throw emptiness ?? .empty }
    let told = others.prefix(Self.remembered)
    whole.others = told.dropFirst().reduce(told.first) { all, next in all.map { "\($0), \(next)" } }
    if let all = whole.others, others.count > told.count {
      whole.others = "\(all) and more in \(others.count - told.count) other files"
    }
    return whole
  }
}
