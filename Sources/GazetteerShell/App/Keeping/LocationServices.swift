import GazetteerIndex
import GazetteerServices

/// The services that the user can log in to: the one on this machine, and those that the user's file of services names.
final class LocationServices {
  private let entries: [ServiceEntry]
  /// Asks them, and the providers of places.
  let data: DataManager
  /// The command of each service that prints the password.
  let passwordCommands: [String: String]
  /// What is wrong with the file of services.
  let warnings: [Message]

  init(in environment: Environment) {
    let files = UserFiles(in: environment)
    let local = LocalService(path: files.locations, now: environment.now)
    let named = files.services.map { ServicesFile(path: $0) }
    let services = named?.services ?? []
    entries = [ServiceEntry(.local, local)] + services.map { $0.entry(through: environment.web) }
    data = DataManager(
      entries, providers: environment.providers, links: LinkCheck(through: environment.web),
      pending: PendingChanges(path: files.changes, now: environment.now), now: environment.now)
    passwordCommands = Dictionary(
      services.compactMap { service in service.passwordCommand.map { (service.name, $0) } }
    ) { first, _ in first }
    warnings = named?.warnings ?? []
  }

  /// What the session knows about them.
  var facts: [ServiceFacts] { entries.map(\.facts) }
}
