import GazetteerIndex
import GazetteerSession

/// The paths of the user's files, by the XDG Base Directory Specification, which calls relative paths invalid.
package struct UserFiles {
  /// The folder of the files that the user writes; nil without a home folder.
  private let configuration: String?
  /// The history; nil: none is kept.
  package let history: String?
  /// The session of the prompt; nil: it is not saved.
  package let session: String?
  /// The changes of locations that are not sent yet; nil: they are kept in memory.
  package let changes: String?
  /// The favorites; nil: they are kept in memory.
  package let favorites: String?
  /// The contacts; nil: they are kept in memory.
  package let contacts: String?
  /// The outbox; nil: it is kept in memory.
  package let outbox: String?
  /// The accounts and locations of the service on this machine; nil: they are kept in memory.
  package let locations: String?

  package init(in environment: Environment) {
    let home = environment.variable("HOME").flatMap { $0.isEmpty ? nil : $0 }
    let configured = environment.variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    configuration = (configured ?? home.map { $0 + "/.config" }).map { $0 + "/gaz" }
    let stateHome = environment.variable("XDG_STATE_HOME")
    history = History.path(override: environment.variable("GAZ_HISTORY"), stateHome: stateHome, home: home)
    let state = stateHome.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home.map { $0 + "/.local/state" }
    session = state.map { $0 + "/gaz/session" }
    changes = state.map { $0 + "/gaz/changes.sqlite" }
    let data = environment.variable("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let usual = (data ?? home.map { $0 + "/.local/share" }).map { $0 + "/gaz" }
    let folder = environment.dataFolder ?? usual
    favorites = folder.map { $0 + "/favorites.sqlite" }
    contacts = folder.map { $0 + "/contacts.sqlite" }
    locations = folder.map { $0 + "/local.sqlite" }
    outbox = state.map { $0 + "/gaz/outbox.sqlite" }
  }

  /// The settings saved by `set`.
  package var settings: String? { configuration.map { $0 + "/settings" } }
  /// How mails and messages are sent.
  package var channels: String? { configuration.map { $0 + "/channels.toml" } }
  /// The location services that the user has named.
  package var services: String? { configuration.map { $0 + "/services.toml" } }
  /// The passwords for services that the user wants to keep.
  package var credentials: String? { configuration.map { $0 + "/credentials" } }
  /// The startup script of the prompt.
  package var startupScript: String? { configuration.map { $0 + "/rc" } }
}

extension Environment {
  /// What `about` says about the program on this machine.
  var program: ProgramFacts {
    var facts = ProgramFacts()
    facts.version = Environment.version
    facts.licence = "Apache License 2.0"
    let files = UserFiles(in: self)
    let known = [
      ("settings", files.settings), ("rc", files.startupScript), ("channels", files.channels),
      ("services", files.services), ("history", files.history), ("favorites", files.favorites),
      ("contacts", files.contacts), ("outbox", files.outbox), ("locations", files.locations),
      ("session", files.session),
    ]
    facts.files = known.compactMap { what, path in path.map { ProgramFacts.File(what, Untrusted($0)) } }
    return facts
  }
}
