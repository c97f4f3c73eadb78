import GazetteerIndex

/// Why a location service did not do what was asked. Nothing was changed, except after `.unknown`.
package enum ServiceError: Error, Equatable, Sendable {
  /// There is no service of this name.
  case noService(String)
  /// No answer: the network, or the server, failed.
  case network(WebError)
  /// The name or the password is wrong, as the service says it.
  case badLogin(Untrusted)
  case noAccount(user: Untrusted)
  case accountTaken(user: Untrusted)
  case noUser
  case noPassword
  /// The service has no such way to log in.
  case noSuchLogin(Message)
  /// The user is not logged in, or the service has ended the session.
  case loginRequired
  /// The location belongs to somebody else.
  case notYours
  /// The location no longer exists.
  case gone
  /// Somebody changed the location first.
  case changedMeanwhile
  /// The change could not be sent, or its answer was lost. It is sent again later.
  case waits(WebError?)
  /// The service answers, but nobody knows whether the link of the change does. It waits.
  case waitsForLink(WebError)
  /// The change waits, because the session has ended.
  case waitsForLogin
  /// The change waits, because another program is sending changes all the time.
  case waitsForOther
  /// The change waits, because the service may still be working on an earlier request for it.
  case inWork(seconds: Int)
  /// The change waits, because the service may have stored it already. These locations may be it.
  case uncertain(Set<String>)
  /// The location waited to be sent when the user saw it, and was sent since.
  case sentMeanwhile
  /// The link of a location cannot be used.
  case badLink(LinkError)
  /// The service refuses, in its own words.
  case refused(Untrusted)
  /// The answer of the service is not of the expected form.
  case malformed(Message)
  /// What the user's file of services says about the service cannot be right.
  case configuration(Message, why: Message, try: Message)
  /// The service does not have what the file of services names.
  case absent(Message, try: Message)
  /// The file of the service on this machine cannot be used.
  case storage(Message)
  case cancelled

  /// Whether the same request may succeed when the service can be reached again.
  package var isAboutTheConnection: Bool {
    if case .network(let error) = self { error.isAboutTheConnection } else { false }
  }
}

extension ServiceError {
  /// What went wrong. It follows what could not be done in a message.
  package var reason: Message {
    switch self {
    case .noService(let name): "no service is called \"\(own: name)\""
    case .network(let error): error.reason
    case .badLogin(let text), .refused(let text): ("\(text.onOneLine.trimmed.beginning)" as Message).clause
    case .noAccount(let user): "there is no account \"\(user.beginning)\""
    case .accountTaken(let user): "the account \"\(user.beginning)\" exists already"
    case .noUser: "must specify a username"
    case .noPassword: "must specify a password"
    case .noSuchLogin(let reason), .malformed(let reason), .storage(let reason), .configuration(_, let reason, _),
      .absent(let reason, _):
      reason
    case .loginRequired: "you are not logged in"
    case .notYours: "it belongs to somebody else"
    case .gone: "it no longer exists"
    case .changedMeanwhile: "it was changed meanwhile"
    case .badLink(let error): error.reason
    case .waits(let error): error?.reason ?? "it was interrupted"
    case .waitsForLink(let error): error.reason
    case .waitsForLogin: "the session has ended"
    case .waitsForOther: "another gaz is still sending changes"
    case .inWork: "the service may still be working on it"
    case .uncertain: "it is not certain whether it is stored already: a location of yours may be it"
    case .sentMeanwhile: "the change before it was sent meanwhile"
    case .cancelled: "it was cancelled"
    }
  }
}

/// Why the link of a location cannot be used.
package enum LinkError: Error, Equatable, Sendable {
  /// It is not an http or https address with a host.
  case malformed(WebError)
  /// The server cannot be reached.
  case unreachable(WebError)
  /// The server answers with an error.
  case inaccessible(WebError)

  package var reason: Message { problem.reason }

  var problem: WebError {
    switch self {
    case .malformed(let error), .unreachable(let error), .inaccessible(let error): error
    }
  }

  /// Whether the network of this machine may be the reason, and not the link.
  var mayBeTheNetwork: Bool {
    switch problem {
    case .offline, .noLibrary, .notResolved, .notConnected, .timedOut, .cutOff, .proxyFailed: true
    default: false
    }
  }

  /// Why a change whose link may not be at fault waits; nil if it is refused. A name that is not found may be found
  /// later, even if the service is found now.
  func reasonToWait(serviceAnswers: Bool) -> ServiceError? {
    guard serviceAnswers else { return .waits(problem) }
    if case .notResolved = problem { return .waitsForLink(problem) }
    return nil
  }
}
