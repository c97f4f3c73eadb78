import GazetteerSession

/// Secrets that a user types where none is expected, such as a password after `login`. The command is refused, but the
/// line must not reach the history file.
enum SecretWords {
  /// Whether a line looks as if it held a secret. It may also be true for a line that holds none.
  static func mayBe(in line: String) -> Bool {
    line.split(whereSeparator: { $0 == ";" || $0 == "\n" }).contains { command in
      let words = command.split(whereSeparator: \.isWhitespace)
      return words.contains(where: isSecret) || isLogin(words)
    }
  }

  /// The rows of a text up to the first one that logs in: the next one may be the password.
  static func withoutRowsAfterLogin(_ text: String) -> String {
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let login = rows.firstIndex(where: { !logins(in: $0).isEmpty }) else { return text }
    return rows[...login].joined(separator: "\n")
  }

  /// Whether a password may be typed after a line, because it logs in, or is meant to.
  static func mayFollow(_ line: String) -> Bool { logins(in: line[...]).contains(where: asks) }

  /// Whether a line has a command that logs in, without a mistake in its name.
  static func logsIn(_ line: String) -> Bool {
    logins(in: line[...]).contains { words in words.startIndex == 0 && words.first.map(isName) ?? false }
  }

  private static func isName(_ word: Substring) -> Bool { names.contains(word.lowercased()) }

  /// Whether the words of a command log in, or are meant to, in a way that may ask for a password.
  static func asks(_ words: [String]) -> Bool { login(words.map { $0[...] }).map(asks) ?? false }

  private static func asks(_ login: ArraySlice<Substring>) -> Bool {
    !login.contains { ["--guest", "--help"].contains($0) }
  }

  /// The words of the commands of a line that log in, or are meant to.
  private static func logins(in line: Substring) -> [ArraySlice<Substring>] {
    line.split(whereSeparator: { $0 == ";" || $0 == "\n" }).compactMap {
      login($0.split(whereSeparator: \.isWhitespace))
    }
  }

  /// The words of a command from the one that logs in, or is meant to: it may be misspelt if an option follows, and what
  /// was copied from a page or a terminal may begin with a prompt, or with the name of this program. Nil if there is none.
  private static func login(_ words: [Substring]) -> ArraySlice<Substring>? {
    if let login = login(words[...]) { return login }
    let prompt = words.prefix(longestPrompt).firstIndex { $0.last.map(promptEnds.contains) ?? false }
    return prompt.flatMap { login(words[($0 + 1)...]) }
  }

  private static func login(_ words: ArraySlice<Substring>) -> ArraySlice<Substring>? {
    let rest = words.drop { ["gaz", "sudo"].contains($0.lowercased()) }
    guard let first = rest.first?.drop(while: promptEnds.contains).lowercased() else { return nil }
    if isName(first[...]) { return rest }
    let isInTwoWords = first == "log" && ["in", "on"].contains(rest.dropFirst().first?.lowercased())
    let isMisspelt = { !Spelling.nearest(to: first, among: names).isEmpty }
    guard rest.contains(where: { $0.hasPrefix("--") }), isInTwoWords || isMisspelt() else { return nil }
    return isInTwoWords ? rest.dropFirst() : rest
  }

  /// How a prompt ends, and the most words of it.
  private static let promptEnds: Set<Character> = [">", "$", "%", "#"]
  private static let longestPrompt = 4

  /// `login`, and other words for it.
  private static let names = ["login", "signin", "sign-in", "logon", "signup", "sign-up", "register"]

  /// A password in an address, the value of an option for a secret, or the address of a webhook.
  private static func isSecret(_ word: Substring) -> Bool {
    let word = word.lowercased()
    if ["--pass", "--token", "--secret", "--key", "--auth"].contains(where: word.hasPrefix) {
      return word != "--token-stdin"
    }
    if word.contains("webhook:"), word.contains("/") { return true }
    guard let start = word.firstRange(of: "://")?.upperBound else { return false }
    return word[start...].prefix { $0 != "/" }.contains("@")
  }

  /// Whether `login`, or another word for it, is followed by more than the name of a service, such as a password.
  private static func isLogin(_ words: [Substring]) -> Bool {
    guard let login = login(words) else { return false }
    var bare = 0
    var option: Substring = ""
    for word in login.dropFirst() {
      if word.hasPrefix("--") {
        option = word
      } else if option == "--user" {
        option = ""
      } else if option != "--name" {
        bare += 1
      }
    }
    return bare > 1
  }
}
