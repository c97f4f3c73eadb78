import GazetteerIndex
import GazetteerServices
import GazetteerSession

/// The file with the user's settings: a line `name value` for each that differs from its default.
///
/// Sessions share it. To change it, a session locks the folder, reads the file, changes one line and replaces the file.
/// So no change is lost. Unknown lines are kept.
package struct SettingsFile {
  package let path: String

  /// The largest file that is read, in bytes.
  private static let largest = 1 << 16

  package init(path: String) { self.path = path }

  /// What the file sets, and what is wrong with its other lines. Nothing if there is no file.
  package func load() -> (changes: [Setting.Change], warnings: [Message]) {
    do throws(SystemError) {
      return Self.changes(in: try read(), of: Untrusted(path))
    } catch {
      return ([], ["\(quoted: Untrusted(path)) cannot be read; \(own: error.reason); settings have their defaults"])
    }
  }

  /// The switch for several locations; nil if the file cannot be read.
  var switchForSeveral: Setting.Change? {
    guard let lines = try? read() else { return nil }
    let changes = Self.changes(in: lines, of: Untrusted(path)).changes
    return changes.last { $0.name == Setting.nameOfMultiple } ?? Setting.Change(Setting.nameOfMultiple, to: nil)
  }

  /// Saves a change.
  package func save(_ change: Setting.Change) throws(SystemError) {
    PrivateFile.makeFolders(above: path)
    try FolderLock.hold(folderOf: path) { () throws(SystemError) in
      let old = try read()
      let new = Self.lines(old, with: change)
      guard new != old else { return }
      let bytes = new.flatMap { $0 + [UInt8(ascii: "\n")] }
      try FileReplacement.replace(path, with: bytes, permissions: 0o600)
    }
  }

  /// The lines after a change of one setting.
  static func lines(_ lines: [[UInt8]], with change: Setting.Change) -> [[UInt8]] {
    let isOld = { (line: [UInt8]) in words(of: line).first == Untrusted(change.name) }
    guard let value = change.value else { return lines.filter { !isOld($0) } }
    let new = Array("\(change.name) \(value)".utf8)
    guard let first = lines.firstIndex(where: isOld) else { return lines + [new] }
    return lines[..<first] + [new] + lines[(first + 1)...].filter { !isOld($0) }
  }

  /// What the lines of the file at `path` set; later lines override earlier ones.
  static func changes(in lines: [[UInt8]], of path: Untrusted) -> (changes: [Setting.Change], warnings: [Message]) {
    var changes: [Setting.Change] = []
    var warnings: [Message] = []
    for (index, line) in lines.enumerated() {
      let words = words(of: line)
      guard let name = words.first, name.bytes.first != UInt8(ascii: "#") else { continue }
      do throws(Failure) {
        let setting = try Setting.named(name)
        guard words.count == 2 else {
          throw Failure("\(own: setting.name) has \(words.count == 1 ? "no value" : "more than one value")")
        }
        var preferences = Preferences()
        try setting.set(words[1], in: &preferences)
        changes.append(.init(setting.name, to: setting.value(in: preferences)))
      } catch {
        warnings.append("\(path):\(index + 1): \(error.message)")
      }
    }
    return (changes, warnings)
  }

  private static func words(of line: [UInt8]) -> [Untrusted] {
    line.split { [0x20, 0x09, 0x0D].contains($0) }.map { Untrusted(bytes: $0) }
  }

  /// The lines of the file; none if there is no file.
  private func read() throws(SystemError) -> [[UInt8]] {
    let bytes = try OpenFile.contents(of: path, limit: Self.largest) ?? []
    return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Array($0) }.droppingLastIfEmpty
  }
}

extension [[UInt8]] {
  /// Without the empty part after the last newline.
  fileprivate var droppingLastIfEmpty: [[UInt8]] { last?.isEmpty == true ? dropLast() : self }
}
