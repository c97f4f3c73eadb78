/// How the user wants the program to behave. Each `Setting` explains its value.
package struct Preferences: Equatable, Sendable {
  package enum Color: String, CaseIterable, Sendable {
    case auto, always, never
  }

  package enum ErrorPolicy: String, CaseIterable, Sendable {
    /// Scripts and `-c` stop, the prompt continues.
    case auto
    case stop, `continue`
  }

  package enum Keys: String, CaseIterable, Sendable {
    /// The keys of the user's .editrc; if it sets none, those of emacs.
    case auto
    case emacs, vi
  }

  package enum Layout: String, CaseIterable, Sendable {
    /// Landscape at the prompt of a window with at least 100 columns, else portrait.
    case auto
    /// A list or a map.
    case portrait
    /// A list and a map side by side.
    case landscape
  }

  package enum Graphics: String, CaseIterable, Sendable {
    /// Maps are dots.
    case off
    /// What the terminal says it can show.
    case auto
    case kitty, sixel
  }

  /// How many rows a list prints if the command does not say.
  package var limit = Limit.rows(20)
  /// How a reply is printed if the command does not say.
  package var format = Format.table
  package var color = Color.auto
  package var isASCII = false
  /// Whether lists show which places are favorites, and where places are.
  package var showsHearts = true
  package var showsCoordinates = true
  package var layout = Layout.auto
  package var graphics = Graphics.off
  package var pages = true
  package var keys = Keys.auto
  package var hints = true
  package var previews = true
  package var titles = true
  package var times = false
  package var onError = ErrorPolicy.auto
  package var isQuiet = false
  package var isVerbose = false
  /// Whether `post` adds to the user's own locations instead of overwriting one.
  package var hasMultipleLocations = false

  package init() {}
}
