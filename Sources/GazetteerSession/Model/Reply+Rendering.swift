import GazetteerIndex

extension Reply {
  /// The view as text that may be printed anywhere, each line ended; empty if there is nothing to show.
  ///
  /// - Parameter previous: the reply of the same line that is printed just above.
  package func rendered(
    in style: Style, after previous: Reply?, _ cancellation: Cancellation
  ) throws(Cancelled) -> String {
    let text = try rendered(in: style, cancellation)
    let standsApart = view?.presentable.standsApart == true && previous?.view?.presentable.standsApart == true
    return standsApart && [.table, .markdown, .line].contains(format) ? "\n" + text : text
  }

  /// The map that it is, if it may be shown as a picture.
  package var pictured: MapSubject? {
    guard format == .table, !isASCII, let map = view?.presentable as? MapView, !map.isText else { return nil }
    return map.subject
  }

  /// The view as text that may be printed anywhere, each line ended; empty if there is nothing to show.
  package func rendered(in style: Style) -> String {
    uncancelled { cancellation throws(Cancelled) in try rendered(in: style, cancellation) }
  }

  private func rendered(in style: Style, _ cancellation: Cancellation) throws(Cancelled) -> String {
    var style = style
    style.isASCII = style.isASCII || isASCII
    guard let view = (style.isASCII ? view?.inASCII : view)?.presentable else { return "" }
    if case .object(let fields) = format { return try object(view, fields, cancellation) }
    if let text = view.verbatim { return text }
    guard let content = view.content else {
      let page = try view.page(cancellation)
      return try format == .markdown ? Markdown.text(of: page, cancellation) : page.text(in: style, cancellation)
    }
    switch format {
    case .table, .object:
      guard let split = style.split, let map else { return try view.page(cancellation).text(in: style, cancellation) }
      guard let alone = view as? MapView else {
        return try MapBeside(subject: map, page: view.page(cancellation), leastRows: split.map / 3)
          .text(in: style, split: split, cancellation)
      }
      guard !alone.isEmpty else {
        style.isLandscape = false
        return try alone.page.text(in: style, cancellation)
      }
      let rows = style.mapSize.rows + 1
      let names = alone.names(rows: rows, columns: split.list, isASCII: style.isASCII)
      return try MapBeside(subject: map, page: names, leastRows: rows).text(in: style, split: split, cancellation)
    case .markdown: return try Markdown.text(of: view.page(cancellation), cancellation)
    case .csv: return try Tabular(isTab: false, isRaw: style.isRaw).text(of: content, cancellation)
    case .tsv: return try Tabular(isTab: true, isRaw: style.isRaw).text(of: content, cancellation)
    case .json: return try array(content, cancellation)
    case .jsonl: return try lines(content, cancellation)
    case .geojson: return try GeoJSON.text(of: content, cancellation)
    case .line:
      if let words = try view.spoken(cancellation) { return words }
      return try Lines.text(of: content, cancellation)
    }
  }

  /// `{"command":…,"total":…,"places":[…]}`, in one line.
  private func object(
    _ view: any Presentable, _ fields: [String], _ cancellation: Cancellation
  ) throws(Cancelled) -> String {
    var writer = JSONWriter()
    writer.raw("{")
    writer.member("command", .own(command))
    if let content = view.content ?? view.subject, let name = content.name {
      writer.raw(",")
      writer.member("total", .integer(content.total))
      if !content.isTotalExact {
        writer.raw(",")
        writer.member("total_is_exact", .flag(false))
      }
      for entry in content.head.selecting(fields).values {
        writer.raw(",")
        writer.member(entry.field, entry.value)
      }
      writer.raw(",\"\(name)\":[")
      try content.forEach(cancellation) { index, record in
        if index > 0 { writer.raw(",") }
        writer.write(record.selecting(fields))
      }
      writer.raw("]")
    } else if let content = view.content ?? view.subject {
      for entry in content.first.selecting(fields).values {
        writer.raw(",")
        writer.member(entry.field, entry.value)
      }
    }
    if view.content == nil {
      let page = try view.page(cancellation).text(in: Style(), cancellation)
      let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
      writer.raw(",")
      writer.member("text", .list(lines.dropLast().map { .text(Untrusted($0)) }))
    }
    writer.raw("}\n")
    return writer.text
  }

  /// One array, one record per line.
  private func array(_ content: Content, _ cancellation: Cancellation) throws(Cancelled) -> String {
    var writer = JSONWriter()
    writer.raw("[")
    try content.forEach(cancellation) { index, record in
      if index > 0 { writer.raw(",\n") }
      writer.write(record)
    }
    writer.raw("]\n")
    return writer.text
  }

  /// One record per line.
  private func lines(_ content: Content, _ cancellation: Cancellation) throws(Cancelled) -> String {
    var writer = JSONWriter()
    try content.forEach(cancellation) { _, record in
      writer.write(record)
      writer.raw("\n")
    }
    return writer.text
  }
}
