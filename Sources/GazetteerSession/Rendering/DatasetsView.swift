import GazetteerIndex

/// The open datasets and those being opened.
package struct DatasetsView: Equatable, Sendable {
  package struct Row: Equatable, Sendable {
    package let name: String
    package let size: Total
    package let isInUse: Bool
    /// nil while it is being opened.
    package let about: DatasetAbout?
    /// How far the job that opens it has come; nil if it is open.
    package let opening: JobStatus?

    init(_ dataset: any PlaceSource, isInUse: Bool) {
      name = dataset.name
      size = dataset.size
      self.isInUse = isInUse
      about = dataset.about
      opening = nil
    }

    init(opening name: String, _ status: JobStatus) {
      self.name = name
      size = .exact(0)
      opening = status
      isInUse = false
      about = nil
    }

    fileprivate var state: String { about == nil ? "opening" : isInUse ? "in use" : "open" }
  }

  package let rows: [Row]
  package let isVerbose: Bool
}

extension DatasetsView: Presentable {
  static let fields: [Content.Field] = [
    .init("name", "its name"), .init("state", "in use, open or opening"),
    .init("progress", "how much of the opening is done, from 0 to 1"),
    .init("count", "how many places"),
    .init("format", "the format of its source"), .init("source", "what it was opened from"),
    .init("skipped", "how many rows were left out"),
    .init("unplaced", "how many places are kept without their position, which is not valid"),
    .init("copy_age", "how many seconds before the opening this copy was the newest version"),
    .init("modified", "when its source says that it last changed"), .init("attribution", "whom to credit"),
  ]

  var content: Content? {
    Content("datasets", total: rows.count, fields: DatasetsView.fields, count: rows.count) { record(rows[$0]) }
  }

  private func record(_ row: Row) -> Record {
    var record = Record()
    record.add("name", .own(row.name))
    record.add("state", .own(row.state))
    record.add("progress", row.opening?.fraction.map { .decimal(Double(Int($0 * 100)) / 100) })
    guard let about = row.about else { return record }
    record.add("count", .integer(row.size.count))
    if !row.size.isExact { record.add("count_is_exact", .flag(false)) }
    record.add("format", .own(about.format))
    record.add("source", about.source)
    record.add("skipped", about.skipped > 0 ? .integer(about.skipped) : nil)
    record.add("unplaced", about.unplaced > 0 ? .integer(about.unplaced) : nil)
    record.add("copy_age", about.localCopy.map { .integer(Int($0.age)) })
    record.add("modified", about.lastModified)
    record.add("attribution", about.attribution)
    return record
  }

  var isEmptyList: Bool { rows.isEmpty }

  var page: Page {
    guard !rows.isEmpty else { return Page([.line("no dataset is open; try: open FILE, or open world")]) }
    let columns: [Table.Column] = [
      .init(title: "dataset", least: 8), .init(title: "state"), .init(title: "places", alignment: .right),
      .init(title: "format", rank: 2), .init(title: "source", least: 8, rank: 1),
    ]
    let cells = rows.map { row in
      let source =
        row.about.map { $0.source?.neutralised ?? (row.name == Favorite.dataset ? "saved by you" : "built in") } ?? ""
      let state = [row.state, row.opening?.percentage].compactMap(\.self).joined(separator: " ")
      return [row.name, state, row.about == nil ? "" : Numeral.grouped(row.size), row.about?.format ?? "", source]
    }
    let table = Page.Block.table(Table(columns: columns, rows: cells))
    return Page([table] + (isVerbose ? rows.flatMap(details) : []))
  }

  /// The credit, and the rows that were left out.
  private func details(_ row: Row) -> [Page.Block] {
    guard let about = row.about else { return [] }
    var pairs = [Page.Pair("credit", about.attribution?.neutralised ?? "not known")]
    if let columns = about.columns { pairs.append(Page.Pair("columns", columns.neutralised)) }
    if let date = about.lastModified { pairs.append(Page.Pair("last changed", date.neutralised)) }
    if let copy = about.localCopy {
      let age = Numeral.age(seconds: copy.age)
      pairs.append(Page.Pair("copy", "of \(age) before it was opened: \(copy.reason.neutralised)"))
    }
    if about.skipped > 0 { pairs.append(Page.Pair("left out", Numeral.rows(about.skipped))) }
    if about.unplaced > 0 { pairs.append(Page.Pair("positions", about.unplacedText)) }
    if about.warnings > 0 { pairs.append(Page.Pair("warnings", Numeral.grouped(about.warnings))) }
    pairs += about.problems.map { Page.Pair("", $0.neutralised) }
    return [.line(""), .line(row.name), .pairs(pairs)]
  }
}
