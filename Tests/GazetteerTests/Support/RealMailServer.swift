import Foundation

/// Real mail servers, with a certificate that only a client which trusts `certificates` accepts.
final class RealMailServer {
  /// A mail that a server has taken.
  struct Mail: Decodable {
    let server: String
    let sender: String
    let recipients: [String]
    let isEncrypted: Bool
    let user: String?
    let name: String
    let content: String
  }

  static let isInstalled = ServerProcess.has("aiosmtpd")

  /// The ports by their names.
  let ports: [String: Int]
  /// The file of the certificate.
  let certificates: String
  private let folder: TemporaryFolder
  private let process: ServerProcess

  init() throws {
    folder = try TemporaryFolder()
    certificates = folder.path + "/certificate.pem"
    let key = folder.path + "/key.pem"
    let openssl = try ProgramRun(
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
        "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", certificates,
      ], of: "/usr/bin/openssl")
    guard openssl.code == 0 else { throw CocoaError(.fileReadUnknown) }
    process = try ServerProcess("mail_server.py", [certificates, key])
    ports = try process.next([String: Int].self)
  }

  /// The next mail; waits for it.
  func nextMail() throws -> Mail { try process.next(Mail.self) }
}
