import GazetteerIndex
import Glibc

/// Copies of datasets whose files take long to read, as snapshots that are read in place.
///
///     ~/.cache/gaz/parsed/KEY.parsed     a snapshot · facts about the dataset, as lines · their size and checksum
///
/// The key is made of the path, the file's identity and what the user said about it. A copy is used only if size and
/// times of the file are what they were, and if this same program wrote it. Everything else counts as no copy: one that is
/// damaged, cut, of another user, or that other users could have changed. No error of this folder is an error of the
/// user's command.
///
/// A copy gives nobody what the file would not: the file is opened for reading first.
///
/// Several programs may use the folder at once: a copy appears and is replaced as a whole, and one that is removed stays
/// readable where it is mapped.
package struct ParsedCopies: Sendable {
  /// A file that is read in less time needs no copy, in seconds.
  private static let patience = 0.02
  /// Neither does a smaller one, even if the machine was busy when it was read. In bytes.
  package static let leastBytes = 1 << 20
  /// The most bytes of all copies together, if the user does not say otherwise. Those used last are kept.
  package static let mostBytes = 1 << 30
  /// Raised whenever this file is written in another way.
  private static let version = "gaz parsed 9"
  /// After the facts: their size and their checksum.
  private static let trailerSize = 16

  private let folder: String
  private let mostBytes: Int
  private let leastBytes: Int

  /// - Parameters:
  ///   - mostBytes: the most of all copies together.
  ///   - leastBytes: the least of a file of which a copy is made.
  package init(folder: String, mostBytes: Int = Self.mostBytes, leastBytes: Int = Self.leastBytes) {
    (self.folder, self.mostBytes, self.leastBytes) = (folder, mostBytes, leastBytes)
  }

  /// Whether a file that was read in so many seconds gets a copy.
  package func isWorthwhile(_ origin: ParsedOrigin, seconds: Double) -> Bool {
    seconds >= Self.patience && origin.size >= leastBytes
  }

  /// The dataset of a file that has not changed; nil if there is no copy of it.
  ///
  /// The copy is mapped, because nobody but this program writes into the folder, and it never changes a file there. The
  /// checksums of all sections are compared first.
  package func dataset(of origin: ParsedOrigin, named name: String) -> Dataset? {
    guard let copy = MappedCopy(path(of: origin)) else { return nil }
    let bytes = copy.bytes
    guard bytes.count > Self.trailerSize else { return nil }
    let end = bytes.count - Self.trailerSize
    let length = bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self)
    guard length <= end else { return nil }
    let text = UnsafeRawBufferPointer(rebasing: bytes[(end - Int(length))..<end])
    guard bytes.loadUnaligned(fromByteOffset: end + 8, as: Int64.self) == Self.checksum(of: text),
      let facts = Facts(Array(text)[...], of: origin)
    else { return nil }
    let snapshot = UnsafeRawBufferPointer(rebasing: bytes[..<(end - Int(length))])
    do throws(SnapshotError) {
      try Snapshot.verify(snapshot)
      let dataset = try Snapshot.dataset(at: snapshot, of: copy, named: name)
      copy.markAsUsed()
      return dataset.described(by: facts.about(dataset.about))
    } catch {
      return nil
    }
  }

  /// Saves a copy. Without it, the next opening only takes longer, so errors are ignored.
  ///
  /// - Parameter origin: as it was before the file was read. If it is not the same now, nothing is saved.
  package func save(_ dataset: Dataset, of origin: ParsedOrigin) {
    guard origin.isSettled, origin.isUnchanged, let snapshot = try? Snapshot.content(of: dataset) else { return }
    var end = Facts(dataset.about).bytes(of: origin)
    let length = UInt64(end.count)
    let sum = end.withUnsafeBytes { Self.checksum(of: $0) }
    withUnsafeBytes(of: length) { end += $0 }
    withUnsafeBytes(of: sum) { end += $0 }
    let path = path(of: origin)
    let size = snapshot.count + end.count
    guard size <= mostBytes / 2, (try? PrivateFile.makeFolder(of: path)) != nil else { return }
    removeOldest(for: size, besides: path)
    try? FileReplacement.replace(path, permissions: 0o600, survivesPowerCuts: false) { [end] file throws(SystemError) in
      try snapshot.write(to: file)
      try file.write(end)
    }
  }

  /// Removes the copies that were used longest ago until there is room for `size` more bytes.
  private func removeOldest(for size: Int, besides path: String) {
    let copies = FolderNames.all(in: folder).filter { $0.hasSuffix(".parsed") }.compactMap { name -> OldCopy? in
      let copy = folder + "/" + name
      var status = stat()
      guard copy != path, lstat(copy, &status) == 0 else { return nil }
      return OldCopy(
        path: copy, size: Int(status.st_size), seconds: status.st_mtim.tv_sec, rest: status.st_mtim.tv_nsec)
    }
    var room = mostBytes - size
    for copy in copies.sorted(by: { ($0.seconds, $0.rest) > ($1.seconds, $1.rest) }) {
      room -= copy.size
      if room < 0 { unlink(copy.path) }
    }
  }

  private struct OldCopy {
    let path: String
    let size: Int
    let seconds: Int
    let rest: Int
  }

  private func path(of origin: ParsedOrigin) -> String { folder + "/" + origin.key + ".parsed" }

  private static func checksum(of facts: UnsafeRawBufferPointer) -> Int64 {
    var sum = Checksum()
    sum.add(facts)
    return sum.value
  }

  /// What a snapshot does not say about a dataset.
  private struct Facts {
    private var counts: [Int]
    private var lastModified: Untrusted?
    private var columns: Untrusted?
    private var headers: [DatasetAbout.Header]
    private var problems: [Untrusted]

    init(_ about: DatasetAbout) {
      counts = [about.skipped, about.unplaced, about.warnings, about.withoutPosition, about.swapped]
      lastModified = about.lastModified
      columns = about.columns.map { Untrusted($0.neutralised) }
      headers = about.headers
      problems = about.problems.map { Untrusted($0.neutralised) }
    }

    func bytes(of origin: ParsedOrigin) -> [UInt8] {
      var lines = [ParsedCopies.version, origin.state, counts.map { String($0) }.joined(separator: " ")]
      for text in [lastModified, columns] { lines.append(text.map { "=" + EscapedText.oneLine($0) } ?? "") }
      lines.append(headers.map { $0.field ?? "-" }.joined(separator: " "))
      lines += headers.map { EscapedText.oneLine($0.name) }
      lines += problems.map { EscapedText.oneLine($0) }
      return Array(lines.map { $0 + "\n" }.joined().utf8)
    }

    /// nil if these are no facts, or those of another state of the file.
    init?(_ bytes: ArraySlice<UInt8>, of origin: ParsedOrigin) {
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      guard lines.count >= 7, lines[0].elementsEqual(ParsedCopies.version.utf8),
        lines[1].elementsEqual(origin.state.utf8)
      else { return nil }
      counts = lines[2].split(separator: UInt8(ascii: " ")).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
      guard counts.count == 5 else { return nil }
      lastModified = lines[3].first == UInt8(ascii: "=") ? EscapedText.unescaped(lines[3].dropFirst()) : nil
      columns = lines[4].first == UInt8(ascii: "=") ? EscapedText.unescaped(lines[4].dropFirst()) : nil
      let fields = lines[5].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      let rest = lines[6...].dropLast()
      guard rest.count >= fields.count else { return nil }
      headers = zip(rest, fields).map { DatasetAbout.Header(EscapedText.unescaped($0), field: $1 == "-" ? nil : $1) }
      problems = rest.dropFirst(fields.count).map { EscapedText.unescaped($0) }
    }

    func about(_ about: DatasetAbout) -> DatasetAbout {
      var about = about
      (about.skipped, about.unplaced, about.warnings) = (counts[0], counts[1], counts[2])
      (about.withoutPosition, about.swapped) = (counts[3], counts[4])
      about.lastModified = lastModified
      about.columns = columns.map { "\($0)" }
      about.headers = headers
      about.problems = problems.map { "\($0)" }
      return about
    }
  }
}

extension SnapshotContent {
  /// Writes all pieces.
  package func write(to file: Descriptor) throws(SystemError) {
    try forEachPiece { piece throws(SystemError) in try file.write(piece) }
  }
}
