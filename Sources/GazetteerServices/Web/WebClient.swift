import GazetteerIndex
import Synchronization

/// Asks servers, by the rules that hold for all of them: encrypted connections, limits of time and size, redirects
/// without secrets, and further attempts if a server is busy.
package final class WebClient: Sendable {
  /// What the client takes from outside.
  package struct Surroundings: Sendable {
    package var isOffline = false
    /// How long to wait for one exchange. All attempts and redirects together take at most `total`.
    package var patience = WebPatience()
    /// How the program introduces itself to servers.
    package var agent: String
    /// A file of certificates to trust besides those of the system.
    package var certificates: String?
    /// Makes the connections; nil: this machine does. Servers on this machine are always asked directly.
    package var proxy: WebProxy?
    /// Whether an address is outside private networks.
    var isPublic: @Sendable (SocketAddress) -> Bool = { $0.isPublic }
    /// A monotonic clock, in seconds.
    package var clock: @Sendable () -> Double
    /// Waits for so many seconds, or until the cancellation.
    package var pause: @Sendable (Double, Cancellation) -> Void
    /// A random number from 0 to 1.
    package var random: @Sendable () -> Double

    package init(
      agent: String, clock: @escaping @Sendable () -> Double,
      pause: @escaping @Sendable (Double, Cancellation) -> Void, random: @escaping @Sendable () -> Double
    ) {
      self.agent = agent
      self.clock = clock
      self.pause = pause
      self.random = random
    }
  }

  /// Where a request may go.
  package enum Reach: Sendable {
    /// Where the user said.
    case anywhere
    /// For addresses found in data: not into private networks.
    case publicOnly
  }

  private static let attempts = 4
  private static let redirects = 5
  /// The longest wait between two attempts, in seconds.
  private static let longestWait = 20.0

  private let surroundings: Surroundings
  private let idle = Mutex<[Idle]>([])

  /// A connection that no thread uses.
  // Unchecked: only the thread that takes it out uses it.
  private struct Idle: @unchecked Sendable { let connection: WebConnection }

  package init(_ surroundings: Surroundings) { self.surroundings = surroundings }

  /// A client that sends nothing.
  package static let offline: WebClient = {
    var surroundings = Surroundings(agent: "", clock: { 0 }, pause: { _, _ in }, random: { 0 })
    surroundings.isOffline = true
    return WebClient(surroundings)
  }()

  /// Whether it sends nothing.
  package var isOffline: Bool { surroundings.isOffline }

  /// The same client, but offline if `isOffline`.
  package func offline(if isOffline: Bool) -> WebClient { isOffline ? .offline : self }

  /// Sends a request and gets its answer, whatever its status is. Blocks the thread.
  ///
  /// - Parameter progress: gets how many bytes of the answer have come, and how many there are; 0 if unknown.
  package func answer(
    to request: WebRequest, _ reach: Reach = .anywhere, cancellation: Cancellation,
    progress: @escaping (Int, Int) -> Void = { _, _ in }
  ) throws(WebError) -> WebReply {
    do throws(WebError) {
      var reply = try attempted(request, reach, cancellation, progress)
      // A redirect names a host and may have put a secret of the request there.
      if reply.address.origin != request.address.origin { reply.host = reply.host.hidingHost(request.secretForms) }
      return reply
    } catch {
      throw error.hiding(request.secretForms)
    }
  }

  private func attempted(
    _ request: WebRequest, _ reach: Reach, _ cancellation: Cancellation, _ progress: @escaping (Int, Int) -> Void
  ) throws(WebError) -> WebReply {
    if surroundings.isOffline { throw .offline }
    let end = surroundings.clock() + surroundings.patience.total
    // The error of an earlier attempt that the server may have got. It says more than that a later one was not sent.
    var lost: WebError?
    func remember(_ error: WebError) {
      // The server may have acted on the earlier attempt, whatever it says about a later one.
      if error.isPutOff, let lost, !lost.isPutOff, request.isChange { return }
      lost = error
    }
    for attempt in 1... {
      let isLast = attempt == Self.attempts || !request.mayRepeat
      do throws(WebError) {
        let reply = try followed(request, reach, until: end, cancellation, progress)
        guard reply.isBusy else { return reply }
        let refusal = WebError.refused(host: request.address.host, status: reply.status)
        remember(refusal)
        if isLast, let lost, lost != refusal { throw lost }
        let wished = reply.retryAfter
        if isLast, wished == nil { return reply }
        let wait = wished ?? delay(after: attempt)
        guard !isLast, surroundings.clock() + wait < end else {
          if request.mustArrive { return reply }
          throw .busy(host: request.address.host, seconds: Int(wait.rounded(.up)))
        }
        try pause(wait, cancellation)
      } catch {
        let wait = delay(after: attempt)
        if !error.isBeforeSending { remember(error) }
        guard error.isTemporary, !isLast, surroundings.clock() + wait < end else { throw lost ?? error }
        try pause(wait, cancellation)
      }
    }
    preconditionFailure("the last attempt returns or throws")
  }

  /// A random time, the longest one twice as long after each attempt, so that many clients do not return at once.
  private func delay(after attempt: Int) -> Double {
    surroundings.random() * min(Self.longestWait, 0.5 * Double(1 << attempt))
  }

  private func pause(_ seconds: Double, _ cancellation: Cancellation) throws(WebError) {
    surroundings.pause(seconds, cancellation)
    if cancellation.isCancelled { throw .cancelled }
  }

  /// The answer after redirects.
  private func followed(
    _ first: WebRequest, _ reach: Reach, until end: Double, _ cancellation: Cancellation,
    _ progress: @escaping (Int, Int) -> Void
  ) throws(WebError) -> WebReply {
    var request = first
    var reach = reach
    for count in 0...Self.redirects {
      let reply: WebReply
      do throws(WebError) {
        reply = try exchanged(request, reach, until: end, cancellation, progress)
      } catch {
        throw count == 0 ? error : first.failure(error, redirectedTo: request.address)
      }
      guard let kind = reply.redirect else { return reply }
      guard let location = reply.headers["location"], !location.isEmpty,
        let address = try? WebAddress(location, relativeTo: request.address)
      else { throw .badRedirect(to: nil) }
      let next: WebRequest
      do throws(WebError) {
        next = try request.redirected(kind, to: address)
      } catch {
        throw first.failure(error, redirectedTo: address)
      }
      // The address is found in data: of a server that may itself not reach the private network.
      let isPublic = reply.peer.map(surroundings.isPublic) ?? request.mayBeUnencrypted
      if next.address.origin != request.address.origin, isPublic { reach = .publicOnly }
      request = next
    }
    throw .tooManyRedirects
  }

  private func exchanged(
    _ request: WebRequest, _ reach: Reach, until end: Double, _ cancellation: Cancellation,
    _ progress: @escaping (Int, Int) -> Void
  ) throws(WebError) -> WebReply {
    let origin = request.address.origin
    var reach = reach
    if origin.scheme == .http, !origin.isLoopback {
      guard request.goesUnencrypted else { throw .unprotected(host: request.address.host) }
      reach = .publicOnly
    }
    var lines: [[UInt8]] = []
    for header in request.headers {
      guard let line = header.line else {
        let what = header.isSecret ? "the secret for the server" : "the header \(header.name)"
        throw .other(reason: Untrusted(what + " has control characters"))
      }
      lines.append(line)
    }
    let connection: WebConnection
    // An open connection may lead into a private network, so requests that must not go there use new ones. If the server
    // ends an open connection without an answer, libcurl sends the request again, so others must not use one either.
    if reach == .anywhere, request.mayRepeat, let idle = idle.withLock({ $0.popLast() }) {
      connection = idle.connection
    } else {
      connection = try WebConnection(agent: surroundings.agent, certificates: surroundings.certificates)
    }
    var patience = surroundings.patience
    patience.total = end - surroundings.clock()
    var route = WebRoute()
    if !origin.isLoopback, let proxy = surroundings.proxy {
      (route.proxy, route.exceptions) = (proxy.address(for: origin.scheme), proxy.exceptions)
    }
    let isPublic = surroundings.isPublic
    if reach == .publicOnly, route.proxy != nil {
      // The proxy would look up the name itself, and nobody could check what it finds.
      let addresses = try connection.addresses(of: request, patience: patience, cancellation: cancellation)
      guard addresses.allSatisfy(isPublic) else { throw .privateNetwork(host: request.address.host) }
      route.address = addresses.first
      patience.total = end - surroundings.clock()
    }
    let isDirect = route.proxy == nil
    let reply = try connection.exchange(
      request, lines: lines, patience: patience, route: route,
      mayConnect: { address in
        if reach == .publicOnly, isDirect, !isPublic(address) { return false }
        // A plain connection to this machine stays on it, whatever its name says.
        return origin.scheme == .https || !origin.isLoopback || address.isLoopback
      }, progress: progress, cancellation: cancellation)
    // Kept only where it can be used again; otherwise each request would leave one more open.
    if reach == .anywhere, request.mayRepeat { idle.withLock { $0.append(Idle(connection: connection)) } }
    return reply
  }
}

