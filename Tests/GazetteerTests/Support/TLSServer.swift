import Foundation

/// A server on this machine that answers every request over TLS, with a page or with a prepared answer.
final class TLSServer {
  /// Certificates for a test: an authority, and what it signed.
  final class Certificates {
    enum Kind: String {
      /// For this machine.
      case good
      case expired
      /// For another machine.
      case elsewhere
    }

    private let folder: TemporaryFolder
    /// The file of the authority's certificate.
    var authority: String { folder.path + "/authority.pem" }

    init() throws {
      folder = try TemporaryFolder()
      let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
      try openssl(["req", "-x509", "-subj", "/CN=A", "-keyout", "authority.key", "-out", "authority.pem"] + key)
      for kind in [Kind.good, .expired, .elsewhere] {
        let name = kind == .elsewhere ? "elsewhere.example" : "localhost"
        let file = kind.rawValue
        try openssl(
          ["req", "-subj", "/CN=\(name)", "-addext", "subjectAltName=DNS:\(name)"]
            + ["-keyout", "\(file).key", "-out", "\(file).csr"] + key)
        try openssl([
          "x509", "-req", "-in", "\(file).csr", "-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial",
          "-days", kind == .expired ? "-1" : "2", "-copy_extensions", "copy", "-out", "\(file).pem",
        ])
      }
    }

    /// The files of a certificate and its key.
    func files(_ kind: Kind) -> [String] {
      ["\(folder.path)/\(kind.rawValue).pem", "\(folder.path)/\(kind.rawValue).key"]
    }

    /// The arguments that make a server use a certificate.
    fileprivate func arguments(_ kind: Kind) -> [String] {
      ["-cert", "\(folder.path)/\(kind.rawValue).pem", "-key", "\(folder.path)/\(kind.rawValue).key"]
    }

    private func openssl(_ arguments: [String]) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
      process.arguments = arguments
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw POSIXError(.EINVAL) }
    }
  }

  let port: Int
  private let process = Process()
  private let output = Pipe()

  /// - Parameter answers: a folder; the file that a request names is the answer, with its header. nil: the answer is a
  ///   page.
  init(
    _ certificates: Certificates, _ kind: Certificates.Kind, options: [String] = [], answers: String? = nil
  ) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments =
      ["s_server", "-accept", "127.0.0.1:0", answers == nil ? "-www" : "-HTTP"] + certificates.arguments(kind) + options
    if let answers { process.currentDirectoryURL = URL(fileURLWithPath: answers) }
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var text = ""
    var port: Int?
    while port == nil {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { break }
      text += String(decoding: more, as: UTF8.self)
      port = text.firstMatch(of: /ACCEPT .*:(\d+)\n/).flatMap { Int($0.1) }
    }
    guard let port else { throw POSIXError(.ECONNREFUSED) }
    self.port = port
  }

  deinit {
    // It may have inherited from this thread that other signals are blocked.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Its address by name, as in its certificate.
  var address: String { "https://localhost:\(port)" }
}
