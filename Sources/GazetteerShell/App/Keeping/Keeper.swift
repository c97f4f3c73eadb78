import GazetteerIndex
import GazetteerServices
import GazetteerSession
import Glibc

/// Keeps what must outlive a session in files: the favorites, the session itself, settings and collected results.
final class Keeper {
  let favorites: FavoritesStore
  let contacts: ContactsStore
  /// The messages that were sent, or wait.
  let outbox: OutboxStore
  /// Identifies the edits of this session.
  let author: String
  /// The file that gets the results instead of the output; nil: they are printed.
  var resultFile: ResultFile?
  /// Why the favorites could not be read the last time; nil if they could.
  var lastReadError: StoreError?
  /// nil: settings are not saved.
  private var settingsFile: SettingsFile?
  /// The switch for several locations as it was in that file the last time.
  private var storedSwitch: Setting.Change?
  /// nil: the session is not saved.
  private var sessionFile: SessionFile?
  /// Whether the session would be saved if there were a home folder. The user is told at the first change.
  private var lacksHome: Bool
  /// The record of this session that is in that file; nil if none is.
  private var savedRecord: SessionRecord?
  /// Whether the file lacks steps of `undo` because the session is too large. The user has been warned.
  private var lacksSteps = false

  init(
    favorites: FavoritesStore = FavoritesStore(path: nil), contacts: ContactsStore = ContactsStore(path: nil),
    outbox: OutboxStore = OutboxStore(path: nil), author: String = "", settings: SettingsFile? = nil,
    session: SessionFile? = nil, lacksHome: Bool = false
  ) {
    self.favorites = favorites
    self.contacts = contacts
    self.outbox = outbox
    self.author = author
    settingsFile = settings
    sessionFile = session
    self.lacksHome = lacksHome
    storedSwitch = settings?.switchForSeveral
  }

  /// What another session has done with the switch for several locations since this one looked last; nil for nothing. It
  /// belongs to the user's accounts, so all running sessions follow it. The other settings are read only at the start.
  func switchedElsewhere() -> Setting.Change? {
    guard let now = settingsFile?.switchForSeveral, now != storedSwitch else { return nil }
    storedSwitch = now
    return now
  }

  /// Saves a setting for the next runs; returns a warning if that fails.
  func save(_ change: Setting.Change) -> Message? {
    guard let file = settingsFile else { return nil }
    do throws(SystemError) {
      try file.save(change)
      if change.name == Setting.multiple.name { storedSwitch = file.switchForSeveral }
      return nil
    } catch {
      // One warning in a session is enough.
      settingsFile = nil
      return
        "settings cannot be saved in \(quoted: Untrusted(file.path)): \(own: error.reason); they last for this session"
    }
  }

  /// Whether the session is saved for the next prompt, or the user must be told that it is not.
  var savesSession: Bool { sessionFile != nil || lacksHome }

  /// The session saved by the previous prompt, and what is wrong with its file.
  func loadSession() -> (record: SessionRecord?, warning: Message?) {
    sessionFile?.removeLeftovers()
    return sessionFile?.load() ?? (nil, nil)
  }

  /// Saves nothing until the session differs from `record`.
  func assumeSaved(_ record: SessionRecord) { savedRecord = record }

  /// Saves the session if it changed since the last save; returns a warning if that fails, or if the
  /// session is too large to save all of it.
  ///
  /// - Parameter source: makes the path of a dataset's source valid in any working directory.
  func save(_ record: SessionRecord, source: @escaping (Untrusted) -> Untrusted) -> Message? {
    guard record != savedRecord else { return nil }
    guard let file = sessionFile else {
      defer { lacksHome = false }
      return lacksHome ? "there is no home folder to save the session in; the next session starts empty" : nil
    }
    do throws(SystemError) {
      let dropped = try file.save(record, source: source)
      savedRecord = record
      defer { lacksSteps = dropped > 0 }
      return dropped == 0 || lacksSteps
        ? nil : "the session is too large to be saved completely; undo will lose its oldest steps at the next start"
    } catch {
      // One warning in a session is enough.
      sessionFile = nil
      return """
        the session cannot be saved in \(quoted: Untrusted(file.path)): \(own: error.reason); \
        the next session starts empty
        """
    }
  }
}

extension Environment {
  /// The path of a dataset's source that is valid in any working directory. A source that is not a file is unchanged.
  func pathFromAnywhere(_ source: Untrusted) -> Untrusted {
    let isFile =
      source.text != "-" && source.text != Session.world && !source.text.contains("://")
    let path = isFile ? path(source) : source
    guard isFile, path.bytes.first != UInt8(ascii: "/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return Untrusted(bytes: Array(String(cString: folder).utf8) + [UInt8(ascii: "/")] + path.bytes)
  }

  /// Whether two sources are the same file, however their paths are written, or the same address.
  func isSameSource(_ one: Untrusted, _ other: Untrusted) -> Bool {
    if one == other { return true }
    guard ![one, other].contains(where: { ["-", Session.world].contains($0.text) || $0.text.contains("://") }) else {
      return false
    }
    guard let first = realpath(pathFromAnywhere(one).text, nil) else { return false }
    defer { free(first) }
    guard let second = realpath(pathFromAnywhere(other).text, nil) else { return false }
    defer { free(second) }
    return strcmp(first, second) == 0
  }
}

extension Failure {
  /// What the store could not do, and why.
  ///
  /// - Parameter content: what is in the file.
  init(
    _ error: StoreError, what: Message = "nothing is saved", of content: String = "favorites",
    code: ExitCode = .failed
  ) {
    guard error != .cancelled else {
      self = .interrupted
      return
    }
    let (why, remedy): (Message, Message?) =
      switch error {
      case .changedMeanwhile:
        ("another session changed the same \(own: content) first", "check them, then run the command again")
      case .damaged: ("the file of \(own: content) is damaged", nil)
      case .foreign(let name):
        (
          "\(quoted: name) in the file of \(own: content) was not made by gaz",
          "move that file away, or remove this from it"
        )
      case .newerVersion(let version):
        ("a newer gaz has changed the format of the file (to version \(version))", "use the newer gaz")
      case .cancelled: ("interrupted", nil)
      case .busy: ("another program has locked the file of \(own: content)", "run the command again")
      case .full: ("there is no space left on the disk", "make room, then run the command again")
      case .readOnly: ("the file of \(own: content) or its folder is read-only", "check the permissions")
      case .notCopied(let folder, let reason):
        (
          "the file is of an older gaz, and cannot be copied to \(quoted: folder): \(own: reason)",
          "make room there, or make the folder writable"
        )
      case .failed(let reason): ("\(own: reason)", nil)
      }
    self.init(what, why: why, try: remedy, code: code)
  }
}
