import GazetteerSession

/// Who knows the language and the session while a line is edited. Every call comes from the thread of the terminal
/// between two keys, so each returns within milliseconds.
package protocol LineAssistant: AnyObject {
  /// Whether Enter ends the line: not so inside an open quote.
  func isComplete(_ line: String) -> Bool
  /// What the word at byte `cursor` of the line may become; nil where nothing is known.
  func completion(of line: String, cursor: Int) -> Completion?
  /// What may follow the line; empty for nothing. Neutralised.
  func hint(for line: String) -> String
  /// How the line may go on, in words that are not taken over; shown where there is no hint. Neutralised.
  func usage(for line: String) -> String
  /// What is known so far of what the line would give, and the state of what goes on in the background.
  func rows(below line: String, columns: Int, rows: Int) -> [ScreenRow]
  /// Readable when `rows(below:)` has become another; -1 for never.
  var descriptor: Int32 { get }
  /// Takes in what made `descriptor` readable.
  func update()
  /// In how many milliseconds `rows(below:)` will be another by itself; nil: never.
  var nextChange: Int32? { get }
}

extension LineAssistant {
  package func usage(for line: String) -> String { "" }
}
