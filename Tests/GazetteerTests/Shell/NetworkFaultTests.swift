import Foundation
import Synchronization
import Testing

@testable import GazetteerIndex
@testable import GazetteerServices
@testable import GazetteerSession
@testable import GazetteerShell

/// What `open` says about each fault of a server, and how often it asks. The control of every limit is a row without an
/// error, or the test below that names it.
@Suite struct NetworkFaultTests {
  /// A clock that goes forward only while the client waits between attempts, or when a test says so.
  private final class Clock: Sendable {
    private let state = Mutex((now: 0.0, waits: 0))
    var now: Double { state.withLock(\.now) }
    var waits: Int { state.withLock(\.waits) }
    func wait(_ seconds: Double) { state.withLock { $0 = ($0.now + seconds, $0.waits + 1) } }
    func pass(_ seconds: Double) { state.withLock { $0.now += seconds } }
  }

  private let clock = Clock()

  private func client(
    _ patience: WebPatience = WebPatience(), certificates: String? = nil, by clock: Clock? = nil
  ) -> WebClient {
    let clock = clock ?? self.clock
    var surroundings = WebClient.Surroundings(
      agent: "gaz/test", clock: { clock.now }, pause: { seconds, _ in clock.wait(seconds) }, random: { 1 })
    surroundings.patience = patience
    surroundings.certificates = certificates
    return WebClient(surroundings)
  }

  private func open(_ address: String, _ client: WebClient) -> Result<Dataset, Failure> {
    var environment = Environment(now: { 0 })
    environment.web = client
    return Opening(OpenRequest(source: Untrusted(address), name: "x"), in: environment, with: DataManager([])).dataset()
  }

  /// The address of a fault, and its server.
  private func start(_ fault: NetworkFault) throws -> (address: String, LoopbackServer) {
    let server = try LoopbackServer(fault.serve)
    let address =
      switch fault.target {
      case .server: "\(server.address)/a.csv"
      case .encrypted: "https://127.0.0.1:\(server.port)/a.csv"
      case .closedPort: "http://127.0.0.1:\(try LoopbackServer.closedPort())/a.csv"
      case .address(let address): address
      }
    return (address, server)
  }

  /// Whether a text is a pattern in which "…" stands for any text.
  private func matches(_ text: String, _ pattern: String) -> Bool {
    let parts = pattern.split(separator: "…", omittingEmptySubsequences: false)
    guard let first = parts.first, text.hasPrefix(first) else { return false }
    var rest = text.dropFirst(first.count)
    for part in parts.dropFirst() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return parts.count > 1 || rest.isEmpty
  }

  private func check(_ result: Result<Dataset, Failure>, _ why: String?, _ remedy: String?, _ address: String) {
    switch (result, why) {
    case (.success(let dataset), nil): #expect(dataset.place(0).name == Untrusted("Here"))
    case (.failure(let failure), let why?):
      #expect(failure.what.neutralised == "places could not be retrieved from \"\(address)\"")
      #expect(matches(failure.why?.neutralised ?? "", why), "\(failure.message.neutralised)")
      #expect(failure.remedy?.neutralised == remedy)
      #expect(failure.code == .dataNotLoaded)
    case (.failure(let failure), nil): Issue.record("\(failure.message.neutralised)")
    case (.success, _): Issue.record("it was opened")
    }
  }

  @Test func everyKindOfFaultIsThere() {
    let faults = NetworkFault.all.filter { $0.why != nil }.map(\.name) + TLSFault.all.map(\.testDescription)
    let kinds = NetworkFault.kinds
    #expect(kinds.count >= 24 && Set(kinds.map(\.name)).count == kinds.count)
    #expect(kinds.flatMap(\.faults).sorted() == faults.sorted())
    #expect(kinds.allSatisfy { !$0.faults.isEmpty })
    #expect(Set(NetworkFault.all.map(\.name)).count == NetworkFault.all.count)
  }

  @Test(arguments: NetworkFault.all)
  func aFaultHasItsVerdict(fault: NetworkFault) throws {
    let (address, server) = try start(fault)
    check(open(address, client(fault.patience)), fault.why, fault.remedy, address)
    #expect(clock.waits + 1 == fault.attempts)
    #expect(clock.now <= fault.patience.total)
    withExtendedLifetime(server) {}
  }

  /// However slowly a server commits its fault, it is not asked again after the limit. The control: with a longer limit it
  /// is.
  @Test(arguments: NetworkFault.all.filter { $0.attempts > 1 && $0.isOfServer })
  func aSlowFaultIsNotRepeatedAfterTheLimit(fault: NetworkFault) throws {
    for (total, attempts) in [(60.0, min(2, fault.attempts)), (1000, fault.attempts)] {
      let clock = Clock()
      let starts = Mutex<[Double]>([])
      let server = try LoopbackServer { request, connection in
        starts.withLock { $0.append(clock.now) }
        clock.pass(35)
        fault.serve(request, connection)
      }
      var patience = fault.patience
      patience.total = total
      _ = open(server.address + "/a.csv", client(patience, by: clock))
      #expect(starts.withLock(\.count) == attempts)
      #expect(starts.withLock { $0.allSatisfy { $0 < total } })
    }
  }

