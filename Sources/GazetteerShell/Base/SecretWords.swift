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
    let login = rows.firstIndex { row in
      row.split(separator: ";").contains { command in
        command.split(whereSeparator: \.isWhitespace).first.map { names.contains($0.lowercased()) } ?? false
      }
    }
    guard let login else { return text }
    return rows[...login].joined(separator: "\n")
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
