import GazetteerIndex
import GazetteerSession

/// The page of gaz for the program `man`: its help in one text, made from the same descriptions.
enum ManPage {
  /// - Parameter now: seconds since 1970; the page has the day.
  static func text(now: Int64) -> String {
    var page = Roff(title: "gaz", section: 1, date: date(of: now), version: "gaz \(Environment.version)")
    let usage = UsagePage.page(isShort: false)
    page.chapter("Name")
    page.paragraph("gaz - a gazetteer in your shell")
    page.chapter("Synopsis")
    page.lines(UsagePage.synopsis)
    page.chapter("Description")
    page.paragraph(usage.summary)
    for section in usage.sections {
      if section.title != "words" { page.chapter(section.title == "flags" ? "Options" : section.title) }
      add(section.rows, to: &page)
    }
    page.chapter("Commands")
    page.paragraph("At the prompt, in scripts, and after gaz on the command line.")
    for family in Command.Family.allCases {
      page.part(family.summary)
      for command in CommandTable.standard.commands where command.family == family { add(command, to: &page) }
    }
    page.chapter("Topics")
    page.paragraph("What help says besides the commands.")
    for topic in HelpPage.topics {
      page.part(topic.title)
      page.paragraph(topic.summary)
      for section in topic.sections {
        if !section.title.isEmpty { page.paragraph(section.title + ":") }
        if !section.summary.isEmpty { page.paragraph(section.summary) }
        add(section.rows, to: &page)
      }
    }
    return page.text
  }

  private static func add(_ command: Command, to page: inout Roff) {
    let help = HelpPage(of: command)
    page.definition(help.title, help.summary)
    page.indented { page in
      for section in help.sections {
        if !section.title.isEmpty { page.paragraph(section.title + ":") }
        add(section.rows, to: &page, areExamples: section.title == "examples")
      }
    }
  }

  private static func add(_ rows: [HelpPage.Row], to page: inout Roff, areExamples: Bool = false) {
    // What is said about a line to type is a comment on it.
    if areExamples || rows.contains(where: \.meaning.isEmpty) {
      page.indented {
        $0.lines(rows.map { $0.term + ($0.meaning.isEmpty ? "" : "   # \($0.meaning)") })
      }
    } else {
      for row in rows { page.definition(row.term, row.meaning) }
    }
  }

  private static func date(of now: Int64) -> String {
    let (year, month, day) = CivilDate.date(ofDay: Int((Double(now) / 86_400).rounded(.down)))
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    return "\(year)-\(two(month))-\(two(day))"
  }
}
