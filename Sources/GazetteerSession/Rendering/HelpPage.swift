import GazetteerIndex

/// A page of help: a line on top, then lists of terms and what they mean. All of it is the program's own words.
package struct HelpPage: Equatable, Sendable {
  package struct Section: Equatable, Sendable {
    package let title: String
    /// A sentence under the title.
    package let summary: String
    package var rows: [Row]

    package init(title: String, summary: String = "", rows: [Row]) {
      self.title = title
      self.summary = summary
      self.rows = rows
    }
  }

  package struct Row: Equatable, Sendable {
    package let term: String
    package let meaning: String

    package init(term: String, meaning: String) {
      self.term = term
      self.meaning = meaning
    }
  }

  package let title: String
  package let summary: String
  package let sections: [Section]

  package init(title: String, summary: String, sections: [Section]) {
    self.title = title
    self.summary = summary
    self.sections = sections
  }
}

extension HelpPage: Presentable {
  var content: Content? { nil }

  var page: Page {
    let lines = [title, summary].filter { !$0.isEmpty }.map { Page.Block.line($0) }
    return Page(
      lines
        + sections.flatMap { section -> [Page.Block] in
          let heading = [section.title, section.summary].filter { !$0.isEmpty }.map { Page.Block.line($0) }
          return [.line("")] + heading + [.pairs(section.rows.map { Page.Pair($0.term, $0.meaning) })]
        })
  }
}

extension View {
  /// The view for a terminal without other characters: help is the program's own words.
  var inASCII: View { if case .help(let page) = self { .help(page.inASCII) } else { self } }
}

extension HelpPage {
  fileprivate var inASCII: HelpPage {
    func inASCII(_ text: String) -> String { text.replacing("…", with: Style(isASCII: true).ellipsis) }
    return HelpPage(
      title: inASCII(title), summary: inASCII(summary),
      sections: sections.map { section in
        let rows = section.rows.map { Row(term: inASCII($0.term), meaning: inASCII($0.meaning)) }
        return Section(title: inASCII(section.title), summary: inASCII(section.summary), rows: rows)
      })
  }
}

extension HelpPage {
  /// All that a command says of itself.
  package init(of command: Command) {
    title = command.usage
    summary = command.summary
    let facts = [
      ("aliases", command.aliases.joined(separator: ", ")),
      ("powers", command.powers.sorted().map(\.rawValue).joined(separator: ", ")),
    ]
    sections = [
      Section(title: "", rows: facts.filter { !$0.1.isEmpty }.map { Row(term: $0.0, meaning: $0.1) }),
      Section(title: "takes", rows: command.inputs.map { Row(term: $0.term, meaning: $0.help) }),
      Section(title: "examples", rows: command.examples.map { Row(term: $0, meaning: "") }),
    ].filter { !$0.rows.isEmpty }
  }

  /// Several pages, one under the other.
  init(joining pages: [HelpPage]) {
    let first = pages.first
    title = first?.title ?? ""
    summary = first?.summary ?? ""
    sections =
      (first?.sections ?? [])
      + pages.dropFirst().flatMap { page in
        [Section(title: page.title, summary: page.summary, rows: [])] + page.sections
      }
  }
}

extension InputDescription {
  /// How help lists it: `WHERE`, `--within R`, `-v, --verbose`.
  fileprivate var term: String {
    guard !isParameter else { return placeholder }
    let long = placeholder.isEmpty ? "--\(name)" : "--\(name) \(placeholder)"
    return short.map { "-\($0), \(long)" } ?? long
  }
}
