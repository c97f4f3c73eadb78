import GazetteerIndex

/// What friends would get: the message before it is sent, or a message of the outbox.
package struct TellingView: Equatable, Sendable {
  struct Row: Equatable, Sendable {
    let number: Int
    let line: String
    let geo: String?
  }

  /// `mail` or `message`.
  let kind: String
  let recipients: [Untrusted]
  let subject: Untrusted
  /// What is sent, in lines that are safe to show.
  let text: [String]
  let rows: [Row]
}

extension TellingView: Presentable {
  static let fields: [Content.Field] = [
    .init("n", "the number in the message"), .init("line", "the place as friends read it"),
    .init("geo", "the link to its position"),
  ]

  /// What is said once, before the entries.
  static let headFields: [Content.Field] = [
    .init("channel", "mail or message"), .init("recipients", "the names of those who would get it"),
    .init("subject", "what it is about"), .init("text", "what they would read, line by line"),
  ]

  var content: Content? {
    var content = Content("entries", total: rows.count, fields: TellingView.fields, count: rows.count) { index in
      var record = Record()
      record.add("n", .integer(rows[index].number))
      record.add("line", .own(rows[index].line))
      record.add("geo", rows[index].geo.map { .own($0) })
      return record
    }
    content.head.add("channel", .own(kind))
    content.head.add("recipients", .list(recipients.map { .text($0) }))
    content.head.add("subject", subject)
    content.head.add("text", .list(text.map { .own($0) }))
    return content
  }

  var page: Page { Page(lines.map { .line($0) }) }

  /// The rows for people.
  var lines: [String] {
    let names = recipients.map(\.neutralised)
    return ["\(kind) to \(names.listed("and"))", "subject: \(subject.neutralised)", ""] + text
  }
}
