import GazetteerIndex
import GazetteerServices

extension Interpreter {
  /// Fewer bytes may be a word that somebody searches for.
  private static let shortestPassword = 8

  /// Whether a line is a password of this session, typed where none was asked for. Says that it was not run.
  func refusesPassword(_ line: Untrusted) -> Bool {
    let words = line.trimmed.bytes
    guard words.count >= Self.shortestPassword, desk.passwords.contains(Secret(words)) else { return false }
    tell("the line was not run, because you have used it as a password")
    return true
  }

  /// Runs what was typed at the prompt. If it has a login and its password, which was pasted, the password answers the
  /// question of the login and is never run as a command. If the login asks for no password, for example because it has
  /// a mistake, nobody knows which of the rows after it may be one, so none of them is run.
  ///
  /// Some terminals do not say what is pasted. There, the rows come as what is typed ahead, which is dropped if the login
  /// is none, or fails without a question. After one that needs none, they may well be commands.
  func runTyped(_ text: Untrusted) -> Outcome {
    guard let pasted = PastedLogin(text) else {
      let asked = desk.secretsAsked
      let outcome = run(text, from: .typed)
      // A login that asks for the password drops what was typed before, and so does Ctrl-C.
      let hasFailed = ![nil, .success, .interrupted].contains(outcome.code)
      let isMistaken = hasFailed || !SecretWords.logsIn(text.text)
      if isMistaken, SecretWords.mayFollow(text.text), desk.secretsAsked == asked, desk.dropTypedAhead() {
        tell("what was typed after login was dropped, because it may be a password, and none was asked for")
      }
      return outcome
    }
    desk.pastedSecrets = pasted.passwords
    var outcome = run(pasted.login, from: .typed)
    let isUnused = desk.pastedSecrets.count == pasted.passwords.count
    desk.pastedSecrets = []
    if isUnused {
      tell("what follows login was not run, because it may be a password, and none was asked for")
    } else if !outcome.quits, !pasted.rest.trimmed.isEmpty {
      outcome.add(runTyped(pasted.rest))
    }
    return outcome
  }
}
