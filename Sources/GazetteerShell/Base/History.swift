import CEditline
import GazetteerIndex

/// The lines that the user has typed, for the arrow keys and Ctrl-R. Owns libedit's list of them and the file.
package final class History {
  /// How many of the newest lines are in memory.
  package static let capacity = 10_000

  /// libedit's list, for the editor.
  let handle: OpaquePointer
  /// The same lines, oldest first.
  private(set) var lines: [String] = []
  private let file: HistoryFile?
  private var hasWarned = false
  private var isUnusable = false

  /// A history in the file at `path`, or only in memory if that is nil. Fails if there is no memory.
  package init?(path: String?) {
    guard let handle = history_init() else { return nil }
    self.handle = handle
    file = path.map { HistoryFile(path: $0) }
    _ = gaz_history_set_size(handle, Int32(Self.capacity))
    _ = gaz_history_set_unique(handle, true)
  }

  deinit { history_end(handle) }

  /// The path of the history file: `override` if it is given, else `gaz/history` in the user's state directory. nil for
  /// no file, also if `override` is empty.
  package static func path(override: String?, stateHome: String?, home: String?) -> String? {
    if let override { return override.isEmpty ? nil : override }
    // The XDG Base Directory Specification calls relative paths invalid.
    if let stateHome, stateHome.hasPrefix("/") { return stateHome + "/gaz/history" }
    return home.map { $0 + "/.local/state/gaz/history" }
  }

  /// Reads the file. The message says why it cannot be used; then it is never written.
  package func load() -> Message? {
    guard let file else { return nil }
    do throws(HistoryFile.Failure) {
      for line in try file.load(newest: Self.capacity) { remember(line) }
      return nil
    } catch {
      isUnusable = true
      return warning(error, path: file.path)
    }
  }

  /// Adds a line that was typed, also to the file. Skips blank lines, lines that start with a blank, repeats of the
  /// newest line, lines that are too long to run, and lines that could act on a terminal. A line that may hold a secret
  /// can be corrected in this session, but is not written to the file. Of a text with several rows, what follows a login
  /// is left out, because it may be the password. The message says that the file cannot be written; there is at most one
  /// in a session.
  package func add(_ text: String) -> Message? {
    let line = SecretWords.withoutRowsAfterLogin(text)
    guard let first = line.first, first != " ", first != "\t", line != lines.last else { return nil }
    guard HistoryEncoding.isRecallable(line) else { return nil }
    remember(line)
    guard let file, !isUnusable, !SecretWords.mayBe(in: line) else { return nil }
    do throws(HistoryFile.Failure) {
      try file.append(line)
      return nil
    } catch {
      return warning(error, path: file.path)
    }
  }

  private func remember(_ line: String) {
    guard line != lines.last else { return }
    if lines.count >= 2 * Self.capacity { lines.removeFirst(Self.capacity) }
    lines.append(line)
    _ = gaz_history_enter(handle, line)
  }

  private func warning(_ failure: HistoryFile.Failure, path: String) -> Message? {
    guard !hasWarned else { return nil }
    hasWarned = true
    return """
      the history cannot be saved in "\(Untrusted(path))": \(failure.reason); it lasts for this session; \
      try: GAZ_HISTORY=FILE
      """
  }
}
