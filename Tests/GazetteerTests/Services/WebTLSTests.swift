import GazetteerIndex
import GazetteerServices
import Testing

/// Who may answer an encrypted request. Other refusals are in `NetworkFaultTests`.
@Suite struct WebTLSTests {
  private let certificates: TLSServer.Certificates

  init() throws { certificates = try TLSServer.Certificates() }

  private func status(_ address: String, trusting authority: String?) throws(WebError) -> Int {
    var surroundings = WebClient.Surroundings(
      agent: "gaz/test", clock: { 0 }, pause: { _, _ in }, random: { 0 })
    surroundings.certificates = authority
    let request = WebRequest(try WebAddress(Untrusted(address)))
    return try WebClient(surroundings).answer(to: request, cancellation: Cancellation()).status
  }

  private func error(_ address: String, trusting authority: String?) -> WebError? {
    do throws(WebError) {
      _ = try status(address, trusting: authority)
      return nil
    } catch {
      return error
    }
  }

  @Test func aCertificateOfATrustedAuthorityIsAccepted() throws {
    let server = try TLSServer(certificates, .good)
    #expect(try status(server.address, trusting: certificates.authority) == 200)
  }

  @Test func aCertificateIsForANameNotForItsNumber() throws {
    let server = try TLSServer(certificates, .good)
    let error = error("https://127.0.0.1:\(server.port)", trusting: certificates.authority)
    guard case .notTrusted? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
