import GazetteerIndex

/// Why the rows of a file cannot be read.
package enum RowFileError: Error, Equatable, Sendable {
  /// What any file can have: it is missing, empty, malformed.
  case file(ImportError)
  /// A zip archive, perhaps in a gzip file, or a gzip file in another one.
  case archive
  /// A file of another format, which has no rows of text; nil: of one that is not known.
  case noRows(ImportFormat?)
  /// The list of the features ends with the file, not before it.
  case noEnd
  /// One JSON array, whose objects need not be lines.
  case isArray
  /// One JSON object that has the records inside.
  case isObject
  /// It begins as an object, but no line is one.
  case noObjects
  /// A table whose first row may have no names of columns: its cells.
  case noHeader([Untrusted])
  /// No column has this name: those that there are.
  case noColumn(Untrusted, [Untrusted])
  /// No column looks like names: those that there are.
  case noNames([Untrusted])
  /// No columns look like positions: those that there are.
  case noPositions([Untrusted])
  /// A column that should have whole positions has none: its first value.
  case noWholePositions(Untrusted, example: Untrusted)
  /// A row that begins on a line is longer than `CSVReader.longestRecord`.
  case rowTooLong(line: Int)

  /// Whether another file is needed, not another command.
  package var isAboutFile: Bool {
    switch self {
    case .file, .archive, .noRows, .noEnd, .isArray, .isObject, .noObjects, .rowTooLong: true
    case .noHeader, .noColumn, .noNames, .noPositions, .noWholePositions: false
    }
  }

  /// What went wrong. It follows the name of the file in a message.
  package var reason: Message {
    switch self {
    case .file(.isDirectory): "it is a folder"
    case .file(let error): error.reason
    case .archive: "it is an archive"
    case .noRows(let format):
      format.map { "it is \(own: $0.title), not a table, JSON lines or GeoJSON" }
        ?? "it is not a table, JSON lines or GeoJSON"
    case .noEnd: "the list of its features has no end"
    case .isArray: "it is one JSON array, which is not read row by row"
    case .isObject: "it is one JSON object with records inside, which is not read row by row"
    case .noObjects: "none of its first lines is a JSON object"
    case .noHeader(let cells):
      "its first line has numbers instead of the names of columns: \(Message.list(cells))"
    case .noColumn(let name, let columns): "it has no column \"\(name)\": its columns are \(Message.list(columns))"
    case .noNames(let columns): "it has no column that could be a name: its columns are \(Message.list(columns))"
    case .noPositions(let columns): "it has no columns with positions: its columns are \(Message.list(columns))"
    case .noWholePositions(let column, let example):
      "its column \"\(column)\" alone has no positions: its first value is \"\(example)\""
    case .rowTooLong(let line): "the row on line \(line) is longer than \(CSVReader.longestRecord >> 20) MB"
    }
  }

  /// What to try.
  package var remedy: Message? {
    switch self {
    case .file(.isDirectory): "a file in it"
    case .file(.malformed): "check that the file is complete"
    case .file(.notUTF8): "--encoding windows-1252, or another encoding"
    case .file(.utf16): "--encoding utf-16"
    case .file(let error): error.remedy
    case .archive: "unpack it (unzip -p FILE, for one text), and read - instead"
    case .noRows, .isObject: "gaz FILE --format csv -c 'search --limit all --columns all', and read - instead"
    case .noEnd: "check that the file is complete"
    case .isArray: "jq -c '.[]' FILE, and read - instead"
    case .noObjects: "jq -c . FILE, and read - instead"
    case .noHeader: "--header name,lat,lon, with a name for each cell"
    case .noColumn: nil
    case .noNames(let columns) where columns.count == 1:
      "--name COLUMN, or --header name if its first line is a row already"
    case .noNames: "--name COLUMN"
    case .noPositions: "--near-lat COLUMN --near-lon COLUMN, or --geometry COLUMN"
    case .noWholePositions: "--near-lat COLUMN --near-lon COLUMN, with two columns"
    case .rowTooLong: "check its quotes"
    }
  }
}
