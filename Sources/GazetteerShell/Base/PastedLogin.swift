import GazetteerIndex
import GazetteerServices
import GazetteerSession

/// A login that was pasted together with its password, as some notes of passwords have it:
///
///     login campus --user ada
///     the password
///     locations
///
/// What follows a login is no password if it begins with the name of a command or is a comment, so the commands that
/// somebody pastes are never sent to a service.
struct PastedLogin {
  /// The rows up to the login.
  let login: Untrusted
  let password: Secret
  /// The rows after the password.
  let rest: Untrusted

  /// Nil if no password follows a login in the text.
  init?(_ text: Untrusted) {
    let rows = text.lines
    for index in rows.indices {
      guard let next = rows[(index + 1)...].firstIndex(where: { !Untrusted(bytes: $0).trimmed.isEmpty }) else {
        return nil
      }
      let start = Untrusted(bytes: rows[...index].joined(separator: [0x0A]))
      guard Self.asks(rows[index], after: start), !Self.isCommand(rows[next]) else { continue }
      login = start
      password = Secret(rows[next])
      rest = Untrusted(bytes: rows[(next + 1)...].joined(separator: [0x0A]))
      return
    }
    return nil
  }

  /// Whether a row ends with a login that may ask for a password.
  private static func asks(_ row: ArraySlice<UInt8>, after start: Untrusted) -> Bool {
    guard row.firstRange(of: Array("login".utf8)) != nil,
      let words = try? Statement.statements(of: start).last?.words.map(\.text.text)
    else { return false }
    return words.first == "login" && !words.contains { ["--guest", "--token-stdin", "--help"].contains($0) }
  }

  private static func isCommand(_ row: ArraySlice<UInt8>) -> Bool {
    let words = Untrusted(bytes: row).trimmed.text.split { $0.isWhitespace || $0 == ";" }
    guard let first = words.first else { return true }
    return first.hasPrefix("#") || CommandTable.standard.names[String(first)] != nil
  }
}
