import GazetteerIndex
import GazetteerServices
import GazetteerSession

/// What a shell completes in place of a value. It knows neither the session nor its data, so a name of a place, a number
/// of a list or a category completes to nothing.
enum CompletedValue: Equatable {
  typealias Choice = Completes.Choice

  case nothing
  case words([Choice])
  /// Words with commas between them.
  case list([Choice])
  /// Words that depend on the word before, in the order of those.
  case wordsAfter([(word: String, choices: [Choice])])
  /// Files, or one of a few words.
  case files(besides: [Choice])
  case folders
  case countries
  /// Commands, or other words that `help` knows.
  case commands(besides: [Choice])

  init(_ completes: Completes?) {
    switch completes {
    case .choices(let choices): self = .words(choices)
    case .choicesAfter(let choices):
      self = .wordsAfter(choices.sorted { $0.key < $1.key }.map { (word: $0.key, choices: $0.value) })
    case .fields: self = .list(JSONShape.names.sorted().map { Choice($0) })
    case .country: self = .countries
    case .dataset(_, let others): self = .words([Choice(Self.world.word, Self.world.meaning)] + others)
    case .file(let others): self = .files(besides: others)
    case .fileFormat: self = .words(ImportFormat.allCases.map { Choice($0.rawValue) })
    case .place(_, _, let words) where !words.isEmpty: self = .words(words)
    case .command(let others): self = .commands(besides: others)
    case .service: self = .words([Choice("local", "inside gaz")])
    case .distance: self = .words(["500m", "1km", "5km", "20km", "100km", "5mi"])
    case .sorting(let orders): self = .words(orders)
    case .nothing, .category, .column, .columns, .condition, .place, .placeName, .label, nil: self = .nothing
    }
  }

  private static let world = Choice("world", "the built-in dataset")

  static func == (left: CompletedValue, right: CompletedValue) -> Bool {
    switch (left, right) {
    case (.nothing, .nothing), (.folders, .folders), (.countries, .countries): true
    case (.words(let left), .words(let right)), (.list(let left), .list(let right)),
      (.files(let left), .files(let right)), (.commands(let left), .commands(let right)):
      left == right
    case (.wordsAfter(let left), .wordsAfter(let right)):
      left.map(\.word) == right.map(\.word) && left.map(\.choices) == right.map(\.choices)
    default: false
    }
  }
}
