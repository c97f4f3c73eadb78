import GazetteerIndex

/// What a reply shows, of any kind.
package struct View: Equatable, Sendable {
  let presentable: any Presentable

  init(_ presentable: some Presentable) { self.presentable = presentable }

  /// Sentences, a line each.
  package static func text(_ lines: [Message]) -> View { View(Deed(lines)) }
  /// A page of help.
  package static func help(_ page: HelpPage) -> View { View(page) }

  /// Whether it is a list without rows.
  package var isEmptyList: Bool { presentable.isEmptyList }
  var remark: Message? { presentable.remark }

  package static func == (left: View, right: View) -> Bool { left.presentable.isEqual(to: right.presentable) }
}

/// A kind of view. Each kind is a type that says how it looks for people and as data. A new kind needs one file, and a
/// line in `JSONShape` if it has data.
protocol Presentable: Equatable, Sendable {
  var page: Page { get }
  /// The same, for a view that can have so many rows that making its page takes long.
  func page(_ cancellation: Cancellation) throws(Cancelled) -> Page
  /// nil if the view has only words.
  var content: Content? { get }
  /// For a view of words: what they are about, which `--json` gives before them. nil for nothing.
  var subject: Content? { get }
  /// Whether it is a list without rows.
  var isEmptyList: Bool { get }
  /// What helps the user, and is in the page, but not in its records; nil for nothing.
  var remark: Message? { get }
  /// Text that is printed unchanged in every format except `--json`; nil if the format matters.
  var verbatim: String? { get }
  /// With `--format line`: each row as words that are easy to listen to; nil: each record as its fields.
  func spoken(_ cancellation: Cancellation) throws(Cancelled) -> String?
  /// Whether an empty line is printed between two such views of one line of commands.
  var standsApart: Bool { get }
}

extension Presentable {
  func page(_ cancellation: Cancellation) throws(Cancelled) -> Page { page }
  var subject: Content? { nil }
  var isEmptyList: Bool { false }
  var remark: Message? { nil }
  var verbatim: String? { nil }
  func spoken(_ cancellation: Cancellation) throws(Cancelled) -> String? { nil }
  var standsApart: Bool { false }

  fileprivate func isEqual(to other: any Presentable) -> Bool { (other as? Self) == self }
}

/// An exported file that is printed instead of written.
struct FileText: Presentable {
  let text: String

  var content: Content? { nil }
  var verbatim: String? { text }

  var page: Page {
    Page(text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { .line(String($0)) })
  }
}
