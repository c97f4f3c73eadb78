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
    do throws(ArchiveError) {
      if ZipArchive.recognises(file.bytes) {
        let archive = try ZipArchive(file.bytes)
        try self.init(archive.entryOfPlaces(), of: archive, in: file, cancellation)
      } else if file.bytes.isGzip {
        let unpacked = try Inflation.inflated(file.bytes, .gzip, cancellation)
        let path = path.lowercased().hasSuffix(".gz") ? String(path.dropLast(3)) : path
        try self.init(unpacked: unpacked, of: nil, in: file, named: path, cancellation)
      } else {
        self.init(file.bytes, of: nil, in: file, named: path, unpacked: nil, cancellation)
      }
    } catch {
      throw ImportError(error)
    }
  }

  /// Unpacks a file of an archive, which is all of `file`.
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
    _ cancellation: Cancellation
  ) {
    self.bytes = bytes
    self.path = path
    self.file = file
    self.unpacked = unpacked
    self.archive = archive
    self.cancellation = cancellation
  }

  /// The text of another file in the same folder; nil where there is none.
  func sibling(_ name: String) -> SourceText? {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    guard let archive else {
      let path = folder + name
      guard let file = try? FileBytes(path: path, cancellation: cancellation) else { return nil }
      return SourceText(file.bytes, of: nil, in: file, named: path, unpacked: nil, cancellation)
    }
    guard let entry = archive.entries.first(where: { $0.name.text == folder + name }),
      let bytes = try? archive.bytes(of: entry, cancellation)
    else { return nil }
    return SourceText(bytes.terminated, of: nil, in: file, named: entry.name.text, unpacked: bytes, cancellation)
  }
}

extension ImportError {
  init(_ error: ArchiveError) { self = error == .cancelled ? .cancelled : .archive(error) }
}

extension TextPiece {
  fileprivate var isGzip: Bool { starts(with: [0x1F, 0x8B]) }
}

extension ByteBuffer {
  /// All of it, with zeros behind as readers expect them.
  fileprivate var terminated: TextPiece {
    let length = count
    for _ in 0..<64 { append(0) }
    return TextPiece(rebasing: slice[..<length])
  }
}
