/// The parts of a link, read without strictness: a link that a browser opens has the same parts here.
struct LinkParts {
  /// In lower case.
  let scheme: String
  /// As written, because some schemes put a code there; without the user and the port.
  let host: String
  /// Decoded.
  let path: [String]
  /// Decoded.
  let query: [(name: String, value: String)]
  /// Decoded.
  let fragment: String

  /// nil if the text does not begin with a scheme and `://`.
  init?(_ text: String) {
    guard let mark = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<mark.lowerBound]
    guard scheme.first?.isLetter == true,
      scheme.utf8.allSatisfy({ byte in "+-.".utf8.contains(byte) || Character(UnicodeScalar(byte)).isWordOfASCII })
    else { return nil }
    self.scheme = scheme.lowercased()
    let afterScheme = text[mark.upperBound...]
    let (rest, fragment) = afterScheme.divided(at: "#")
    let (location, query) = rest.divided(at: "?")
    let (authority, path) = location.divided(at: "/")
    host = String(authority.split(separator: "@").last?.split(separator: ":").first ?? "")
    self.path = path.split(separator: "/").map { PercentEncoding.decode($0, plusIsBlank: true) }
    self.query = Self.pairs(query)
    self.fragment = PercentEncoding.decode(fragment)
  }

  /// `a=1&b=2`, decoded.
  static func pairs(_ text: Substring) -> [(name: String, value: String)] {
    text.split(separator: "&").map { pair in
      let (name, value) = pair.divided(at: "=")
      return (PercentEncoding.decode(name), PercentEncoding.decode(value, plusIsBlank: true))
    }
  }

  /// The values that the query has under these names, in the order of the names.
  func value(_ names: String...) -> [String] {
    names.flatMap { name in query.filter { $0.name == name }.map(\.value) }
  }
}

extension Substring {
  /// The parts before and after the first `mark`; the second is empty without it.
  fileprivate func divided(at mark: Character) -> (Substring, Substring) {
    guard let index = firstIndex(of: mark) else { return (self, "") }
    return (self[..<index], self[self.index(after: index)...])
  }
}

extension Character {
  fileprivate var isWordOfASCII: Bool { isASCII && (isLetter || isNumber) }
}
