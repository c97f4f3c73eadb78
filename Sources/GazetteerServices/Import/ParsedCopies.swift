import GazetteerIndex
import Glibc

/// Copies of datasets whose files take long to read, in the form that is read in place.
///
/// Each copy is one file: a snapshot, facts about the dataset as lines, and the number of bytes of these lines in 8
/// bytes. A copy is used only if the file from which it was made has not changed since. A damaged copy counts as none.
package struct ParsedCopies: Sendable {
  /// What a dataset is made from: the file, and those next to it that a feed of stops needs, as they are now.
  package struct Origin: Equatable, Sendable {
    /// The same while the file stays where it is, even if its content changes.
    fileprivate let key: String
    /// Changes when the content does.
    fileprivate let state: String

    /// nil if there is no regular file.
    package init?(_ path: String, as format: ImportFormat?) {
      let path = StopRecords.path(inFolder: path) ?? path
      guard let file = Self.facts(of: path) else { return nil }
      let folder = PrivateFile.folder(of: path)
      let others = ["agency.txt", "feed_info.txt"].map { Self.facts(of: folder + "/" + $0)?.state ?? "none" }
      var sum = Checksum()
      sum.add(file.identity + (format?.rawValue ?? ""))
      key = String(UInt64(bitPattern: sum.value), radix: 16)
      state = ([file.identity, file.state, format?.rawValue ?? "any"] + others).joined(separator: " ")
    }

    private static func facts(of path: String) -> (identity: String, state: String)? {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      return (
        "\(status.st_dev):\(status.st_ino)",
        "\(status.st_size):\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec):\(status.st_ctim.tv_sec).\(status.st_ctim.tv_nsec)"
      )
    }
  }

  /// A file that is read in less time needs no copy, in seconds.
  package static let patience = 0.5
  /// Raised whenever files are read in another way.
  private static let version = "gaz parsed 1"
  private static let largest = 512 << 20
  private static let kept = 8

  private let folder: String

  package init(folder: String) { self.folder = folder }

  /// The dataset of a file that has not changed; nil if there is no copy of it.
  package func dataset(of origin: Origin, named name: String) -> Dataset? {
    guard let bytes = try? OpenFile.contents(of: path(of: origin), limit: Self.largest), bytes.count > 8 else {
      return nil
    }
    let length = bytes.suffix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard (0...bytes.count - 8).contains(length) else { return nil }
    let size = bytes.count - 8 - length
    guard let facts = Facts(bytes[size..<size + length], of: origin) else { return nil }
    // A snapshot must stay in memory as long as the process lives.
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, size), alignment: 64)
    memory.copyBytes(from: bytes[..<size])
    let snapshot = UnsafeRawBufferPointer(memory)
    do throws(SnapshotError) {
      try Snapshot.verify(snapshot)
      let dataset = try Snapshot.dataset(at: snapshot, named: name)
      return dataset.described(by: facts.about(dataset.about))
    } catch {
      memory.deallocate()
      return nil
    }
  }

  /// Saves a copy. Without it, the next opening only takes longer, so errors are ignored.
  ///
  /// - Parameter origin: as it was before the file was read.
  package func save(_ dataset: Dataset, of origin: Origin) {
    guard var bytes = try? Snapshot.bytes(of: dataset) else { return }
    let facts = Facts(dataset.about).bytes(of: origin)
    bytes += facts + (0..<8).map { UInt8(truncatingIfNeeded: facts.count >> ($0 * 8)) }
    guard bytes.count <= Self.largest else { return }
    let path = path(of: origin)
    guard (try? PrivateFile.makeFolder(of: path)) != nil else { return }
    removeOldest()
    try? FileReplacement.replace(path, with: bytes, permissions: 0o600, survivesPowerCuts: false)
  }

  private func removeOldest() {
    let copies = FolderNames.all(in: folder).filter { $0.hasSuffix(".parsed") }.map { name in
      var status = stat()
      return (path: folder + "/" + name, time: stat(folder + "/" + name, &status) == 0 ? status.st_mtim.tv_sec : 0)
    }
    for copy in copies.sorted(by: { $0.time > $1.time }).dropFirst(Self.kept - 1) { unlink(copy.path) }
  }

  private func path(of origin: Origin) -> String { folder + "/" + origin.key + ".parsed" }

  /// What a snapshot does not say about a dataset.
  private struct Facts {
    private var counts: [Int]
    private var lastModified: Untrusted?
    private var problems: [Untrusted]

    init(_ about: DatasetAbout) {
      counts = [about.skipped, about.unplaced, about.warnings]
      lastModified = about.lastModified
      problems = about.problems.map { Untrusted($0.neutralised) }
    }

    func bytes(of origin: Origin) -> [UInt8] {
      var lines = [ParsedCopies.version, origin.state, counts.map { String($0) }.joined(separator: " ")]
      lines.append(lastModified.map { "=" + EscapedText.oneLine($0) } ?? "")
      lines += problems.map { EscapedText.oneLine($0) }
      return Array(lines.map { $0 + "\n" }.joined().utf8)
    }

    /// nil if these are no facts, or those of another state of the file.
    init?(_ bytes: ArraySlice<UInt8>, of origin: Origin) {
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      guard lines.count >= 5, lines[0].elementsEqual(ParsedCopies.version.utf8),
        lines[1].elementsEqual(origin.state.utf8)
      else { return nil }
      counts = lines[2].split(separator: UInt8(ascii: " ")).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
      guard counts.count == 3 else { return nil }
      lastModified = lines[3].first == UInt8(ascii: "=") ? EscapedText.unescaped(lines[3].dropFirst()) : nil
      problems = lines[4..<(lines.count - 1)].map { EscapedText.unescaped($0) }
    }

    func about(_ about: DatasetAbout) -> DatasetAbout {
      var about = about
      (about.skipped, about.unplaced, about.warnings) = (counts[0], counts[1], counts[2])
      about.lastModified = lastModified
      about.problems = problems.map { "\($0)" }
      return about
    }
  }
}
