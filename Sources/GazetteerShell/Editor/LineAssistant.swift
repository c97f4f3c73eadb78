import GazetteerSession

/// What the line editor needs to know of the language and the session. Every call comes from the thread of the terminal
/// between two keys, so each must return within milliseconds.
package protocol LineAssistant: AnyObject {
  /// Whether Enter ends the line; false inside an open quote.
  func isComplete(_ line: String) -> Bool
  /// The candidates for the word at byte `cursor` of the line; nil if nothing is known.
  func completion(of line: String, cursor: Int) -> Completion?
  /// What may follow the line; empty for nothing. Neutralised.
  func hint(for line: String) -> String
  /// How the line may go on, shown if there is no hint and never inserted. Neutralised.
  func usage(for line: String) -> String
  /// The last word of a line, with its quotes; nil if it has none.
  func lastWord(of line: String) -> String?
  /// Rows to show under the line: a preview of its result, and the state of what runs in the background.
  func rows(below line: String, columns: Int, rows: Int) -> [ScreenRow]
  /// What is shown beside the rows that `rows(below:)` gave last.
  var pane: ScreenPane? { get }
  /// Only the state of what runs in the background.
  func statusRows(columns: Int, rows: Int) -> [ScreenRow]
  /// Whether the preview is of an older line until `update` is called.
  var isSearching: Bool { get }
  /// The places of the preview, of which one can be chosen; nil if there are none.
  func choice(below line: String, columns: Int, rows: Int) -> PreviewChoice?
  /// Readable when `rows(below:)` has changed; -1 for never.
  var descriptor: Int32 { get }
  /// Handles what made `descriptor` readable.
  func update()
  /// Called when what `rows(below:)` gave is on the screen.
  func hasDrawn()
  /// In how many milliseconds `rows(below:)` changes by itself; nil: never.
  var nextChange: Int32? { get }
}

extension LineAssistant {
  package func usage(for line: String) -> String { "" }
  package func statusRows(columns: Int, rows: Int) -> [ScreenRow] { [] }
  package var pane: ScreenPane? { nil }
  package var isSearching: Bool { false }
  package func hasDrawn() {}
  package func choice(below line: String, columns: Int, rows: Int) -> PreviewChoice? { nil }
  package func lastWord(of line: String) -> String? { line.split(separator: " ").last.map(String.init) }
}
