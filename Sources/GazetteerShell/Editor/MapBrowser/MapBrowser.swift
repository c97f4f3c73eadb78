import GazetteerIndex
import GazetteerSession

/// A map that fills the screen. A plain value: keys change it (`press`), and the screen shows it (`scene`).
///
///     arrows, + -, f ─► viewport ─┐
///     / text ─► search ───────────┼─► Request ─► the session ─► MapSubject ─► scene
///     number ─► select ───────────┘
package struct MapBrowser: Sendable {
  /// What the session is asked for; it answers with what the map shows then.
  package enum Request: Equatable, Sendable {
    /// Another part of the earth; nil: all places.
    case look(Viewport?)
    /// The places that a search would find, while it is typed.
    case preview(String)
    /// The places of a search, which become the list.
    case search(String)
    /// One place of the list.
    case select(Int)
    /// What was shown before the search.
    case back
  }

  /// What is typed.
  package enum Typing: Equatable, Sendable {
    case nothing
    case search(String)
    case number(String)
  }

  package var subject: MapSubject
  package private(set) var typing = Typing.nothing
  /// What went wrong; neutralised.
  package var complaint = ""
  /// The size of the map in cells.
  package private(set) var size = (columns: 80, rows: 22)

  /// The longest text of a search, in bytes.
  private static let longest = 200

  /// Whether it is drawn with ASCII only, whatever the terminal can show.
  let isASCII: Bool

  package init(_ subject: MapSubject, isASCII: Bool = false) {
    self.subject = subject
    self.isASCII = isASCII
  }

  /// What is shown of the earth.
  package var viewport: Viewport { subject.viewport(columns: size.columns, rows: size.rows) }

  package mutating func fit(columns: Int, rows: Int) { size = (columns, max(1, rows - 2)) }

  /// How a key leaves the map, or what it asks for; nil if it does neither.
  package enum Answer: Equatable, Sendable {
    case leave
    case ask(Request)
  }

  package mutating func press(_ key: UInt32) -> Answer? {
    complaint = ""
    switch typing {
    case .search(let text): return press(key, searching: text)
    case .number(let digits): return press(key, choosing: digits)
    case .nothing: break
    }
    if let key = Key(rawValue: key) { return press(key) }
    guard let scalar = Unicode.Scalar(key) else { return nil }
    switch Character(scalar) {
    case "q", "Q", "\u{3}", "\u{4}", "\u{7}": return .leave
    case "+", "=": return zoom(by: 1)
    case "-", "_": return zoom(by: -1)
    case "f", "F": return .ask(.look(nil))
    case "h": return move(right: -1, up: 0)
    case "l": return move(right: 1, up: 0)
    case "k": return move(right: 0, up: 1)
    case "j": return move(right: 0, up: -1)
    case "/": typing = .search("")
    case let digit where digit.isASCII && digit.isNumber: typing = .number(String(digit))
    default: break
    }
    return nil
  }

  /// Adds to the text of a search.
  package mutating func paste(_ text: String) -> Answer? {
    guard case .search(let typed) = typing else { return nil }
    return type(typed + text.filter { !$0.isNewline && $0 != "\t" })
  }

  private mutating func press(_ key: Key) -> Answer? {
    switch key {
    case .escape: .leave
    case .up: move(right: 0, up: 1)
    case .down: move(right: 0, up: -1)
    case .right: move(right: 1, up: 0)
    case .left: move(right: -1, up: 0)
    case .pageUp: zoom(by: -1)
    case .pageDown: zoom(by: 1)
    case .home: .ask(.look(nil))
    default: nil
    }
  }

  private func zoom(by steps: Double) -> Answer {
    .ask(.look(subject.zoomed(to: viewport.zoomed(by: steps), columns: size.columns, rows: size.rows)))
  }

  /// A quarter of the map.
  private func move(right: Double, up: Double) -> Answer {
    .ask(.look(viewport.moved(right: right / 4, up: up / 4, columns: size.columns, rows: size.rows)))
  }

  private mutating func press(_ key: UInt32, searching text: String) -> Answer? {
    switch key {
    case Key.escape.rawValue, Control.c, Control.g:
      typing = .nothing
      return .ask(.back)
    case Control.enter, Control.newline:
      typing = .nothing
      return text.allSatisfy(\.isWhitespace) ? .ask(.back) : .ask(.search(text))
    case Control.h, Control.delete: return text.isEmpty ? nil : type(String(text.dropLast()))
    case Control.u, Control.w: return type("")
    default:
      guard Key(rawValue: key) == nil, key >= Control.space, let scalar = Unicode.Scalar(key) else { return nil }
      return type(text + String(scalar))
    }
  }

  private mutating func type(_ text: String) -> Answer? {
    guard text.utf8.count <= Self.longest else { return nil }
    typing = .search(text)
    return text.allSatisfy(\.isWhitespace) ? .ask(.back) : .ask(.preview(text))
  }

  /// A number is complete with Enter.
  private mutating func press(_ key: UInt32, choosing digits: String) -> Answer? {
    typing = .nothing
    switch key {
    case Control.enter, Control.newline: return Int(digits).map { .ask(.select($0)) }
    case Control.h, Control.delete:
      if digits.count > 1 { typing = .number(String(digits.dropLast())) }
    default:
      if let scalar = Unicode.Scalar(key), (0x30...0x39).contains(key), digits.count < 9 {
        typing = .number(digits + String(scalar))
      }
    }
    return nil
  }
}
