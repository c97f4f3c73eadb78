import GazetteerIndex
import GazetteerServices

extension Interpreter {
  /// Runs what was typed at the prompt. If it has a login and its password, which was pasted, the password answers the
  /// question of the login and is never run as a command.
  func runTyped(_ text: Untrusted) -> Outcome {
    guard let pasted = PastedLogin(text) else { return run(text, from: .typed) }
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
