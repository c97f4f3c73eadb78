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

  package var tasks: [Task] = []
  /// Whether the prompt follows the tasks.
  package var isInteractive = false
  /// What the session starts with.
  package var preferences = Preferences()
  /// The settings that flags gave: for this run they override all else.
  private var given: Set<String> = []
  /// The file that gets the results; nil: the standard output.
  package var outputPath: Untrusted?
  /// Whether nothing is ever asked for.
  package var takesNoInput = false
  package var echoes = false
  package var isDryRun = false
  /// What scripts may do beyond reading.
  package var allowed: Set<Power> = []
  /// Whether a list without rows makes the program end as a failure.
  package var failsWhenEmpty = false
  /// Whether neither the file of settings nor the startup script count.
  package var startsPlain = false
  /// Whether nothing comes back of what the prompt before left.
  package var startsFresh = false
  /// The folder of what the user keeps, if another than the user's own.
  package var dataFolder: Untrusted?
  /// The startup script, if another than the user's own.
  package var startupScript: Untrusted?

  package init() {}

  /// Notes that a flag gave this setting the value that it has.
  package mutating func give(_ setting: Setting) { given.insert(setting.name) }

  /// What was kept of earlier runs counts where no flag says otherwise.
  package mutating func start(with kept: [Setting.Change]) {
    var preferences = Preferences()
    // What the file holds was checked when it was read.
    for change in kept { try? preferences.apply(change) }
    self.preferences = withFlags(preferences)
  }

  /// The preferences, overridden by the flags.
  package func withFlags(_ preferences: Preferences) -> Preferences {
    var preferences = preferences
    for setting in Setting.all where given.contains(setting.name) {
      setting.copy(from: self.preferences, to: &preferences)
    }
    return preferences
  }
}
