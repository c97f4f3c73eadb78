import GazetteerIndex
import GazetteerServices
import GazetteerSession
import Glibc

extension Interpreter {
  /// Lets come back what the prompt before left, and says what that is.
  func comeBack() -> Message? {
    author = environment.newFavoriteID().text
    guard let file = sessionFile else { return nil }
    defer { keptRecord = record }
    guard !settings.startsFresh else { return nil }
    file.removeLeftovers()
    let (kept, warning) = file.load()
    if let warning { tell(warning) }
    guard let kept else { return nil }
    let start = session.state
    if kept.isKeeping || kept.state.namesFavorites { readFavorites() }
    _ = receive([.restored(kept)], from: .typed)
    if kept.isKeeping { takeIn(editsBy: kept.author, after: kept.steps.lastEdit) }
    return session.state.summary(besides: start).map { "as you left it: \($0); gaz --fresh starts without" }
  }

  /// Takes in the edits of a prompt that was struck down between keeping them and leaving its session.
  private func takeIn(editsBy author: String, after number: Int64) {
    do throws(StoreError) {
      let edits = try favorites.edits(after: number).filter { $0.author == author }
      _ = receive(edits.map { .favoritesKept($0) } + [.commandEnded(Untrusted("favorite"))], from: .typed)
    } catch {
      _ = complain(
        Failure(error, what: "what was done to favorites cannot be read", code: .dataNotLoaded), from: .typed)
    }
  }

  /// A command has come to its end: what it changed can be taken back, and is there at the next start.
  func endCommand(_ title: Untrusted) {
    _ = receive([.commandEnded(title)], from: .typed)
    keepSession()
  }

  /// Leaves the session to the next prompt, where it is otherwise than before.
  ///
  /// - Parameter beforeEdit: whether an edit of favorites is about to be kept, of which the next prompt is to know also
  ///   where this one has no time left to say so.
  func keepSession(beforeEdit: Bool = false) {
    guard let file = sessionFile else { return }
    var record = record
    record.isKeeping = beforeEdit
    guard record != keptRecord else { return }
    do throws(SystemError) {
      let dropped = try file.keep(record, source: environment.pathFromAnywhere)
      keptRecord = record
      if dropped > 0, unsavedSteps == 0 {
        tell("the session is too large to be saved whole; after the next start undo lacks its oldest steps")
      }
      unsavedSteps = dropped
    } catch {
      // Once in a session is enough.
      sessionFile = nil
      tell("the session is not kept in \(quoted: Untrusted(file.path)): \(own: error.reason); the next one starts anew")
    }
  }

  private var record: SessionRecord { SessionRecord(session.state, steps: session.steps, author: author) }
}

extension Environment {
  /// The path of a dataset's source, whatever the working directory is; what is no file stays as it is.
  fileprivate func pathFromAnywhere(_ source: Untrusted) -> Untrusted {
    let isFile = source.text != "-" && source.text != Session.world && !source.text.contains("://")
    let path = isFile ? path(source) : source
    guard isFile, path.bytes.first != UInt8(ascii: "/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return Untrusted(bytes: Array(String(cString: folder).utf8) + [UInt8(ascii: "/")] + path.bytes)
  }
}
