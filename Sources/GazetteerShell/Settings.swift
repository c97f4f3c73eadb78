import GazetteerIndex
import GazetteerSession

/// How the program is to behave: what the flags say.
package struct Settings: Equatable, Sendable {
  /// One thing to do, in the order of the command line.
  package enum Task: Equatable, Sendable {
    /// `-c`
    case command(Untrusted)
    /// `-f`; `-` is the standard input.
    case script(Untrusted)
    /// A file to open.
    case open(Untrusted)
  }

  package enum Color: String, CaseIterable, Sendable {
    case auto, always, never
  }

  package enum ErrorPolicy: String, CaseIterable, Sendable {
    case stop, `continue`
  }

  package var tasks: [Task] = []
  /// Whether the prompt follows the tasks.
  package var isInteractive = false
  package var format = Format.table
  /// The file that gets the results; nil: the standard output.
  package var outputPath: Untrusted?
  package var isQuiet = false
  package var isVerbose = false
  package var color = Color.auto
  /// Whether tall results are printed like others.
  package var hasNoPager = false
  /// Whether nothing is ever asked for.
  package var takesNoInput = false
  package var isASCII = false
  /// What follows an error; nil: scripts and `-c` stop, the prompt goes on.
  package var onError: ErrorPolicy?
  package var echoes = false
  package var times = false
  package var isDryRun = false
  /// What scripts may do beyond reading.
  package var allowed: Set<Power> = []
  /// Whether a list without rows makes the program end as a failure.
  package var failsWhenEmpty = false

  package init() {}
}
