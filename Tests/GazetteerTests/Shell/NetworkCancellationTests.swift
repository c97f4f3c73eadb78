import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices
@testable import GazetteerShell

/// Cancelling a request ends it, whatever it waits for. `Scripts/soak network` measures how soon.
@Suite struct NetworkCancellationTests {
  struct Wait: Sendable, CustomTestStringConvertible {
    enum Target: Sendable {
      case server
      /// The server, with TLS, which it does not understand.
      case encrypted
      /// Through a proxy, which is the server.
      case proxy
    }

    let testDescription: String
    var target = Target.server
    /// The first argument is called when the client waits.
    let serve: @Sendable (_ isReached: () -> Void, LoopbackServer.Request, LoopbackServer.Connection) -> Void

    private static func after(_ text: String, _ name: String, at target: Target = .server) -> Wait {
      Wait(testDescription: name, target: target) { isReached, _, connection in
        connection.send(text)
        isReached()
        connection.waitForClient()
      }
    }

    static let all = [
      after("", "never answers"),
      after("HTTP/1.1 200 OK\r\nContent-Le", "silent in the header"),
      after("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", "silent in the body"),
      after("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n", "silent after a chunk"),
      after("HTTP/1.1 100 Continue\r\n\r\n", "silent after an interim answer"),
      after("", "TLS handshake without an end", at: .encrypted),
      after("", "silent proxy", at: .proxy),
      Wait(testDescription: "trickling") { isReached, request, connection in
        connection.send("HTTP/1.1 200 OK\r\n\r\n")
        while connection.send("x") {
          isReached()
          poll(nil, 0, 10)
        }
      },
      Wait(testDescription: "silent after redirects") { isReached, request, connection in
        guard request.number == 5 else { return connection.answer(302, ["Location: /again"]) }
        isReached()
        connection.waitForClient()
      },
      Wait(testDescription: "silent at the second attempt") { isReached, request, connection in
        guard request.number == 1 else { return connection.reset() }
        isReached()
        connection.waitForClient()
      },
    ]
  }

  /// A client that waits for years, so that only cancelling ends a wait. That is the control of these tests: without it,
  /// they reach the limit of their own time.
  private func client(pause: @escaping @Sendable (Double, Cancellation) -> Void) -> WebClient.Surroundings {
    var surroundings = WebClient.Surroundings(agent: "gaz/test", clock: { 0 }, pause: pause, random: { 1 })
    surroundings.patience.connecting = 1e6
    surroundings.patience.idle = 1_000_000
    surroundings.patience.total = 1e6
    return surroundings
  }

  @Test(arguments: Wait.all)
  func cancellingEndsAnExchange(wait: Wait) throws {
    let reached = Mailbox<Bool>()
    let server = try LoopbackServer { request, connection in wait.serve({ reached.post(true) }, request, connection) }
    var surroundings = client(pause: { _, _ in })
    var address = server.address
    if wait.target != .server { address = "https://127.0.0.1:\(server.port)" }
    if wait.target == .proxy {
      surroundings.proxy = WebProxy { $0 == "https_proxy" ? server.address : nil }
      address = "https://example.org"
    }
    let fetching = Fetching(WebRequest(try WebAddress(Untrusted(address))), through: WebClient(surroundings))
    #expect(reached.hasMail())
    fetching.cancellation.cancel()
    #expect(fetching.error == .cancelled)
  }

  @Test func cancellingEndsTheTimeBetweenAttempts() throws {
    let reached = Mailbox<Bool>()
    let server = try LoopbackServer.answering(503, ["Retry-After: 100000"])
    let pause = Environment.process(world: { _ in nil }).pause
    let surroundings = client { seconds, cancellation in
      reached.post(true)
      pause(seconds, cancellation)
    }
    let fetching = Fetching(WebRequest(try WebAddress(Untrusted(server.address))), through: WebClient(surroundings))
    #expect(reached.hasMail())
    fetching.cancellation.cancel()
    #expect(fetching.error == .cancelled)
    #expect(server.requests.count == 1)
  }

  @Test func aCancelledRequestIsNotSent() throws {
    let server = try LoopbackServer.answering()
    let request = WebRequest(try WebAddress(Untrusted(server.address)))
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: WebError.cancelled) {
      try WebClient(client(pause: { _, _ in })).answer(to: request, cancellation: cancellation)
    }
    #expect(server.requests.isEmpty)
  }
}
