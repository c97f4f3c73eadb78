import GazetteerIndex

/// The text of a file, or of a file in an archive, followed by 64 zeros.
struct SourceText {
  let bytes: TextPiece
  /// The path of the file, or its name in the archive.
  let path: String
  private let file: FileBytes
  private let unpacked: ByteBuffer?
  private let archive: ZipArchive?
  /// The table that was made of a database, a Shapefile or JSON without records.
  let table: TableText?
  private let cancellation: Cancellation

  /// Says which other files of places are in the archive; nil if there are none.
  var others: Message? {
    guard let archive, let entry = try? archive.entryOfPlaces(), entry.name.text == path else { return nil }
    return archive.others(besides: [entry])
  }

  /// Unpacks a gzip file, or the file of places in a zip archive, and decodes it.
  ///
  /// - Parameters:
  ///   - format: nil: detected from the text.
  ///   - reading: what the user says about the file.
  init(
    _ file: FileBytes, path: String, as format: ImportFormat? = nil, reading: SourceReading = SourceReading(),
    cancellation: Cancellation
  ) throws(ImportError) {
    let text = try SourceText(packed: file, path: path, as: format, reading: reading, cancellation: cancellation)
    let binary = ImportFormat.ofBinary(text.bytes)
    if let table = try text.table(of: binary, as: format, reading) {
      self.init(
        table.bytes.terminated, of: text.archive, in: file, named: text.path, unpacked: table.bytes, from: table,
        cancellation)
      return
    }
    guard !Snapshot.recognises(UnsafeRawBufferPointer(text.bytes)), binary == nil, format != .osm else {
      self = text
      return
    }
    self = text
    if let decoded = try TextDecoding.utf8(text.bytes, from: reading.encoding, cancellation) {
      self.init(decoded.terminated, of: text.archive, in: file, named: text.path, unpacked: decoded, cancellation)
    }
    guard format == nil || format == .json, let table = try JSONTable(in: bytes, cancellation)?.text else { return }
    self.init(
      table.bytes.terminated, of: text.archive, in: file, named: text.path, unpacked: table.bytes, from: table,
      cancellation)
  }

  /// The same as it is in the file.
  private init(
    packed file: FileBytes, path: String, as format: ImportFormat?, reading: SourceReading, cancellation: Cancellation
  ) throws(ImportError) {
    try Self.checkStart(ofGzip: file, path, format, reading, cancellation)
    do throws(ArchiveError) {
      if ZipArchive.recognises(file.bytes) {
        let archive = try ZipArchive(file.bytes)
        try self.init(archive.entryOfPlaces(), of: archive, in: file, cancellation)
      } else if file.bytes.isGzip {
        let unpacked = try Inflation.inflated(file.bytes, .gzip, cancellation)
        try self.init(unpacked: unpacked, of: nil, in: file, named: Self.unpackedPath(path), cancellation)
      } else {
        self.init(file.bytes, of: nil, in: file, named: path, unpacked: nil, cancellation)
      }
    } catch {
      throw ImportError(error)
    }
  }

  /// Unpacks only the start of a gzip file, and throws if its text cannot be read.
  private static func checkStart(
    ofGzip file: FileBytes, _ path: String, _ format: ImportFormat?, _ reading: SourceReading,
    _ cancellation: Cancellation
  ) throws(ImportError) {
    guard file.bytes.isGzip else { return }
    let start: ByteBuffer
    do throws(ArchiveError) {
      start = try Inflation.inflated(file.bytes, .gzip, cancellation, enough: TextStart.size)
    } catch {
      throw ImportError(error)
    }
    if start.count >= TextStart.size {
      try TextStart.check(start.slice, path: unpackedPath(path), as: format, reading)
    }
  }

  private static func unpackedPath(_ path: String) -> String {
    path.lowercased().hasSuffix(".gz") ? String(path.dropLast(3)) : path
  }

  /// Unpacks one file of an archive. `file` is the whole archive.
  init(
    _ entry: ZipArchive.Entry, of archive: ZipArchive, in file: FileBytes, _ cancellation: Cancellation
  ) throws(ArchiveError) {
    let unpacked = try archive.bytes(of: entry, cancellation)
    try self.init(unpacked: unpacked, of: archive, in: file, named: entry.name.text, cancellation)
  }

  private init(
    unpacked: ByteBuffer, of archive: ZipArchive?, in file: FileBytes, named path: String, _ cancellation: Cancellation
  ) throws(ArchiveError) {
    if ZipArchive.recognises(unpacked.slice) || unpacked.slice.isGzip { throw .nested }
    self.init(unpacked.terminated, of: archive, in: file, named: path, unpacked: unpacked, cancellation)
  }

  private init(
    _ bytes: TextPiece, of archive: ZipArchive?, in file: FileBytes, named path: String, unpacked: ByteBuffer?,
    from table: TableText? = nil, _ cancellation: Cancellation
  ) {
    self.bytes = bytes
    self.path = path
    self.file = file
    self.unpacked = unpacked
    self.archive = archive
    self.table = table
    self.cancellation = cancellation
  }

  /// The table of a database or a Shapefile; nil if it is neither.
  ///
  /// - Parameters:
  ///   - found: what the content is, if it is no text.
  ///   - format: what the user says; nil: nothing.
  private func table(
    of found: ImportFormat?, as format: ImportFormat?, _ reading: SourceReading
  ) throws(ImportError) -> TableText? {
    if let format, format != found {
      switch format {
      case .sqlite: throw .damagedDatabase(Untrusted("file is not a database"))
      case .shapefile: throw .damagedShapes
      default: return nil
      }
    }
    switch found {
    case .sqlite:
      if unpacked == nil, file.isInFolder { try ForeignDatabase.checkIsWhole(at: path) }
      return try DatabaseTable(in: bytes, reading, cancellation).text
    case .shapefile where path.lowercased().hasSuffix(".shx"): throw .partOfShapefile
    case .shapefile: return try ShapeTable(self, reading, cancellation).text
    default: return nil
    }
  }

  /// The text of another file in the same folder or archive; nil if there is none. The path of a text from a server or
  /// from the standard input names no file of this machine.
  func sibling(_ name: String) -> SourceText? { try? file(name) }

  /// The same. Throws if it is there but cannot be read.
  func file(_ name: String) throws(ImportError) -> SourceText? {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    guard let archive else {
      let path = folder + name
      guard file.isInFolder else { return nil }
      do throws(ImportError) {
        let file = try FileBytes(path: path, cancellation: cancellation)
        return SourceText(file.bytes, of: nil, in: file, named: path, unpacked: nil, cancellation)
      } catch {
        if error == .missing { return nil }
        throw error
      }
    }
    guard let entry = archive.entries.first(where: { $0.name.text == folder + name }) else { return nil }
    do throws(ArchiveError) {
      let bytes = try archive.bytes(of: entry, cancellation)
      return SourceText(bytes.terminated, of: nil, in: file, named: entry.name.text, unpacked: bytes, cancellation)
    } catch {
      throw .archived(entry.name.beginning, ImportError(error))
    }
  }
}

extension ImportError {
  init(_ error: ArchiveError) { self = error == .cancelled ? .cancelled : .archive(error) }
}
