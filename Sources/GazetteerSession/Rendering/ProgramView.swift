import GazetteerIndex

/// The program's version and licence, the credits of the open datasets, and the user's files.
package struct ProgramView: Equatable, Sendable {
  struct Credit: Equatable, Sendable {
    let dataset: String
    let attribution: Untrusted?
  }

  let facts: ProgramFacts
  let credits: [Credit]

  init(_ facts: ProgramFacts, datasets: [any PlaceSource]) {
    self.facts = facts
    credits = datasets.map { Credit(dataset: $0.name, attribution: $0.about.attribution) }
  }
}

extension ProgramView: Presentable {
  static let fields: [Content.Field] = [
    .init("version", "the version of the program"), .init("licence", "the licence of the program"),
    .init("credits", "whom to credit, by dataset"), .init("files", "where the user's files are"),
  ]

  var content: Content? {
    var record = Record()
    record.add("version", .own(facts.version))
    record.add("licence", .own(facts.licence))
    record.add(
      "credits",
      .object(
        credits.compactMap { credit in
          credit.attribution.map { .init(key: Untrusted(credit.dataset), value: .text($0)) }
        }))
    record.add("files", .object(facts.files.map { .init(key: Untrusted($0.what), value: .text($0.path)) }))
    return Content(fields: ProgramView.fields, record)
  }

  var page: Page {
    let credits = credits.map { Page.Pair($0.dataset, $0.attribution?.neutralised ?? "no credit is known") }
    let files = facts.files.map { Page.Pair($0.what, $0.path.neutralised) }
    var blocks: [Page.Block] = [
      .line("gaz \(facts.version): a gazetteer in your shell"), .pairs([Page.Pair("licence", facts.licence)]),
    ]
    if !credits.isEmpty { blocks += [.line(""), .line("data"), .pairs(credits)] }
    if !files.isEmpty { blocks += [.line(""), .line("files"), .pairs(files)] }
    return Page(blocks)
  }
}
