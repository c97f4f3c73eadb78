import GazetteerIndex
import GazetteerServices
import GazetteerSession

/// Why something could not be done with an account or with locations.
extension Failure {
  func of(_ command: String) -> Failure {
    var failure = self
    failure.command = failure.command ?? command
    return failure
  }

  /// A login that was tried and failed, always in the same words.
  init(notLoggedIn service: String, why: Message, try remedy: Message, code: ExitCode = .loginRequired) {
    self.init("not logged in to \(own: service)", why: why, try: remedy, code: code)
  }

  /// The user has given no password.
  static func noPassword(_ request: LoginRequest) -> Failure {
    Failure(
      "must specify a password", try: "\(request.command), and \(own: request.readsInput ? "send" : "type") it",
      code: .loginRequired)
  }

  /// What is in the standard input cannot be a password.
  static func unusableInput(_ failure: LineSource.Failure) -> Failure {
    if failure == .interrupted { return .interrupted }
    let why: Message =
      switch failure {
      case .tooLong: "its first line is longer than \(LineSource.longestLine >> 20) MB"
      case .holdsNUL: "its first line has a NUL byte"
      default: "it \(failure.reason)"
      }
    return Failure(
      "no password was read from the standard input", why: why,
      try: "gaz -c 'login --user NAME --token-stdin' < FILE", code: .loginRequired)
  }

  /// Why a login failed.
  ///
  /// - Parameter advice: what to try if the service does not accept the secret.
  init(login error: ServiceError, to request: LoginRequest, advice: Message?) {
    let service = request.service.name
    let again: Message = "\(request.command), later"
    switch error {
    case .cancelled: self = .interrupted
    case .network(let problem):
      let isUnreachable = problem.isAboutTheConnection && !problem.isOfTheServer
      let why: Message = isUnreachable ? "network unavailable: \(problem.reason)" : problem.reason
      self.init(notLoggedIn: service, why: why, try: problem.remedy ?? again, code: .serviceUnavailable)
    case .noUser: self.init(error.reason, try: "login --user NAME", code: .usage)
    case .noPassword: self = .noPassword(request)
    case .noAccount(let user):
      self.init(
        notLoggedIn: service, why: error.reason, try: "login \(own: service) --user \(cut: user) --new, to make it")
    case .accountTaken(let user):
      self.init(
        notLoggedIn: service, why: error.reason, try: "login \(own: service) --user \(cut: user), without --new")
    case .noSuchLogin: self.init(notLoggedIn: service, why: error.reason, try: "login \(own: service) --user NAME")
    case .configuration(let what, let why, let remedy): self.init(what, why: why, try: remedy)
    case .absent(_, let remedy):
      self.init(notLoggedIn: service, why: error.reason, try: remedy, code: .serviceUnavailable)
    case .badLogin: self.init(notLoggedIn: service, why: error.reason, try: advice ?? request.command)
    case .loginRequired:
      self.init(notLoggedIn: service, why: "it does not accept the login", try: advice ?? request.command)
    default: self.init(notLoggedIn: service, why: error.reason, try: again, code: .serviceUnavailable)
    }
  }

  /// Why locations could not be fetched.
  init(fetching error: ServiceError, from service: String) {
    switch error {
    case .cancelled: self = .interrupted
    case .loginRequired:
      self.init(
        "the session at \(own: service) has ended", try: "login \(own: service) --user NAME", code: .loginRequired)
    case .network(let problem):
      self.init(
        "locations of \(own: service) could not be fetched", why: problem.reason, try: problem.remedy,
        code: .serviceUnavailable)
    case .configuration(let what, let why, let remedy): self.init(what, why: why, try: remedy)
    case .absent(_, let remedy):
      self.init(
        "locations of \(own: service) could not be fetched", why: error.reason, try: remedy, code: .serviceUnavailable)
    default:
      self.init("locations of \(own: service) could not be fetched", why: error.reason, code: .serviceUnavailable)
    }
    command = "locations"
  }

  /// Why a location could not be changed.
  init(posting error: ServiceError, _ request: PostRequest) {
    switch error {
    case .cancelled: self = .interrupted
    case .loginRequired: self = .userRequired(request.service.name)
    case .badLink(let problem): self.init(link: problem, "--unchecked, to post it anyway")
    case .network(let problem):
      self.init(problem.headline, why: problem.reason, try: problem.remedy, code: .serviceUnavailable)
    case .waits(nil): self = .interruptedPost(isTakenOut: false)
    case .waits(let problem?):
      self.init(
        problem.headline, why: "\(problem.reason); the change waits",
        try: problem.isOfTheServer ? "refresh later, which sends it" : "refresh, which sends it",
        code: .serviceUnavailable)
    case .waitsForLink(let problem):
      self.init(
        "URL inaccessible", why: "\(problem.reason); the change waits",
        try: "refresh later, which checks it again, or outbox, to give it up", code: .serviceUnavailable)
    case .waitsForLogin:
      self.init(
        "not sent", why: "\(error.reason); the change waits", try: "login \(own: request.service.name) --user NAME",
        code: .loginRequired)
    case .waitsForOther:
      self.init(
        "not sent", why: "\(error.reason); the change waits", try: "refresh, which sends it", code: .serviceUnavailable)
    case .inWork(let seconds):
      self.init(
        "not sent", why: "\(error.reason); the change waits", try: "refresh in \(seconds) s, which sends it",
        code: .serviceUnavailable)
    case .uncertain:
      self.init(
        "not sent", why: "\(error.reason); the change waits", try: "locations --own, then outbox",
        code: .serviceUnavailable)
    case .sentMeanwhile:
      self.init("not stored: \(error.reason)", try: "refresh, then the same again")
    case .absent(_, let remedy):
      self.init("not sent", why: "\(error.reason); the change waits", try: remedy, code: .serviceUnavailable)
    case .gone, .notYours, .changedMeanwhile:
      self.init("not stored: \(error.reason)", try: "refresh, then locations --own")
    default: self.init("not stored: \(error.reason)")
    }
    command = command ?? "post"
  }

  /// Why a link cannot be visited. What cannot be reached is inaccessible too.
  init(visiting error: LinkError) {
    guard case .unreachable(let problem) = error else {
      self.init(link: error)
      return
    }
    self.init("URL inaccessible", why: problem.reason, try: problem.remedy, code: .serviceUnavailable)
  }

  /// Why a link cannot be used.
  init(link error: LinkError, _ remedy: Message? = nil) {
    switch error {
    case .malformed(let problem): self.init("invalid URL", why: problem.reason, try: "https://HOST/PATH")
    case .unreachable(let problem):
      self.init("network unavailable", why: problem.reason, try: remedy ?? problem.remedy, code: .serviceUnavailable)
    case .inaccessible(let problem):
      self.init("URL inaccessible", why: problem.reason, try: remedy ?? problem.remedyForVisitors)
    }
  }
}

extension WebError {
  /// What somebody can try who wants to visit a link.
  fileprivate var remedyForVisitors: Message? {
    if case .privateNetwork = self { "open it in a browser, if you trust whoever posted it" } else { nil }
  }

  /// What a change has met: not every server that does not answer is a fault of the network.
  var headline: Message {
    if isOfTheServer { return "service unavailable" }
    return isAboutTheConnection ? "network unavailable" : "no clear answer"
  }
}
