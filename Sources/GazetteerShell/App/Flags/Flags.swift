import GazetteerIndex
import GazetteerSession

/// What the flags of the command line say: the tasks, and how the program behaves.
package struct Flags: Equatable, Sendable {
  /// One thing to do, in the order of the command line.
  package enum Task: Equatable, Sendable {
    /// `-c`
    case command(Untrusted)
    /// `-f`; `-` is the standard input.
    case script(Untrusted)
    /// A file to open, and the options of `open` that say how it is read.
    case open(Untrusted, options: [Untrusted] = [])
    /// One command as words, which are not parsed again. Without the name of a command, they are searched.
    case words([Untrusted])
  }

  package var tasks: [Task] = []
  /// Whether the prompt follows the tasks.
  package var isInteractive = false
  /// What the session starts with.
  package var preferences = Preferences()
  /// The settings given by flags, which override all others in this run.
  private var given: Set<String> = []
  /// The file that gets the results; nil: the standard output.
  package var outputPath: Untrusted?
  /// Whether the user is never asked.
  package var takesNoInput = false
  package var echoes = false
  package var isDryRun = false
  /// What scripts may do beyond reading.
  package var allowed: Set<Power> = []
  /// Whether the network is never used.
  package var isOffline = false
  /// Whether no copies of opened files are used or made.
  package var isUncached = false
  /// Whether a list without rows makes the program fail.
  package var failsWhenEmpty = false
  /// Whether the settings file and the startup script are ignored.
  package var startsPlain = false
  /// Whether the session of the previous prompt is ignored.
  package var startsFresh = false
  /// The folder of the favorites; nil: the user's own.
  package var dataFolder: Untrusted?
  /// The startup script; nil: the user's own.
  package var startupScript: Untrusted?

  package init() {}

  /// Records that a flag gave this setting the value that it has.
  package mutating func give(_ setting: Setting) { given.insert(setting.name) }

  /// Starts with the settings saved by earlier runs, unless flags say otherwise.
  package mutating func start(with saved: [Setting.Change]) {
    var preferences = Preferences()
    // The file's changes were checked when it was read.
    for change in saved { try? preferences.apply(change) }
    self.preferences = withFlags(preferences)
  }

  /// The preferences, overridden by the flags.
  package func withFlags(_ preferences: Preferences) -> Preferences {
    // Making the table of settings would delay the start.
    guard !given.isEmpty else { return preferences }
    var preferences = preferences
    for setting in Setting.all where given.contains(setting.name) {
      setting.copy(from: self.preferences, to: &preferences)
    }
    return preferences
  }
}
