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
  static func mayFollow(_ line: String) -> Bool {
    logins(in: line[...]).contains { words in
      !words.contains { ["--guest", "--token-stdin", "--help"].contains($0) }
    }
  }

  /// The words of the commands of a line that log in, or are meant to.
  private static func logins(in line: Substring) -> [[Substring]] {
    line.split(whereSeparator: { $0 == ";" || $0 == "\n" }).map { $0.split(whereSeparator: \.isWhitespace) }
      .filter { words in words.first.map { names.contains($0.lowercased()) } ?? false }
  }

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
    guard let first = words.first, names.contains(first.lowercased()) else { return false }
    var bare = 0
    var option: Substring = ""
    for word in words.dropFirst() {
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
