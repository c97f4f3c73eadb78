import GazetteerIndex

/// A setting describes itself: `set`, its help, completion, the flags and the settings file use this description.
package struct Setting: Sendable {
  /// The new value of a setting, as a word; nil: its default.
  package struct Change: Equatable, Sendable {
    package let name: String
    package let value: String?

    package init(_ name: String, to value: String?) {
      self.name = name
      self.value = value
    }
  }

  package let name: String
  /// How its values are written: `on|off`, `N|all`.
  package let pattern: String
  /// Every possible value except numbers.
  package let choices: [String]
  /// One sentence.
  package let help: String

  private let expected: Message
  private let word: @Sendable (Preferences) -> String
  private let put: @Sendable (Untrusted, inout Preferences) throws -> Void
  private let assign: @Sendable (Preferences, inout Preferences) -> Void

  /// Functions instead of a key path: the library makes key paths at run time, which would delay each start.
  init<Value: SettingValue>(
    _ name: String, _ get: @escaping @Sendable (Preferences) -> Value,
    _ set: @escaping @Sendable (inout Preferences, Value) -> Void, _ help: String
  ) {
    self.name = name
    self.help = help
    pattern = Value.pattern
    choices = Value.choices
    expected = Value.expected
    word = { get($0).word }
    put = { word, preferences in set(&preferences, try Value(word: word)) }
    assign = { other, preferences in set(&preferences, get(other)) }
  }

  /// The word for its current value.
  package func value(in preferences: Preferences) -> String { word(preferences) }

  package var defaultValue: String { word(Preferences()) }

  /// Sets it to the value of a word; `default` is the value in `Preferences()`.
  package func set(_ value: Untrusted, in preferences: inout Preferences) throws(Failure) {
    if value == Untrusted("default") { return assign(Preferences(), &preferences) }
    do {
      try put(value, &preferences)
    } catch {
      let nearest = Spelling.nearest(to: value.text, among: choices)
      throw Failure(
        "\(quoted: value) is not valid for \(own: name)", why: "expected \(expected)",
        try: nearest.first.map { "set \(own: name) \(own: $0)" }, code: .usage)
    }
  }

  /// Sets it to the value that it has in `other`.
  package func copy(from other: Preferences, to preferences: inout Preferences) { assign(other, &preferences) }
}

extension Setting {
  package static let limit = Setting(
    "limit", { $0.limit }, { $0.limit = $1 }, "How many rows a list prints by default.")
  package static let format = Setting(
    "format", { $0.format }, { $0.format = $1 }, "How results are printed by default.")
  package static let color = Setting(
    "color", { $0.color }, { $0.color = $1 }, "Colors; auto: if the terminal can show them.")
  package static let ascii = Setting(
    "ascii", { $0.isASCII }, { $0.isASCII = $1 }, "Draw with ASCII only; data is not changed.")
  package static let hearts = Setting(
    "hearts", { $0.showsHearts }, { $0.showsHearts = $1 }, "Show in lists which places are favorites.")
  package static let coordinates = Setting(
    "coordinates", { $0.showsCoordinates }, { $0.showsCoordinates = $1 }, "Show in lists where places are.")
  package static let layout = Setting(
    "layout", { $0.layout }, { $0.layout = $1 },
    "List and map side by side (landscape, from 60 columns on), or one of them (portrait); auto: landscape from 100 on."
  )
  package static let graphics = Setting(
    "graphics", { $0.graphics }, { $0.graphics = $1 },
    "At the prompt, draw maps as pictures of kitty or sixels; auto: if the terminal says that it shows them.")
  package static let pager = Setting(
    "pager", { $0.pages }, { $0.pages = $1 }, "At the prompt, show results taller than the screen in a pager.")
  package static let keys = Setting(
    "keys", { $0.keys }, { $0.keys = $1 },
    "The keys of the prompt; auto: those set in .editrc, otherwise those of emacs.")
  package static let hints = Setting(
    "hints", { $0.hints }, { $0.hints = $1 }, "Show in grey how the line may continue.")
  package static let preview = Setting(
    "preview", { $0.previews }, { $0.previews = $1 }, "While a line is typed, show below it what it will find.")
  package static let title = Setting(
    "title", { $0.titles }, { $0.titles = $1 }, "Show the datasets in use in the window's title.")
  package static let timer = Setting(
    "timer", { $0.times }, { $0.times = $1 }, "After each command, print how long each stage took.")
  package static let onError = Setting(
    "on-error", { $0.onError }, { $0.onError = $1 },
    "What happens after an error; auto: scripts and -c stop, the prompt continues.")
  package static let quiet = Setting("quiet", { $0.isQuiet }, { $0.isQuiet = $1 }, "Print no notices.")
  package static let verbose = Setting(
    "verbose", { $0.isVerbose }, { $0.isVerbose = $1 }, "Print more, such as which rows open left out.")
  /// The name of `multiple`, which a start compares without making the setting.
  package static let nameOfMultiple = "multiple"
  package static let multiple = Setting(
    nameOfMultiple, { $0.hasMultipleLocations }, { $0.hasMultipleLocations = $1 },
    "Whether post adds to your locations instead of overwriting one.")

  /// Every setting, in the order of the help.
  package static let all = [
    limit, format, color, ascii, hearts, coordinates, layout, graphics, pager, keys, hints, preview, title, timer,
    onError, quiet, verbose, multiple,
  ]

  /// What Tab suggests for the value of each setting.
  static let choicesByName = Dictionary(
    uniqueKeysWithValues: all.map { setting in
      (setting.name, (setting.choices + ["default"]).map { Completes.Choice($0) })
    })

  /// The setting with a name.
  package static func named(_ name: Untrusted) throws(Failure) -> Setting {
    guard let setting = all.first(where: { $0.name == name.text }) else {
      let nearest = Spelling.nearest(to: name.text, among: all.map(\.name))
      throw Failure(
        "\(quoted: name) is not a setting", why: .didYouMean(nearest), try: nearest.isEmpty ? "set" : nil, code: .usage)
    }
    return setting
  }
}

extension Preferences {
  /// Applies a change.
  package mutating func apply(_ change: Setting.Change) throws(Failure) {
    let setting = try Setting.named(Untrusted(change.name))
    try setting.set(Untrusted(change.value ?? "default"), in: &self)
  }
}
