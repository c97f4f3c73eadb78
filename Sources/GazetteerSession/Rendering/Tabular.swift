import GazetteerIndex

/// Records as CSV or TSV, with a first line of field names. The program's own reader gives back raw texts unchanged.
struct Tabular {
  let isTab: Bool
  /// Whether texts are written unchanged. If not, they are safe for terminals and spreadsheets.
  let isRaw: Bool

  func text(of content: Content, _ cancellation: Cancellation) throws(Cancelled) -> String {
    let fields = content.fields.filter(\.isInTables)
    var text = line(fields.map { cell(.own($0.name)) })
    try content.forEach(cancellation) { _, record in
      text += line(fields.map { record[$0.name].map(cell) ?? "" })
    }
    return text
  }

  /// One line of cells that are quoted where necessary.
  func line(_ cells: [String]) -> String { cells.joined(separator: isTab ? "\t" : ",") + "\n" }

  private func cell(_ datum: Datum) -> String {
    if isRaw { return quoted(datum.inTables(\.text)) }
    let text = datum.inTables(\.neutralised)
    guard datum.hasTexts else { return quoted(text) }
    let cell = SpreadsheetText.protected(text)
    return isTab ? String(cell.map { $0 == "\t" || $0.isNewline ? " " : $0 }) : quoted(cell)
  }

  /// A text as a cell. Control characters are quoted too, because readers may take them elsewhere for a damaged file.
  func quoted(_ text: String) -> String {
    let needsQuotes =
      isTab
      ? text.utf8.first == UInt8(ascii: "\"") || text.utf8.contains { $0 < 0x20 }
      : text.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ",") }
    guard needsQuotes else { return text }
    // By bytes, because a combining mark would form one character with the quote before it.
    let doubled = text.utf8.flatMap { $0 == UInt8(ascii: "\"") ? [$0, $0] : [$0] }
    return "\"" + String(decoding: doubled, as: UTF8.self) + "\""
  }
}

extension Datum {
  /// The value in one text for people: a list with commas, an object as JSON.
  var neutralised: String {
    switch self {
    case .text(let words): words.neutralised
    case .list(let values): values.map(\.neutralised).joined(separator: ", ")
    case .joined(let texts): texts.map(\.neutralised).joined(separator: ", ")
    default: JSONWriter.text(of: self)
    }
  }

  /// The same for programs: a list has semicolons, as it is read again.
  fileprivate func inTables(_ written: (Untrusted) -> String) -> String {
    switch self {
    case .text(let words): written(words)
    case .list(let values): values.map { $0.inTables(written) }.joined(separator: ";")
    case .joined(let texts): texts.map(written).joined(separator: ";")
    default: JSONWriter.text(of: self)
    }
  }

  fileprivate var hasTexts: Bool {
    switch self {
    case .text, .list, .joined: true
    default: false
    }
  }
}
