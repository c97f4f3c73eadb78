import CEditline
import GazetteerServices
import Glibc

/// Reads a password from the terminal. Nothing of it is shown, and what was typed before is no part of it.
///
/// The terminal is read key by key and its own keys do nothing, so that it is left as it was found after every end,
/// also by a signal.
package struct SecretInput {
  package enum Result: Equatable, Sendable {
    case secret(Secret)
    /// More than `longest` bytes.
    case tooLong
    /// Ctrl-C, or a signal.
    case interrupted
    case endOfFile
  }

  let path: String
  /// In bytes. The rest of a longer one is not kept, so that a paste without end needs no memory.
  package static let longest = 4096

  package init(path: String) { self.path = path }

  /// Asks for a password; nil if there is no terminal.
  package func read(after prompt: String) -> Result? {
    let terminal = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    var found = termios()
    guard tcgetattr(terminal, &found) == 0 else { return nil }

    // A signal must not end the program before the terminal shows keys again. It stays pending until then.
    var ending = sigset_t()
    sigemptyset(&ending)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&ending, signal) }
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, &ending, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    let signals = signalfd(-1, &ending, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    defer { if signals >= 0 { close(signals) } }

    var modes = Self.silent(found)
    while tcsetattr(terminal, TCSAFLUSH, &modes) != 0, errno == EINTR {}
    defer { while tcsetattr(terminal, TCSADRAIN, &found) != 0, errno == EINTR {} }
    TypeAhead.drop(from: terminal)
    DescriptorWriter(terminal).write(prompt)
    defer { DescriptorWriter(terminal).write("\r\n") }
    return keys(from: terminal, until: signals)
  }

  private static func silent(_ found: termios) -> termios {
    var modes = found
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | ISIG | IEXTEN)
    modes.c_iflag &= ~tcflag_t(IXON | INLCR | IGNCR | ISTRIP)
    withUnsafeMutableBytes(of: &modes.c_cc) { keys in
      keys[Int(VMIN)] = 1
      keys[Int(VTIME)] = 0
    }
    return modes
  }

  private func keys(from terminal: Int32, until signals: Int32) -> Result {
    var secret: [UInt8] = []
    secret.reserveCapacity(Self.longest + 1)
    while true {
      let ready = Readiness.wait(terminal, signals)
      guard !ready[1] else { return .interrupted }
      var key: UInt8 = 0
      let count = Glibc.read(terminal, &key, 1)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count == 1 else { return .endOfFile }
      switch key {
      case 0x0A, 0x0D: return secret.count > Self.longest ? .tooLong : .secret(Secret(secret))
      case 0x03: return .interrupted
      case 0x04 where secret.isEmpty: return .endOfFile
      case 0x08, 0x7F: Self.removeLastCharacter(&secret)
      case 0x15: secret = []
      case ..<0x20: break
      default: if secret.count <= Self.longest { secret.append(key) }
      }
    }
  }

  /// Removes the last character, which may have several bytes of UTF-8.
  private static func removeLastCharacter(_ secret: inout [UInt8]) {
    while let last = secret.popLast(), last & 0xC0 == 0x80 {}
  }
}
