import GazetteerIndex
import GazetteerSession

/// The paths of the user's files, by the XDG Base Directory Specification, which calls relative paths invalid.
package struct UserFiles {
  /// The folder of the files that the user writes; nil without a home folder.
  private let configuration: String?
  /// The folder of what the program keeps from run to run; nil without a home folder.
  private let state: String?
  /// The folder of what the user keeps; nil without a home folder.
  private let data: String?
  /// The history; nil: none is kept.
  package let history: String?

  package init(in environment: Environment) {
    let home = environment.variable("HOME").flatMap { $0.isEmpty ? nil : $0 }
    func folder(_ variable: String, orInHome usual: String) -> String? {
      let given = environment.variable(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
      return (given ?? home.map { $0 + usual }).map { $0 + "/gaz" }
    }
    configuration = folder("XDG_CONFIG_HOME", orInHome: "/.config")
    state = folder("XDG_STATE_HOME", orInHome: "/.local/state")
    data = environment.dataFolder ?? folder("XDG_DATA_HOME", orInHome: "/.local/share")
    history = History.path(
      override: environment.variable("GAZ_HISTORY"), stateHome: environment.variable("XDG_STATE_HOME"), home: home)
  }

  /// The session of the prompt; nil: it is not saved.
  package var session: String? { state.map { $0 + "/session" } }
  /// The changes of locations that are not sent yet; nil: they are kept in memory.
  package var changes: String? { state.map { $0 + "/changes.sqlite" } }
  /// The outbox; nil: it is kept in memory.
  package var outbox: String? { state.map { $0 + "/outbox.sqlite" } }
  /// The favorites; nil: they are kept in memory.
  package var favorites: String? { data.map { $0 + "/favorites.sqlite" } }
  /// The contacts; nil: they are kept in memory.
  package var contacts: String? { data.map { $0 + "/contacts.sqlite" } }
  /// The accounts and locations of the service on this machine; nil: they are kept in memory.
  package var locations: String? { data.map { $0 + "/local.sqlite" } }
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
