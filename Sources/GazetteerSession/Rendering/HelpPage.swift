import GazetteerIndex

/// A page of help: a title, then lists of terms and what they mean. It holds no text from outside.
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
