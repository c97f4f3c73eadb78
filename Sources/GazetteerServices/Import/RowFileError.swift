import GazetteerIndex

/// Why the rows of a file cannot be read.
package enum RowFileError: Error, Equatable, Sendable {
  case file(ImportError)
  /// A gzip file or a zip archive.
  case packed
  /// JSON whose objects are not lines.
  case isArray
  /// No column has this name: those that there are.
  case noColumn(Untrusted, [Untrusted])
  /// No column looks like names.
  case noNames([Untrusted])
  case noPositions([Untrusted])
  case rowTooLong(line: Int)

  /// Whether another file is needed, not another command.
  package var isAboutFile: Bool {
    switch self {
    case .file, .packed, .isArray, .rowTooLong: true
    case .noColumn, .noNames, .noPositions: false
    }
  }

  /// What went wrong. It follows the name of the file in a message.
  package var reason: Message {
    switch self {
    case .file(let error): error.reason
    case .packed: "it is packed"
    case .isArray: "it is one JSON array, which is not read row by row"
    case .noColumn(let name, let columns): "it has no column \"\(name)\": its columns are \(Message.list(columns))"
    case .noNames(let columns): "it has no column that could be a name: its columns are \(Message.list(columns))"
    case .noPositions(let columns): "it has no columns with positions: its columns are \(Message.list(columns))"
    case .rowTooLong(let line): "line \(line) is longer than \(CSVReader.longestRecord >> 20) MB"
    }
  }

  /// What to try.
  package var remedy: Message? {
    switch self {
    case .file(let error): error.remedy
    case .packed: "unpack it: zcat FILE, and read - instead"
    case .isArray: "jq -c '.[]' FILE, and read - instead"
    case .noColumn: nil
    case .noNames: "--name COLUMN"
    case .noPositions: "--near-lat COLUMN --near-lon COLUMN"
    case .rowTooLong: "check its quotes"
    }
  }
}
