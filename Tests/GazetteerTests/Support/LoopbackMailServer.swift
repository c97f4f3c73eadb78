import Foundation
import Synchronization

/// A mail server on this machine, on a free port, that remembers every line it gets, and fails as a test says.
final class LoopbackMailServer: Sendable {
  /// When it ends the connection, or says no.
  enum Fault: Sendable, Equatable {
    case none
    /// It accepts the connection and never says anything.
    case silent
    /// It ends the connection when it gets a line that begins so.
    case hangUp(at: String)
    /// It answers a line that begins so with this; "." is the end of a mail.
    case answer(String, to: String)
    /// It refuses every login, and repeats it, also decoded.
    case repeatLogin
    /// It never answers a line that begins so.
    case mute(at: String)
    /// It reads the first line of a mail, and the rest only after `read()`.
    case slow
  }

  let port: Int
  private let listener: Int32
  private let fault: Fault
  private let received = Mutex<[[UInt8]]>([])
  private let mayRead = DispatchSemaphore(value: 0)
  private let ended = Mutex(0)

  /// How many connections have ended.
  var connectionsEnded: Int { ended.withLock { $0 } }

  /// Lets a slow server read on.
  func read() { mayRead.signal() }

  /// All lines so far, without their ends.
  var lines: [String] { received.withLock { $0.map { String(decoding: $0, as: UTF8.self) } } }
  /// Those outside of mails.
  var commands: [String] {
    var isMail = false
    return lines.filter { line in
      defer { if line == "DATA" { isMail = true } else if line == "." { isMail = false } }
      return !isMail && line != "."
    }
  }
  /// The lines of the mails that were sent to their ends.
  var mails: [[String]] {
    var mails: [[String]] = []
    var mail: [String]?
    for line in lines {
      if line == "DATA" {
        mail = []
      } else if line == ".", let lines = mail {
        mails.append(lines)
        mail = nil
      } else {
        mail?.append(line)
      }
    }
    return mails
  }

  init(_ fault: Fault = .none) throws {
    self.fault = fault
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    self.listener = listener
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        bind(listener, name, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, name, &size) == 0
      }
    }
    guard bound else { throw POSIXError(.EADDRINUSE) }
    port = Int(UInt16(bigEndian: name.sin_port))
    let talk: @Sendable (Int32) -> Void = { [weak self] in self?.talk($0) }
    Thread.detachNewThread {
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else {
          _ = close(listener)
          return
        }
        Thread.detachNewThread {
          talk(descriptor)
          close(descriptor)
        }
      }
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  private func talk(_ descriptor: Int32) {
    defer { ended.withLock { $0 += 1 } }
    var rest: [UInt8] = []
    func send(_ text: String) {
      let bytes = Array((text + "\r\n").utf8)
      _ = bytes.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
    /// Waits until the client is gone.
    func drain() {
      var byte: UInt8 = 0
      while recv(descriptor, &byte, 1, 0) > 0 {}
    }
    if fault == .silent { return drain() }
    send("220 loopback")
    var isMail = false
    var hasPaused = false
    var expectsLogin = false
    while true {
      guard let line = line(from: descriptor, &rest) else { return }
      received.withLock { $0.append(line) }
      let text = String(decoding: line, as: UTF8.self)
      if isMail, text != "." {
        if fault == .slow, !hasPaused {
          hasPaused = true
          mayRead.wait()
        }
        continue
      }
      if expectsLogin {
        expectsLogin = false
        send(fault == .repeatLogin ? Self.repeated(text) : "235 welcome")
        continue
      }
      switch fault {
      case .hangUp(let start) where text.hasPrefix(start): return
      case .mute(let start) where text.hasPrefix(start): return drain()
      case .answer(let answer, let start) where text.hasPrefix(start):
        send(answer)
        isMail = false
        continue
      default: break
      }
      switch text.prefix(4).uppercased() {
      case "EHLO": ["250-loopback", "250-8BITMIME", "250 AUTH PLAIN"].forEach(send)
      case "AUTH":
        expectsLogin = text.split(separator: " ").count == 2
        send(expectsLogin ? "334 " : fault == .repeatLogin ? Self.repeated(text) : "235 welcome")
      case "DATA":
        send("354 go on")
        isMail = true
      case "QUIT":
        send("221 bye")
        return
      default:
        send("250 ok")
        if isMail { isMail = false }
      }
    }
  }

  private static func repeated(_ login: String) -> String {
    let decoded = Data(base64Encoded: login.split(separator: " ").last.map(String.init) ?? "") ?? Data()
    return "535 bad \(login) \(String(decoding: decoded, as: UTF8.self).replacing("\0", with: "?"))"
  }

  /// The next line, without its end; nil if the client is gone. Lines end with LF, so that a bare one is found.
  private func line(from descriptor: Int32, _ rest: inout [UInt8]) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        var line = Array(rest[..<end])
        rest.removeSubrange(...end)
        if line.last == 0x0D { line.removeLast() }
        return line
      }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      rest += buffer.prefix(count)
    }
  }
}
