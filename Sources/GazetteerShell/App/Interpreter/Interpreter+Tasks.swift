import GazetteerIndex
import GazetteerSession
import Glibc

extension Interpreter {
  /// Runs the tasks of the command line up to the first error, or all of them if errors do not stop.
  ///
  /// - Parameter canPrint: whether anybody still reads the results.
  func run(_ tasks: [Flags.Task], while canPrint: () -> Bool) -> Outcome {
    var outcome = Outcome()
    for task in tasks {
      outcome.add(run(task))
      if ends(outcome, .commandLine) || !canPrint() { break }
    }
    return outcome
  }

  private func run(_ task: Flags.Task) -> Outcome {
    switch task {
    case .command(let lines):
      return run(lines: lines)
    case .open(let path):
      let words = [Word(Untrusted("open")), Word(path, isQuoted: true)]
      return run(Statement(words: words), from: .commandLine)
    case .script(let path) where path == Untrusted("-"):
      readsStandardInput = true
      defer { readsStandardInput = false }
      return run(LineSource(descriptor: STDIN_FILENO), named: Untrusted("stdin"))
    case .script(let path):
      let outcome = say(source(path, for: .commandLine))
      return outcome.code == .failed ? Outcome(code: .scriptStopped, quits: outcome.quits) : outcome
    }
  }

  /// Runs a command of the command line, which may have several lines.
  private func run(lines: Untrusted) -> Outcome {
    var outcome = Outcome()
    for line in lines.bytes.split(separator: 0x0A) {
      outcome.add(run(Untrusted(bytes: line), from: .commandLine))
      if ends(outcome, .commandLine) { break }
    }
    return outcome
  }
}
