/// Who the user is at a location service.
package struct Account: Equatable, Sendable {
  /// The name of the service.
  package let service: String
  /// The key that the locations of this account have as their owner; empty for a guest.
  package let key: Untrusted
  /// The name with which the user logs in; empty for a guest.
  package let user: Untrusted
  package var firstName: Untrusted
  package var lastName: Untrusted
  /// The names as the service has them, if other words are shown instead.
  package var hiddenFirstName: HiddenText?
  package var hiddenLastName: HiddenText?
  /// Where the password or the token is kept.
  package var secret = SecretPlace.memory

  package enum SecretPlace: String, Sendable {
    /// Until the program ends.
    case memory
    /// The user's file of credentials.
    case file
    /// The user's keyring: the Secret Service of the desktop.
    case keyring
    /// A variable of the environment: `GAZ_TOKEN`, or the one of the service.
    case environment
    /// The output of the command that the user has configured.
    case command
    /// The service needs none.
    case none
  }

  package init(
    service: String, key: Untrusted, user: Untrusted, firstName: Untrusted = Untrusted(""),
    lastName: Untrusted = Untrusted("")
  ) {
    self.service = service
    self.key = key
    self.user = user
    self.firstName = firstName.cut(to: Location.mostOfName)
    self.lastName = lastName.cut(to: Location.mostOfName)
  }

  /// Somebody who may only read.
  package static func guest(of service: String) -> Account {
    var account = Account(service: service, key: Untrusted(""), user: Untrusted(""))
    account.secret = .none
    return account
  }

  package var isGuest: Bool { key.isEmpty }

  /// The name of the person, or the name with which they log in if there is none.
  package var fullName: Untrusted {
    let name = [firstName.trimmed, lastName.trimmed].joined(separator: " ")
    return name.isEmpty ? user : name
  }
}

/// A location service that the user can log in to.
package struct ServiceFacts: Equatable, Sendable {
  package let name: String
  /// The kind of its interface: `local`, `kinto`, `parse`, `udacity`.
  package let dialect: String
  /// Where it is; nil for the one inside this program.
  package let host: Untrusted?
  /// Whether somebody without an account may read.
  package let hasGuests: Bool

  package init(name: String, dialect: String, host: Untrusted? = nil, hasGuests: Bool = true) {
    self.name = name
    self.dialect = dialect
    self.host = host
    self.hasGuests = hasGuests
  }

  package var isRemote: Bool { host != nil }

  /// The service inside this program.
  package static let local = ServiceFacts(name: "local", dialect: "local")
}
