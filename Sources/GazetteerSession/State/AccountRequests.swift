import GazetteerIndex

/// A request to log in to a service. It has no password: the shell asks for that.
package struct LoginRequest: Equatable, Sendable {
  package enum Way: Equatable, Sendable {
    case password
    /// Makes the account first. The name of the person is optional.
    case signUp(name: Untrusted?)
    /// With a token that the service or another identity provider has given.
    case token
    case guest
  }

  package let service: ServiceFacts
  /// Empty for a token and for a guest.
  package let user: Untrusted
  package let way: Way
  /// Whether the password or the token is the first line of the standard input.
  package let readsInput: Bool
  /// Whether the password is kept for the next logins.
  package let keeps: Bool

  /// Whether it makes an account.
  var isSignUp: Bool { if case .signUp = way { true } else { false } }

  package init(
    _ service: ServiceFacts, user: Untrusted, _ way: Way, readsInput: Bool = false, keeps: Bool = false
  ) {
    self.service = service
    self.user = user
    self.way = way
    self.readsInput = readsInput
    self.keeps = keeps
  }
}

extension LoginRequest {
  /// Where, and as whom: `campus as ada`.
  package var target: Message {
    guard user.isEmpty else { return "\(own: service.name) as \(cut: user)" }
    return way == .guest ? "\(own: service.name) as a guest" : "\(own: service.name)"
  }
}

/// A request to end a session at a service.
package struct LogoutRequest: Equatable, Sendable {
  package let service: ServiceFacts
  /// The user whose password is forgotten; nil for none.
  package let forgetting: Untrusted?
  /// Whether a later login has replaced the session. Then nobody waits for its end.
  package let isReplaced: Bool
  /// The service where the user is still logged in, if that is the one in use from now on.
  var next: String?

  package init(_ service: ServiceFacts, forgetting: Untrusted? = nil, isReplaced: Bool = false) {
    self.service = service
    self.forgetting = forgetting
    self.isReplaced = isReplaced
  }

  package var job: JobID { isReplaced ? .endingFormer(service.name) : .loggingOut(service.name) }
}

/// A request to fetch locations.
package struct LocationsRequest: Equatable, Sendable {
  package enum Kind: Sendable {
    /// The newest, and the user's own.
    case newest
    /// Newer ones or, if there are none, the next older ones.
    case newer
    /// The next older ones, before somebody asks for them.
    case older
    /// None: what waits is sent, after its links were checked.
    case checked
  }

  package let service: ServiceFacts
  package let kind: Kind
  /// Whether the locations are listed when they are there.
  package var lists = false
  /// Whether a login succeeds only when they are there: that of a guest of a service on the network, which is asked
  /// nothing before.
  package var endsLogin = false
  /// Of older ones: how many rows of the last list are still wanted, and how many it has. They follow when they are there.
  package var rows = 0
  package var shown = 0
  /// The numbers of changes that are sent only because the user wants it.
  package var released: Set<Int64> = []
  /// Whether what waits is sent first.
  package var sendsChanges = true

  /// After how many locations in the background the rows that have come are listed.
  package static let part = 1000

  /// The first link to check.
  package var link: Untrusted?

  package var job: JobID { kind == .checked ? .checkingLinks(service.name) : .fetching(service.name) }

  package init(_ service: ServiceFacts, _ kind: Kind, lists: Bool = false) {
    self.service = service
    self.kind = kind
    self.lists = lists
  }
}

/// A request to change the user's own locations at a service.
package struct PostRequest: Equatable, Sendable {
  package let service: ServiceFacts
  package let change: LocationChange
  /// Whether the link must answer first.
  package let checksLink: Bool

  package init(_ service: ServiceFacts, _ change: LocationChange, checksLink: Bool = false) {
    self.service = service
    self.change = change
    self.checksLink = checksLink
  }
}

/// A request to open the link of a place.
package struct VisitRequest: Equatable, Sendable {
  package let name: Untrusted
  package let url: Untrusted
}
