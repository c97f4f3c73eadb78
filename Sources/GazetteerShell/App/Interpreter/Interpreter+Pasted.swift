import GazetteerIndex
import GazetteerServices

extension Interpreter {
  /// Runs what was typed at the prompt. If it has a login and its password, which was pasted, the password answers the
  /// question of the login and is never run as a command.
  func runTyped(_ text: Untrusted) -> Outcome {
    guard let pasted = PastedLogin(text) else {
      let asked = desk.secretsAsked
      let outcome = run(text, from: .typed)
      // A login that asks for the password drops what was typed before, and so does Ctrl-C.
      let hasFailed = ![nil, .success, .interrupted].contains(outcome.code)
      if hasFailed, desk.secretsAsked == asked, SecretWords.mayFollow(text.text), desk.dropTypedAhead() {
        tell("what was typed after login was dropped, because it may be a password, and none was asked for")
      }
      return outcome
    }
    desk.pastedSecret = pasted.password
    var outcome = run(pasted.login, from: .typed)
    if desk.pastedSecret != nil {
      desk.pastedSecret = nil
      tell("the line after login was not run, because it may be a password, and none was asked for")
    }
    if !outcome.quits, !pasted.rest.trimmed.isEmpty { outcome.add(runTyped(pasted.rest)) }
    return outcome
  }
}