  /// What can wait is measured by hand, too.
  @Test func theSoakTestKnowsEveryFaultThatWaits() throws {
    let script = PackageFolder.root.appending(path: "Scripts/faults/network.py").path
    let names = Set(
      try ProgramRun([script, "--list"], of: "/usr/bin/python3").text.split(separator: "\n").map(String.init))
    // For the server, being silent for too long is never to answer.
    let waiting = NetworkFault.times.map(\.name).filter { $0 != "silent for longer than the limit" }
    #expect(names.isSuperset(of: waiting))
    #expect(names.isSuperset(of: NetworkCancellationTests.Wait.all.map(\.testDescription)))
  }

  /// The control: `aFaultHasItsVerdict`, where the same faults of requests that only read lead to further attempts.
  @Test(arguments: NetworkFault.all.filter { $0.attempts > 1 })
  func aChangeIsSentOnce(fault: NetworkFault) throws {
    let (address, server) = try start(fault)
    var request = WebRequest(try WebAddress(Untrusted(address)))
    request.method = .post
    request.body = Array("a change".utf8)
    _ = try? client(fault.patience).answer(to: request, cancellation: Cancellation())
    #expect(clock.waits == 0)
    if case .server = fault.target { #expect(server.requests.count == 1) }
  }

  // MARK: TLS

  struct TLSFault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let kind: TLSServer.Certificates.Kind
    var options: [String] = []
    /// Whether the client knows the authority that signed the certificate.
    var isKnown = true
    let why: String
    let remedy: String

    static let ownCertificate = "set SSL_CERT_FILE if the server has a certificate of your own"
    static let all = [
      TLSFault(
        testDescription: "unknown authority", kind: .good, isKnown: false,
        why: "the certificate of localhost is not trusted: …issuer…", remedy: ownCertificate),
      TLSFault(
        testDescription: "expired", kind: .expired,
        why: "the certificate of localhost is not trusted: …expired…", remedy: ownCertificate),
      TLSFault(
        testDescription: "of another machine", kind: .elsewhere,
        why: "the certificate of localhost is not trusted: …match…", remedy: ownCertificate),
      TLSFault(
        testDescription: "TLS 1.1", kind: .good, options: ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"],
        why: "no encrypted connection to localhost: …", remedy: "check the port"),
    ]
  }

  /// The control is in `WebTLSTests`: a good certificate of a known authority is accepted.
  @Test(arguments: TLSFault.all)
  func anUnsafeConnectionIsRefused(fault: TLSFault) throws {
    let certificates = try TLSServer.Certificates()
    let server = try TLSServer(certificates, fault.kind, options: fault.options)
    let client = client(certificates: fault.isKnown ? certificates.authority : nil)
    check(open(server.address + "/a.csv", client), fault.why, fault.remedy, server.address + "/a.csv")
    #expect(clock.waits == 0)
  }

  @Test func encryptionIsNotGivenUpByARedirect() throws {
    let plain = try LoopbackServer.answering(200, [], NetworkFault.table)
    let folder = try ScratchDirectory()
    for (name, target) in [("plain", "\(plain.address)/a.csv"), ("encrypted", "/places")] {
      _ = folder.file(name, "HTTP/1.1 302 X\r\nLocation: \(target)\r\n\r\n".utf8)
    }
    _ = folder.file("places", "HTTP/1.1 200 X\r\n\r\n\(NetworkFault.table)".utf8)
    let certificates = try TLSServer.Certificates()
    let server = try TLSServer(certificates, .good, answers: folder.path)
    let client = client(certificates: certificates.authority)
    check(
      open(server.address + "/plain", client), "the connection to 127.0.0.1 would not be encrypted",
      "https instead of http", server.address + "/plain")
    #expect(plain.requests.isEmpty)
    // The controls: a redirect to https, and the other server without a redirect.
    check(open(server.address + "/encrypted", client), nil, nil, server.address + "/encrypted")
    check(open(plain.address + "/a.csv", client), nil, nil, plain.address + "/a.csv")
  }

  // MARK: all time limits together

  @Test func nothingTakesLongerThanAMinute() {
    let limits = WebPatience()
    #expect(limits.total <= 60)
    #expect(limits.connecting < limits.total && Double(limits.idle) < limits.total)
  }

  /// Each attempt takes 30 s. The control: with a limit of 1000 s there are four.
  @Test(arguments: [(60.0, 2), (1000.0, 4)])
  func thereIsNoAttemptAfterTheLimit(total: Double, attempts: Int) throws {
    let clock = clock
    let server = try LoopbackServer { _, connection in
      clock.pass(30)
      connection.reset()
    }
    var patience = WebPatience()
    patience.total = total
    _ = open(server.address, client(patience))
    #expect(server.requests.count == attempts)
  }

  /// Without this, the second exchange would have the whole time again: here, eleven days.
  @Test func anExchangeHasOnlyTheTimeThatIsLeft() throws {
    let (clock, days) = (clock, 1_000_000.0)
    let server = try LoopbackServer { request, connection in
      guard request.number > 0 else {
        clock.pass(days - 0.2)
        return connection.answer(302, ["Location: /again"])
      }
      connection.waitForClient()
    }
    var patience = WebPatience()
    patience.total = days
    patience.idle = Int(days)
    let fetching = Fetching(WebRequest(try WebAddress(Untrusted(server.address))), through: client(patience))
    #expect(fetching.error == .timedOut(host: Untrusted("127.0.0.1")))
    #expect(server.requests.count == 2)
  }
}
