import GazetteerIndex
import Glibc

/// Copies of what servers sent, on the disk: for times without a network, and to ask servers only for changes.
///
/// Each copy is a file: a header of lines `name value`, an empty line, and the content. A damaged copy counts as none.
package struct SourceCopies: Sendable {
  /// What a server sent for an address.
  package struct Copy: Equatable, Sendable {
    /// When the server sent or confirmed it, in seconds since 1970.
    package var time: Int64
    /// The server's marks of this version, for asking whether there is a newer one.
    package var etag: Untrusted?
    package var lastModified: Untrusted?
    /// The time of the last change that is written in the content itself.
    package var ownTime: Untrusted?
    package var content: [UInt8]

    package init(
      time: Int64, etag: Untrusted? = nil, lastModified: Untrusted? = nil, ownTime: Untrusted? = nil, content: [UInt8]
    ) {
      self.time = time
      self.etag = etag
      self.lastModified = lastModified
      self.ownTime = ownTime
      self.content = content
    }
  }

  /// A copy is not read if its file is larger than this.
  private static let limit = 128 << 20

  private let folder: String

  package init(folder: String) { self.folder = folder }

  /// The copy of what is at an address; nil if there is none.
  package func copy(of address: WebAddress) -> Copy? {
    guard let bytes = try? OpenFile.contents(of: path(of: address), limit: Self.limit) else { return nil }
    return Copy(bytes, of: address)
  }

  /// Saves a copy in place of the older one.
  package func save(_ copy: Copy, of address: WebAddress) throws(SystemError) {
    let path = path(of: address)
    try PrivateFile.makeFolder(of: path)
    try FileReplacement.replace(path, with: copy.bytes(of: address), permissions: 0o600, survivesPowerCuts: false)
  }

  /// The names of the copies that were saved last, the newest first: at most `most`, with at most so many bytes.
  package func newest(_ most: Int, bytes: Int) -> [String] {
    var left = bytes
    let newest = files.prefix(most).prefix { file in
      left -= file.size
      return left >= 0
    }
    return newest.map { $0.name }
  }

  /// The copy in a file of this folder, whatever its address; nil if it is damaged.
  package func copy(named name: String) -> Copy? {
    (try? OpenFile.contents(of: folder + "/" + name, limit: Self.limit)).flatMap { Copy($0, of: nil) }
  }

  /// Removes all copies besides those that were saved last.
  package func removeOldest(keeping most: Int) {
    for file in files.dropFirst(most) { unlink(folder + "/" + file.name) }
  }

  /// The files with copies, those that were saved last first.
  private var files: [(name: String, size: Int)] {
    let files = FolderNames.all(in: folder).filter { $0.hasSuffix(".copy") }.map { name in
      var status = stat()
      let isThere = stat(folder + "/" + name, &status) == 0
      return (
        name: name, size: isThere ? Int(status.st_size) : 0, seconds: status.st_mtim.tv_sec, status.st_mtim.tv_nsec
      )
    }
    return files.sorted { ($1.2, $1.3, $1.name) < ($0.2, $0.3, $0.name) }.map { ($0.name, $0.size) }
  }

  /// Two addresses with the same checksum share a file, so a copy names its address.
  private func path(of address: WebAddress) -> String {
    var sum = Checksum()
    sum.add(address.text.bytes)
    return folder + "/" + String(UInt64(bitPattern: sum.value), radix: 16) + ".copy"
  }
}

extension SourceCopies.Copy {
  fileprivate func bytes(of address: WebAddress) -> [UInt8] {
    var sum = Checksum()
    sum.add(content)
    let facts: [(String, Untrusted?)] = [
      ("address", address.text), ("time", Untrusted(String(time))), ("sum", Untrusted(String(sum.value))),
      ("etag", etag), ("last-modified", lastModified), ("own-time", ownTime?.onOneLine),
    ]
    var bytes = Array("gaz copy 1\n".utf8)
    for (name, value) in facts {
      guard let value else { continue }
      bytes += Array(name.utf8) + [UInt8(ascii: " ")] + value.bytes + [UInt8(ascii: "\n")]
    }
    return bytes + [UInt8(ascii: "\n")] + content
  }

  /// - Parameter address: whose copy it must be; nil: of any.
  fileprivate init?(_ bytes: [UInt8], of address: WebAddress?) {
    guard bytes.starts(with: "gaz copy 1\n".utf8) else { return nil }
    var facts: [String: Untrusted] = [:]
    var rest = bytes.dropFirst("gaz copy 1\n".utf8.count)
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      if line.isEmpty { break }
      let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard parts.count == 2 else { return nil }
      facts[String(decoding: parts[0], as: UTF8.self)] = Untrusted(bytes: parts[1])
    }
    content = Array(rest)
    var sum = Checksum()
    sum.add(content)
    guard address == nil || facts["address"] == address?.text, facts["sum"]?.text == String(sum.value),
      let time = facts["time"].flatMap({ Int64($0.text) })
    else { return nil }
    self.time = time
    etag = facts["etag"]
    lastModified = facts["last-modified"]
    ownTime = facts["own-time"]
  }
}
