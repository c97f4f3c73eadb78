import GazetteerIndex

extension Reply {
  /// The view as text that may be printed anywhere, each line ended; empty if there is nothing to show.
  ///
  /// - Parameter previous: the reply of the same line that is printed just above.
  package func rendered(in style: Style, after previous: Reply?) -> String {
    let text = rendered(in: style)
    let standsApart = view?.presentable.standsApart == true && previous?.view?.presentable.standsApart == true
    return standsApart && [.table, .markdown, .line].contains(format) ? "\n" + text : text
  }

  /// The view as text that may be printed anywhere, each line ended; empty if there is nothing to show.
  package func rendered(in style: Style) -> String {
    guard let view = (style.isASCII ? view?.inASCII : view)?.presentable else { return "" }
    if case .object(let fields) = format { return object(view, fields) }
    if let text = view.verbatim { return text }
    guard let content = view.content else {
      let page = view.page
      return format == .markdown ? Markdown.text(of: page) : page.text(in: style)
    }
    switch format {
    case .table, .object: return view.page.text(in: style)
    case .markdown: return Markdown.text(of: view.page)
    case .csv: return Tabular(isTab: false).text(of: content)
    case .tsv: return Tabular(isTab: true).text(of: content)
    case .json: return array(content)
    case .jsonl: return lines(content)
    case .geojson: return GeoJSON.text(of: content)
    case .line: return Lines.text(of: content)
    }
  }

  /// `{"command":…,"total":…,"places":[…]}`, in one line.
  private func object(_ view: any Presentable, _ fields: [String]) -> String {
    var writer = JSONWriter()
    writer.raw("{")
    writer.member("command", .own(command))
    if let content = view.content, let name = content.name {
      writer.raw(",")
      writer.member("total", .integer(content.total))
      if !content.isTotalExact {
        writer.raw(",")
        writer.member("total_is_exact", .flag(false))
      }
      writer.raw(",\"\(name)\":[")
      for index in 0..<content.count {
        if index > 0 { writer.raw(",") }
        writer.write(content.record(index).selecting(fields))
      }
      writer.raw("]")
    } else if let content = view.content {
      for entry in content.record(0).selecting(fields).values {
        writer.raw(",")
        writer.member(entry.field, entry.value)
      }
    } else {
      let lines = view.page.text(in: Style()).split(separator: "\n", omittingEmptySubsequences: false)
      writer.raw(",")
      writer.member("text", .list(lines.dropLast().map { .text(Untrusted($0)) }))
    }
    writer.raw("}\n")
    return writer.text
  }

  /// One array, one record per line.
  private func array(_ content: Content) -> String {
    var writer = JSONWriter()
    writer.raw("[")
    for index in 0..<content.count {
      if index > 0 { writer.raw(",\n") }
      writer.write(content.record(index))
    }
    writer.raw("]\n")
    return writer.text
  }

  /// One record per line.
  private func lines(_ content: Content) -> String {
    var writer = JSONWriter()
    for index in 0..<content.count {
      writer.write(content.record(index))
      writer.raw("\n")
    }
    return writer.text
  }
}
