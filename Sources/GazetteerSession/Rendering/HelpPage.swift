import GazetteerIndex

/// A page of help: a title, then lists of terms and their meanings. It has no text from outside the program.
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
  /// The view for a terminal that shows only ASCII. Only help is changed, because its words are the program's own.
  var inASCII: View { (presentable as? HelpPage).map { .help($0.inASCII) } ?? self }
}

extension HelpPage {
  fileprivate var inASCII: HelpPage {
    func inASCII(_ text: String) -> String { text.replacing("…", with: "...") }
    return HelpPage(
      title: inASCII(title), summary: inASCII(summary),
      sections: sections.map { section in
        let rows = section.rows.map { Row(term: inASCII($0.term), meaning: inASCII($0.meaning)) }
        return Section(title: inASCII(section.title), summary: inASCII(section.summary), rows: rows)
      })
  }
}

extension HelpPage {
  /// Several pages in one.
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
