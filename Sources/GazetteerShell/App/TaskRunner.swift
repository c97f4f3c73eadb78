import GazetteerIndex
import GazetteerSession
import Glibc

/// The tasks of the command line, one after the other.
struct TaskRunner {
  private let interpreter: Interpreter
  private let output: DescriptorWriter

  init(_ interpreter: Interpreter, output: DescriptorWriter) {
    self.interpreter = interpreter
    self.output = output
  }

  /// Runs the tasks up to the first error, or all of them where errors do not stop.
  func run(_ tasks: [Settings.Task]) -> Outcome {
    var outcome = Outcome()
    for task in tasks {
      outcome.add(run(task))
      if interpreter.ends(outcome, .commandLine) || output.failure != 0 { break }
    }
    return outcome
  }

  /// A command may be several lines.
  private func run(_ lines: Untrusted) -> Outcome {
    var outcome = Outcome()
    for line in lines.bytes.split(separator: 0x0A) {
      outcome.add(interpreter.run(Untrusted(bytes: line), from: .commandLine))
      if interpreter.ends(outcome, .commandLine) { break }
    }
    return outcome
  }

  private func run(_ task: Settings.Task) -> Outcome {
    switch task {
    case .command(let lines):
      return run(lines)
    case .open(let path):
      let words = [Word(Untrusted("open")), Word(path, isQuoted: true)]
      return interpreter.run(Statement(words: words), from: .commandLine)
    case .script(let path) where path == Untrusted("-"):
      interpreter.readsStandardInput = true
      defer { interpreter.readsStandardInput = false }
      let lines = LineSource(descriptor: STDIN_FILENO, waiting: interpreter.waiting.isReadable)
      return interpreter.run(lines, named: Untrusted("stdin"))
    case .script(let path):
      let outcome = interpreter.source(path, from: .commandLine)
      return outcome.code == .failed ? Outcome(code: .scriptStopped, quits: outcome.quits) : outcome
    }
  }
}
