import GazetteerIndex

/// The text of a source, out of the archive that it may lie in. Followed by 64 zeros, as that of a file.
struct SourceText {
  let bytes: TextPiece
  /// What the file is called; in an archive, there.
  let path: String
  private let file: FileBytes
  private let unpacked: ByteBuffer?
  private let archive: ZipArchive?
  private let cancellation: Cancellation

  /// Unpacks what is packed: of gzip the text, of a zip archive the one file of places in it.
  init(_ file: FileBytes, path: String, cancellation: Cancellation) throws(ImportError) {
    self.file = file
    self.cancellation = cancellation
    do throws(ArchiveError) {
      if file.bytes.starts(with: [0x1F, 0x8B]) {
        archive = nil
        unpacked = try Inflation.inflated(file.bytes, .gzip, cancellation)
        self.path = path.lowercased().hasSuffix(".gz") ? String(path.dropLast(3)) : path
      } else if ZipArchive.recognises(file.bytes) {
        let archive = try ZipArchive(file.bytes)
        let entry = try archive.entryOfPlaces()
        self.archive = archive
        unpacked = try archive.bytes(of: entry, cancellation)
        self.path = entry.name.text
      } else {
        archive = nil
        unpacked = nil
        self.path = path
      }
      if let unpacked, ZipArchive.recognises(unpacked.slice) || unpacked.slice.starts(with: [0x1F, 0x8B]) {
        throw .nested
      }
    } catch {
      throw error == .cancelled ? .cancelled : .archive(error)
    }
    bytes = unpacked.map(\.terminated) ?? file.bytes
  }

  /// The text of another file in the same folder; nil where there is none.
  func sibling(_ name: String) -> SourceText? {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    guard let archive else {
      let path = folder + name
      guard let file = try? FileBytes(path: path, cancellation: cancellation) else { return nil }
      return SourceText(bytes: file.bytes, of: self, named: path, file: file, unpacked: nil)
    }
    guard let entry = archive.entries.first(where: { $0.name.text == folder + name }),
      let bytes = try? archive.bytes(of: entry, cancellation)
    else { return nil }
    return SourceText(bytes: bytes.terminated, of: self, named: entry.name.text, file: file, unpacked: bytes)
  }

  private init(bytes: TextPiece, of other: SourceText, named path: String, file: FileBytes, unpacked: ByteBuffer?) {
    self.bytes = bytes
    self.path = path
    self.file = file
    self.unpacked = unpacked
    archive = nil
    cancellation = other.cancellation
  }
}

extension ZipArchive {
  private static let endings = [".kml", ".gpx", ".geojson", ".csv", ".tsv", ".json", ".jsonl"]
  private static let mostNames = 5

  /// The file that an archive is for: `doc.kml` or the first KML of a KMZ, the favorites of OsmAnd, the stops of GTFS; else
  /// its only file of places.
  fileprivate func entryOfPlaces() throws(ArchiveError) -> Entry {
    let files = entries.filter { !$0.name.text.hasSuffix("/") && !$0.isOfMacOS }
    func first(_ isMeant: (String) -> Bool) -> Entry? { files.first { isMeant($0.name.text.lowercased()) } }
    if let entry = first({ $0 == "doc.kml" }) ?? first({ $0.hasSuffix(".kml") })
      ?? first({ $0 == "favorites.gpx" || $0.hasSuffix("/favorites.gpx") })
      ?? first({ $0 == "stops.txt" || $0.hasSuffix("/stops.txt") })
    {
      return entry
    }
    let places = files.filter { entry in Self.endings.contains { entry.name.text.lowercased().hasSuffix($0) } }
    if places.count > 1 { throw .several(places.prefix(Self.mostNames).map(\.name.beginning)) }
    guard let entry = places.first else {
      throw .nothingReadable(files.prefix(Self.mostNames).map(\.name.beginning))
    }
    return entry
  }
}

extension ZipArchive.Entry {
  /// What the Mac puts beside the files of an archive.
  fileprivate var isOfMacOS: Bool { name.text.hasPrefix("__MACOSX/") }
}

extension ByteBuffer {
  /// All of it, with zeros behind as readers expect them.
  fileprivate var terminated: TextPiece {
    let length = count
    for _ in 0..<64 { append(0) }
    return TextPiece(rebasing: slice[..<length])
  }
}
