import GazetteerIndex
import GazetteerSession
import Glibc

extension Interpreter {
  /// Runs the user's own commands, at the start of a prompt. Their errors are told and forgotten; what flags say of
  /// settings stands.
  func runStartupScript() -> Outcome {
    let usual = settings.startsPlain ? nil : UserFiles(in: environment).startupScript.map { Untrusted($0) }
    guard let path = settings.startupScript ?? usual else { return Outcome() }
    do throws(LineSource.Failure) {
      let outcome = run(try LineSource(path: path.text), named: path, as: Origin.startup)
      _ = receive([.preferencesGiven(settings.withFlags(preferences))], from: .commandLine)
      return Outcome(quits: outcome.quits)
    } catch {
      // Most people have none.
      if error != .cannotOpen(ENOENT) { tell("\(quoted: path) \(error.reason)") }
      return Outcome()
    }
  }
}
