import GazetteerIndex

/// What an input's value can be chosen from while it is typed.
package enum Completes: Equatable, Sendable {
  /// Only who types knows.
  case nothing
  case choices([Choice])
  /// Choices that depend on the word before.
  case choicesAfter([String: [Choice]])
  /// Fields of a row, with commas between them.
  case fields
  /// A length: a number and its unit.
  case distance
  case category(CategoryState = .any)
  case country
  /// An open dataset; `opening`: also one on its way.
  case dataset(opening: Bool = false, besides: [Choice] = [])
  case file(besides: [Choice] = [])
  /// A format that files are read in.
  case fileFormat
  /// A number of the last list, `.`, `DATASET:ID`; `isPoint`: a place stands for where it lies;
  /// `amongFavorites`: it is a favorite rather than another.
  case place(isPoint: Bool = false, amongFavorites: Bool = false)
  /// The name of a place; where the input takes all words that are left, they are the name together.
  case placeName(amongFavorites: Bool = false)
  /// A list or a tag that favorites have.
  case label(LabelKind)
  case command(besides: [Choice] = [])

  /// Which categories: all, or those that something is to be done to.
  package enum CategoryState: Sendable {
    case any, selected, unselected
    /// Any; those that are in the draft are marked.
    case drafted
  }

  /// One word of a few.
  package struct Choice: Equatable, Sendable, ExpressibleByStringLiteral {
    package let word: String
    /// What it means, in few words; may be empty.
    package let meaning: String

    package init(_ word: String, _ meaning: String = "") {
      self.word = word
      self.meaning = meaning
    }

    package init(stringLiteral word: StaticString) { self.init(word.description) }
  }
}