extension WebRequest {
  /// Why there is no answer after a redirect. The first server has got the request, whatever became of the next one.
  fileprivate func failure(_ error: WebError, redirectedTo address: WebAddress) -> WebError {
    let isRead = method == .get || method == .head
    return isRead || !error.isBeforeSending ? error : .badRedirect(to: Untrusted(address.origin.host))
  }

  /// The request to send after a redirect. Secrets stay at the origin.
  fileprivate func redirected(_ kind: WebReply.Redirect, to address: WebAddress) throws(WebError) -> WebRequest {
    var next = self
    next.address = address
    switch kind {
    case .moved: break
    case .found where method != .post: break
    case .seeOther where method == .head: break
    case .found, .seeOther:
      guard !mustArrive else { throw .badRedirect(to: Untrusted(address.origin.host)) }
      next.method = .get
      next.body = nil
    }
    guard address.origin != self.address.origin else { return next }
    // Others could read and change it on its way, although the user asked for encryption.
    if self.address.origin.scheme == .https, address.origin.scheme == .http, !goesUnencrypted {
      throw .unprotected(host: address.host)
    }
    // What a request changes or carries is for one server only.
    guard next.body == nil, next.method == .get || next.method == .head else {
      throw .badRedirect(to: Untrusted(address.origin.host))
    }
    next.headers.removeAll { $0.isSecret }
    return next
  }
}

extension WebReply {
  fileprivate enum Redirect {
    /// The answer to the request is at another address.
    case seeOther
    /// The same after a POST, because most clients do so; other requests must be sent to another address.
    case found
    /// The request must be sent to another address.
    case moved
  }

  fileprivate var redirect: Redirect? {
    switch status {
    case 303: .seeOther
    case 301, 302: .found
    case 307, 308: .moved
    default: nil
    }
  }

  /// Whether the same request may succeed later.
  fileprivate var isBusy: Bool { status == 408 || status == 429 || (500...599).contains(status) }
}
