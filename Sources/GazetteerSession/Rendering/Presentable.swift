import GazetteerIndex

/// What every view can be turned into: a page for people, and data for programs.
protocol Presentable {
  var page: Page { get }
  /// nil where the view is words only.
  var content: Content? { get }
}

extension View {
  var presentable: any Presentable {
    switch self {
    case .places(let view): view
    case .pick(let view): view
    case .details(let view): view
    case .datasets(let view): view
    case .categories(let view): view
    case .explanation(let view): view
    case .distance(let view): view
    case .labels(let view): view
    case .help(let page): page
    case .settings(let view): view
    case .history(let view): view
    case .past(let view): view
    case .about(let view): view
    case .program(let view): view
    case .file(let text): FileText(text: text)
    case .imported(let view): view
    case .text(let lines): Sentences(lines: lines)
    }
  }
}

/// A file, line by line.
private struct FileText: Presentable {
  let text: String

  var content: Content? { nil }

  var page: Page {
    Page(text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { .line(String($0)) })
  }
}

/// Words only.
private struct Sentences: Presentable {
  let lines: [Message]

  var content: Content? { nil }

  var page: Page { Page(lines.map { .line($0.neutralised) }) }
}
