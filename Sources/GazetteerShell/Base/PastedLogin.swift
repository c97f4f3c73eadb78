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
/// So is the next one if it is the same, because `login --new` asks twice.
struct PastedLogin {
  /// The rows up to the login.
  let login: Untrusted
  /// The password, for each time that it was pasted.
  let passwords: [Secret]
  /// The rows after them.
  let rest: Untrusted

  /// Nil if no password follows a login in the text.
  init?(_ text: Untrusted) {
    let rows = text.lines
    for index in rows.indices {
      guard let next = Self.firstText(of: rows, from: index + 1) else { return nil }
      let start = Untrusted(bytes: rows[...index].joined(separator: [0x0A]))
      guard Self.asks(rows[index], after: start) else { continue }
      login = start
      let again = Self.firstText(of: rows, from: next + 1).flatMap { rows[$0] == rows[next] ? $0 : nil }
      passwords = [next, again].compactMap { $0 }.map { Secret(rows[$0]) }
      rest = Untrusted(bytes: rows[((again ?? next) + 1)...].joined(separator: [0x0A]))
      return
    }
    return nil
  }

  /// The first row that is not blank.
  private static func firstText(of rows: [ArraySlice<UInt8>], from start: Int) -> Int? {
    rows[start...].firstIndex { !Untrusted(bytes: $0).trimmed.isEmpty }
  }

  /// Whether a row has a login that may ask for a password, or is meant to be one.
  private static func asks(_ row: ArraySlice<UInt8>, after start: Untrusted) -> Bool {
    guard SecretWords.mayFollow(Untrusted(bytes: row).text), let statements = try? Statement.statements(of: start)
    else { return false }
    return statements.contains { SecretWords.asks($0.words.map(\.text.text)) }
  }
}
