import CEditline
import GazetteerIndex

/// The lines a user has typed: what the arrow keys and Ctrl-R bring back. Owns libedit's list of them and the file.
package final class History {
  /// So many of the newest lines are kept at hand.
  package static let capacity = 10_000

  /// libedit's list, for the editor.
  let handle: OpaquePointer
  /// The same lines, oldest first.
  private(set) var lines: [String] = []
  private let file: HistoryFile?
  private var hasWarned = false
  private var isUnusable = false

  /// A history in the file at `path`, or in memory alone where that is nil; nil where memory is short.
  package init?(path: String?) {
    guard let handle = history_init() else { return nil }
    self.handle = handle
    file = path.map { HistoryFile(path: $0) }
    _ = gaz_history_set_size(handle, Int32(Self.capacity))
    _ = gaz_history_set_unique(handle, true)
  }

  deinit { history_end(handle) }

  /// Where the history lies: `override` where it is given (nowhere if that is empty), else `gaz/history` in the
  /// user's state directory. nil for nowhere.
  package static func path(override: String?, stateHome: String?, home: String?) -> String? {
    if let override { return override.isEmpty ? nil : override }
    // A relative path there is invalid, says the XDG Base Directory Specification.
    if let stateHome, stateHome.hasPrefix("/") { return stateHome + "/gaz/history" }
    return home.map { $0 + "/.local/state/gaz/history" }
  }

  /// Reads the file; the message says why it cannot be used, and then it is not touched.
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

  /// Keeps a line that was typed, at once in the file too. Not blank lines, lines that start with a blank, the newest
  /// line again, nor what could harm a terminal. The message, once in a session, says that the file took none.
  package func add(_ line: String) -> Message? {
    guard let first = line.first, first != " ", first != "\t", line != lines.last else { return nil }
    guard HistoryEncoding.isRecallable(line) else { return nil }
    remember(line)
    guard let file, !isUnusable else { return nil }
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
      no history is kept in "\(Untrusted(path))": \(failure.reason); the lines of this session stay in memory; \
      try: GAZ_HISTORY=FILE
      """
  }
}
