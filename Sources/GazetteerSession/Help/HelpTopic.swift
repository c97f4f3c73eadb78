import GazetteerIndex

/// A page of help about the language or the prompt, not about one command.
struct HelpTopic: Sendable {
  /// The words that open it. The first one is in the list of topics.
  let names: [String]
  /// One sentence.
  let summary: String
  let sections: [HelpPage.Section]

  init(_ names: String..., summary: String, sections: [HelpPage.Section]) {
    self.names = names
    self.summary = summary
    self.sections = sections
  }

  /// In the order of the help.
  static let all: [HelpTopic] = [
    .places, .search, .words, .scripts, .session, .keys, .settings, .formats, .files, .services, .channels,
  ]

  static func named(_ name: String) -> HelpTopic? { all.first { $0.names.contains(name) } }

  var page: HelpPage { HelpPage(title: names[0], summary: summary, sections: sections) }
}

extension HelpPage {
  /// The pages of all topics, in the order of the help.
  package static var topics: [HelpPage] { HelpTopic.all.map(\.page) }
}

extension HelpPage.Section {
  /// Terms and their meanings.
  init(_ title: String = "", _ rows: (String, String)...) {
    self.init(title: title, rows: rows.map { HelpPage.Row(term: $0.0, meaning: $0.1) })
  }
}
