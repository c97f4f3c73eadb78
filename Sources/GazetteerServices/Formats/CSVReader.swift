import GazetteerIndex

/// Reads records of separated values one by one, strictly by RFC 4180 unless it is told to be tolerant. Malformed text is
/// an error with its place. O(bytes) for the whole text. Memory is allocated only for the widest record.
///
/// Records end with LF, CR LF or CR. The last record may also end with the text. In text delimited by tabs, quotes have
/// a meaning only at the start of a field. Control characters are allowed inside quotes only; tabs are allowed everywhere.
package struct CSVReader {
  /// In bytes, after quotes are resolved.
  package static let longestField = 1 << 20
  package static let mostFields = 1 << 14
  /// In bytes, up to the end of its last field.
  package static let longestRecord = 1 << 24

  /// How records may break the rules.
  package enum Tolerance {
    /// Not at all. Every record has as many fields as the first.
    case none
    /// They may have any number of fields.
    case anyWidth
    /// As in spreadsheets: missing fields are empty, empty ones beyond the last of the first record are left out, and
    /// quotes and control characters are parts of a field that does not start with a quote.
    case asSpreadsheets
  }

  private struct Field {
    var start: Int
    var count: Int32
    /// Whether the field's text is in `resolved`.
    var isResolved: Bool
  }

  private let text: CSVText?
  private let delimiter: UInt8
  private let tolerance: Tolerance
  private var position: Int
  private var lineAtPosition = 1
  private var recordStart = 0
  private var recordEnd = 0
  private var fields: [Field] = []
  private var resolved = CSVResolvedText()
  private var wantedFields: Int?
  /// The first error of the record being read.
  private var fault: CSVError?

  /// The line (from 1) on which the last record that was read starts.
  package private(set) var line = 0

  /// - Precondition: at least 64 readable zero bytes follow `bytes`, which stay valid while the reader is used. The
  ///   delimiter is a comma, a semicolon, a bar or a tab.
  /// - Parameter fieldCount: how many fields each record should have; nil: as many as the first.
  package init(
    _ bytes: UnsafeBufferPointer<UInt8>, delimiter: UInt8, tolerance: Tolerance = .none, fieldCount: Int? = nil
  ) {
    text = CSVText(bytes, delimiter: delimiter)
    wantedFields = fieldCount
    self.delimiter = delimiter
    self.tolerance = tolerance
    position = text?.start ?? 0
  }

  /// How many bytes have been read.
  var offset: Int { position }

  /// Whether the last record ended with the text, inside quotes.
  private(set) var endsInsideQuotes = false

  /// The line (from 1) at `offset`.
  var lineAtOffset: Int { lineAtPosition }

  /// The last record that was read, as it is in the text, without its line end.
  var record: TextPiece {
    TextPiece(start: text.map { $0.base + recordStart }, count: recordEnd - recordStart)
  }

  /// The same with as many fields as the first record.
  var fittedRecord: Untrusted {
    guard surplus > 0 else {
      return surplus == 0
        ? Untrusted(bytes: record) : Untrusted(bytes: Array(record) + Array(repeating: delimiter, count: -surplus))
    }
    var end = record.count
    for _ in 0..<surplus {
      // An empty field may be quoted.
      if record[end - 1] == CSVText.quote { end -= 2 }
      end -= 1
    }
    return Untrusted(bytes: TextPiece(rebasing: record[..<end]))
  }

  /// How many records had missing fields.
  private(set) var shortRecords = 0
  /// How many empty fields of the last record were left out; if it is less than 0, how many were added.
  private(set) var surplus = 0

  /// The number of fields of the last record that was read; 0 after an error.
  package var fieldCount: Int { fields.count }

  /// The text of a field in valid UTF-8, with quotes resolved. Valid until the next record is read.
  package func field(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    let field = fields[index]
    let base = field.isResolved ? UnsafePointer(resolved.base) : text?.base
    return UnsafeBufferPointer(start: base.map { $0 + field.start }, count: Int(field.count))
  }

  /// The texts of all fields, without blanks around them.
  var trimmedFields: [Untrusted] { (0..<fieldCount).map { Untrusted(bytes: field($0).trimmed) } }

  /// Reads the next record. Returns false at the end. Skips blank lines. After an error, the reader continues at the
  /// next record; after a fatal error, it is at the end.
  package mutating func nextRecord() throws(CSVError) -> Bool {
    fields.removeAll(keepingCapacity: true)
    resolved.removeAll()
    guard let text else { return false }
    while position < text.count, text.isRecordEnd(position) { passLineEnd(of: text) }
    guard position < text.count else { return false }
    line = lineAtPosition
    recordStart = position

    var isUnfinished = true
    while isUnfinished {
      isUnfinished = text[position] == CSVText.quote ? readQuotedField(of: text) : readPlainField(of: text)
    }
    recordEnd = position
    if position < text.count { passLineEnd(of: text) }
    if tolerance != .anyWidth, fault == nil {
      let first = wantedFields ?? fields.count
      wantedFields = first
      surplus = fields.count - first
      if surplus != 0, tolerance == .none || !fit(to: first) {
        fault = .unequal(.init(line: line, column: 1), fields: fields.count, first: first)
      }
    }
    guard let fault else { return true }
    self.fault = nil
    fields.removeAll(keepingCapacity: true)
    throw fault
  }

  /// Gives the record as many fields as the first one. Returns false if text would be lost, for a single field, which is
  /// rather a line below the table, and if so many are missing that little text would become much.
  private mutating func fit(to first: Int) -> Bool {
    if fields.count < first {
      guard fields.count > 1 || first == 2, first - fields.count <= max(Self.mostMissing, fields.count * 4) else {
        return false
      }
      shortRecords += 1
    }
    while fields.count < first { fields.append(Field(start: recordEnd, count: 0, isResolved: false)) }
    while fields.count > first, let last = fields.last, last.count == 0 { fields.removeLast() }
    return fields.count == first
  }

  /// So many fields may always be missing.
  private static let mostMissing = 64

  private mutating func passLineEnd(of text: CSVText) {
    position = text.afterLineEnd(at: position)
    lineAtPosition += 1
  }

  /// Reads a field that does not start with a quote. Returns whether another field follows.
  @inline(__always)
  private mutating func readPlainField(of text: CSVText) -> Bool {
    let start = position
    var end = start
    var seen: UInt64 = 0
    while true {
      end = text.stopOutsideQuotes(from: end, seen: &seen)
      let byte = text[end]
      if byte == delimiter || text.isRecordEnd(end) {
        append(start..<end, pairs: 0, seen: seen, of: text)
        return passFieldEnd(at: end, of: text)
      }
      if byte != CSVText.quote {
        noteControl(byte, at: end, of: text)
      } else if delimiter != CSVText.tab, tolerance != .asSpreadsheets {
        return abandonLine(at: end, of: text) { .strayQuote($0) }
      }
      end += 1
    }
  }

  /// Reads a field that starts with a quote. Returns whether another field follows.
  private mutating func readQuotedField(of text: CSVText) -> Bool {
    let start = position + 1
    var end = start
    var pairs = 0
    var seen: UInt64 = 0
    while true {
      end = text.stopInsideQuotes(from: end, seen: &seen)
      let byte = text[end]
      if byte == CSVText.quote {
        guard text[end + 1] == CSVText.quote else { break }
        pairs += 1
        end += 2
      } else if end == text.count {
        fault = nil
        endsInsideQuotes = true
        note(at: start - 1, of: text) { .openQuote($0) }
        position = text.count
        return false
      } else if text.isRecordEnd(end) {
        lineAtPosition += 1
        end = text.afterLineEnd(at: end)
      } else {
        end += 1  // A control character, which is a part of the text here.
      }
    }
    append(start..<end, pairs: pairs, seen: seen, of: text)
    let next = end + 1
    guard text[next] == delimiter || text.isRecordEnd(next) else {
      return abandonLine(at: next, of: text) { .textAfterQuote($0) }
    }
    return passFieldEnd(at: next, of: text)
  }

  @inline(__always)
  private mutating func passFieldEnd(at end: Int, of text: CSVText) -> Bool {
    let isDelimiter = text[end] == delimiter
    position = isDelimiter ? end + 1 : end
    return isDelimiter
  }

  /// Skips the rest of the line: after this error its fields cannot be separated.
  private mutating func abandonLine(at index: Int, of text: CSVText, as error: (CSVError.Place) -> CSVError) -> Bool {
    note(at: index, of: text, as: error)
    position = text.lineEnd(from: index)
    return false
  }

  /// Adds a field whose text has `pairs` doubled quotes, and checks it.
  @inline(__always)
  private mutating func append(_ range: Range<Int>, pairs: Int, seen: UInt64, of text: CSVText) {
    let raw = UnsafeBufferPointer(start: text.base + range.lowerBound, count: range.count)
    if CSVText.isBeyondASCII(seen), let bad = firstInvalidUTF8(raw) {
      note(at: range.lowerBound + bad, of: text) { .notUTF8($0) }
    }
    let count = range.count - pairs
    guard count <= Self.longestField, fields.count < Self.mostFields,
      range.upperBound - recordStart <= Self.longestRecord
    else {
      let isLong = count > Self.longestField
      let isFull = fields.count >= Self.mostFields
      return note(at: range.lowerBound, of: text) {
        isLong ? .fieldTooLong($0) : isFull ? .tooManyFields($0) : .recordTooLong($0)
      }
    }
    let start = pairs == 0 ? range.lowerBound : resolved.append(raw, pairs: pairs)
    fields.append(Field(start: start, count: Int32(truncatingIfNeeded: count), isResolved: pairs != 0))
  }

  private mutating func noteControl(_ byte: UInt8, at index: Int, of text: CSVText) {
    guard byte != CSVText.tab, byte == 0 || tolerance != .asSpreadsheets else { return }
    note(at: index, of: text) { byte == 0 ? .nul($0) : .control(byte, $0) }
  }

  @inline(never)
  private mutating func note(at index: Int, of text: CSVText, as error: (CSVError.Place) -> CSVError) {
    guard fault == nil else { return }
    fault = error(text.place(of: index, recordStart: recordStart, line: line))
  }
}
