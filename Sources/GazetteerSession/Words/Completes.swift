import GazetteerIndex

/// What Tab suggests for the value of an input.
package enum Completes: Equatable, Sendable {
  /// Nothing can be suggested.
  case nothing
  case choices([Choice])
  /// Choices that depend on the previous word.
  case choicesAfter([String: [Choice]])
  /// Fields of a row, with commas between them.
  case fields
  /// A length: a number and its unit.
  case distance
  case category(CategoryState = .any)
  case country
  /// A column that the places in use have.
  case column
  /// A column, or another order of a list.
  case sorting([Choice])
  /// Columns with commas between them, or `all`.
  case columns
  /// A condition on a column: `City=Newark`.
  case condition
  /// An open dataset; with `opening`, also one that is being opened.
  case dataset(opening: Bool = false, besides: [Choice] = [])
  case file(besides: [Choice] = [])
  /// A format of files to read.
  case fileFormat
  /// A number of the last list, `.` or `DATASET:ID`. `isPoint`: only the position of the place matters.
  /// `amongFavorites`: favorites are suggested first.
  case place(isPoint: Bool = false, amongFavorites: Bool = false, or: [Choice] = [])
  /// The name of a place. If the input takes all remaining words, they form one name.
  case placeName(amongFavorites: Bool = false)
  /// A list or a tag that favorites have.
  case label(LabelKind)
  case command(besides: [Choice] = [])
  /// A location service.
  case service

  /// Which categories are suggested.
  package enum CategoryState: Sendable {
    case any, selected, unselected
    /// Any; those of the draft are marked.
    case drafted
  }

  /// One of a few words.
  package struct Choice: Equatable, Sendable, ExpressibleByStringLiteral {
    package let word: String
    /// Its meaning in few words; may be empty.
    package let meaning: String

    package init(_ word: String, _ meaning: String = "") {
      self.word = word
      self.meaning = meaning
    }

    package init(stringLiteral word: StaticString) { self.init(word.description) }
  }
}
