import Foundation
import Synchronization

/// A server on this machine, on a free port, that does to each connection what a test says.
///
///     let server = try LoopbackServer { request, connection in connection.send("HTTP/1.1 200 OK\r\n\r\nhello") }
final class LoopbackServer: Sendable {
  /// A request up to the end of its header, and its body if it has a `Content-Length`.
  struct Request: Sendable {
    let text: String
    /// How many requests came before it.
    let number: Int

    var method: String { String(text.prefix { $0 != " " }) }
    var path: String { text.split(separator: " ").dropFirst().first.map(String.init) ?? "" }
    var body: String { text.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n") }

    func header(_ name: String) -> String? {
      text.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
        .map { String($0.dropFirst(name.count + 2)) }
    }
  }

  /// The server's end of a connection. It is closed after the handler returns.
  final class Connection {
    fileprivate let descriptor: Int32
    fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Sends all bytes. Returns false if the client is gone.
    @discardableResult
    func send(_ bytes: some Sequence<UInt8>) -> Bool {
      var rest = Array(bytes)[...]
      while !rest.isEmpty {
        let sent = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if sent <= 0 { return false }
        rest = rest.dropFirst(sent)
      }
      return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(text.utf8) }

    /// Sends an answer whose header has the right length.
    func answer(_ status: Int = 200, _ headers: [String] = [], _ body: String = "") {
      let lines = ["HTTP/1.1 \(status) X", "Content-Length: \(body.utf8.count)", "Connection: close"] + headers
      send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    /// Waits for the next bytes of the client. Returns false if it closed the connection.
    func waitForMore() -> Bool {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      return recv(descriptor, &buffer, buffer.count, 0) > 0
    }

    /// Waits until the client closes the connection.
    func waitForClient() {
      var byte: UInt8 = 0
      while recv(descriptor, &byte, 1, 0) > 0 {}
    }

    /// Ends the connection with a reset instead of a normal close.
    func reset() {
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Foundation.linger>.size))
    }
  }

  let port: Int
  private let listener: Int32
  private let received = Mutex<[Request]>([])

  /// The requests so far.
  var requests: [Request] { received.withLock { $0 } }
  var address: String { "http://127.0.0.1:\(port)" }

  /// - Parameter machine: the address to listen on; all that begin with 127 are this machine.
  init(on machine: UInt32 = 0x7F00_0001, _ handle: @escaping @Sendable (Request, Connection) -> Void) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    self.listener = listener
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = machine.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        bind(listener, name, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, name, &size) == 0
      }
    }
    guard bound else { throw POSIXError(.EADDRINUSE) }
    port = Int(UInt16(bigEndian: name.sin_port))
    let readRequest: @Sendable (Int32) -> Request? = { [weak self] in self?.read(from: $0) }
    Thread.detachNewThread {
      while true {
        let descriptor = accept(listener, nil, nil)
        // Closed here, not in `deinit`, because another socket may get its number at once.
        guard descriptor >= 0 else {
          _ = close(listener)
          return
        }
        Thread.detachNewThread {
          defer { close(descriptor) }
          guard let request = readRequest(descriptor) else { return }
          handle(request, Connection(descriptor))
        }
      }
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// Answers every request in the same way.
  static func answering(_ status: Int = 200, _ headers: [String] = [], _ body: String = "") throws -> LoopbackServer {
    try LoopbackServer { _, connection in connection.answer(status, headers, body) }
  }

  /// A port on which nothing listens.
  static func closedPort() throws -> Int { try LoopbackServer { _, _ in }.port }

  private func read(from descriptor: Int32) -> Request? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      bytes += buffer.prefix(count)
      let text = String(decoding: bytes, as: UTF8.self)
      // The beginning of a TLS handshake is a request that this server does not understand.
      if bytes.first != 0x16 {
        guard let end = text.range(of: "\r\n\r\n") else { continue }
        let partial = Request(text: text, number: 0)
        let length = partial.header("Content-Length").flatMap { Int($0) } ?? 0
        guard text[end.upperBound...].utf8.count >= length else { continue }
      }
      return received.withLock { requests in
        let request = Request(text: text, number: requests.count)
        requests.append(request)
        return request
      }
    }
  }
}

extension LoopbackServer {
  /// Stands before another server on this machine, and drops some answers after that server has acted.
  ///
  /// - Parameter drops: whether to drop the answer to the request with this number.
  static func dropping(answersOf port: Int, _ drops: @escaping @Sendable (Int) -> Bool) throws -> LoopbackServer {
    try LoopbackServer { request, connection in
      let reply = forward(request, to: port)
      if drops(request.number) { connection.reset() } else { connection.send(reply) }
    }
  }

  /// Sends a request to another server on this machine, and returns its answer; empty if there is none.
  static func forward(_ request: Request, to port: Int) -> [UInt8] {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    name.sin_port = UInt16(port).bigEndian
    let connected = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { return [] }
    let connection = Connection(descriptor)
    // So that the end of the answer is the end of the connection.
    let lines = request.text.components(separatedBy: "\r\n\r\n")
    let head = lines[0] + "\r\nConnection: close\r\n\r\n"
    guard connection.send(head + lines.dropFirst().joined(separator: "\r\n\r\n")) else { return [] }
    var reply: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 { reply += buffer.prefix(count) }
    return reply
  }
}
