import GazetteerIndex

/// What a command has done, in sentences. With `--json` also what it was done to, as the same objects that lists give.
package struct Deed: Equatable, Sendable {
  package let lines: [Message]
  /// The key of the records; nil if there is at most one, whose fields are those of the whole object.
  let name: String?
  let records: [Record]

  /// A deed that is only said.
  package init(_ lines: [Message]) {
    self.lines = lines
    name = nil
    records = []
  }

  init(_ lines: [Message], _ name: String, _ records: [Record]) {
    self.lines = lines
    self.name = name
    self.records = records
  }

  init(_ lines: [Message], _ record: Record) {
    self.lines = lines
    name = nil
    records = [record]
  }
}

extension Deed: Presentable {
  static let fields: [Content.Field] = [.init("text", "what it says, line by line")]

  var content: Content? { nil }

  var subject: Content? {
    guard name != nil || !records.isEmpty else { return nil }
    return Content(name, total: records.count, fields: [], count: records.count) { records[$0] }
  }

  var page: Page { Page(lines.map { .line($0.neutralised) }) }
}
