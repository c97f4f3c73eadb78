import GazetteerIndex

/// Lines that were typed, with their numbers, the newest last.
package struct HistoryView: Equatable, Sendable {
  package struct Row: Equatable, Sendable {
    package let number: Int
    package let line: Untrusted
  }

  package let rows: [Row]
  /// How many lines contain the text.
  package let total: Int
  private let text: Untrusted
  private let isEmpty: Bool

  /// The newest `limit` lines that contain `text`, ignoring case. O(size of the history).
  init(_ lines: [String], holding text: Untrusted, limit: Limit) {
    let wanted = text.text.lowercased()
    let rows = lines.enumerated().filter { wanted.isEmpty || $0.element.lowercased().contains(wanted) }
      .map { Row(number: $0.offset + 1, line: Untrusted($0.element)) }
    total = rows.count
    self.rows = rows.suffix(limit.count)
    self.text = text
    isEmpty = lines.isEmpty
  }
}

extension HistoryView: Presentable {
  static let fields: [Content.Field] = [
    .init("n", "its number, for history --run N"), .init("line", "what was typed"),
  ]

  var content: Content? {
    Content("lines", total: total, fields: HistoryView.fields, count: rows.count) { index in
      var record = Record()
      record.add("n", .integer(rows[index].number))
      record.add("line", .text(rows[index].line))
      return record
    }
  }

  var page: Page {
    guard total > 0 else {
      let absence = "the history is empty; it contains only lines typed at the prompt"
      return Page([.line(isEmpty ? absence : "no line contains \"\(text.neutralised)\"")])
    }
    let width = rows.last.map { String($0.number).utf8.count } ?? 0
    let pairs = rows.map { row in
      Page.Pair(Width.pad(String(row.number), cells: width, align: .right), row.line.neutralised)
    }
    let rest = "\(Numeral.grouped(rows.count)) of \(Numeral.grouped(total)) lines; the rest: history --limit all"
    return Page([.pairs(pairs)] + (rows.count < total ? [.line(rest)] : []))
  }
}
