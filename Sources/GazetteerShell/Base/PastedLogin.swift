import GazetteerIndex
import GazetteerServices
import GazetteerSession

/// A login that was pasted together with its password, as some notes of passwords have it:
///
///     login campus --user ada
///     the password
///     locations
///
/// The first row after a login is the password, also if it could be a command: nobody can tell a password by its words.
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
      guard Self.asks(rows[index], after: start) else { continue }
      login = start
      password = Secret(rows[next])
      rest = Untrusted(bytes: rows[(next + 1)...].joined(separator: [0x0A]))
      return
    }
    return nil
  }

  /// Whether a row has a login that may ask for a password.
  private static func asks(_ row: ArraySlice<UInt8>, after start: Untrusted) -> Bool {
    guard row.firstRange(of: Array("login".utf8)) != nil, let statements = try? Statement.statements(of: start)
    else { return false }
    return statements.contains { statement in
      let words = statement.words.map(\.text.text)
      return words.first == "login" && !words.contains { ["--guest", "--token-stdin", "--help"].contains($0) }
    }
  }
}
