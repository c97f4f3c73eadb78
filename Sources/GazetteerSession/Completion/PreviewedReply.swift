import GazetteerIndex

/// What a command answered, to be shown below its line.
struct PreviewedReply {
  private enum Content {
    case places(PlacesView)
    /// Values or columns, with a line about them. Without a table, there is only the line.
    case counts(Table?, summary: String)
  }

  private let content: Content
  /// What the names in the command meant.
  private let remarks: [Message]
  private let map: MapSubject?

  /// nil for what is neither a list of places, nor of columns, nor a count.
  init?(_ reply: Reply) {
    guard let view = reply.view?.presentable else { return nil }
    switch view {
    case let view as PlacesView: content = .places(view)
    case is CountView, is CountsView, is ColumnsView:
      var (table, summary) = (Table?.none, "")
      for block in view.page.blocks {
        switch block {
        case .table(let rows): table = rows
        case .line(let line): summary = line
        default: return nil
        }
      }
      content = .counts(table, summary: summary)
    default: return nil
    }
    remarks = reply.remarks
    map = reply.map
  }

  /// Whether the first place matches all that was typed, without mistakes.
  var isFullMatch: Bool {
    guard case .places(let view) = content else { return false }
    return view.hits.first?.tier.map { $0 < .typo } ?? false
  }

  /// - Parameter option: what was left out of the command because it may be incomplete.
  func preview(
    in style: Style, without option: String? = nil, _ cancellation: Cancellation
  ) throws(Cancelled) -> Preview {
    let leftOut = Preview.leavingOut(option)
    switch content {
    case .places(let view):
      let table = view.hits.isEmpty ? nil : try view.previewedTable(cancellation)
      let lines = try table?.lines(in: style, cancellation) ?? []
      let count = view.hits.isEmpty && !view.isTotalOnly ? view.absence.neutralised : view.totalText
      let further = (view.note == nil ? "" : "; of all categories") + (view.offer.map { "; \($0.neutralised)" } ?? "")
      return Preview(
        heading: heading([view.heading].compactMap(\.self)), rows: lines.map { row($0, of: view) },
        summary: leftOut + count + further, isCounted: view.isTotalExact, map: map)
    case .counts(let table, let summary):
      let lines = try table?.lines(in: style, cancellation) ?? []
      return Preview(
        heading: heading([]),
        rows: lines.map { Preview.Row(text: $0.text, matches: [], number: $0.row, picking: nil) },
        summary: leftOut + summary, isCounted: true, map: nil)
    }
  }

  private func heading(_ more: [Message]) -> String? {
    let messages = remarks + more
    return messages.isEmpty ? nil : messages.map(\.neutralised).joined(separator: "; ")
  }

  private func row(_ line: Table.Line, of view: PlacesView) -> Preview.Row {
    Preview.Row(
      text: line.text, matches: line.highlights, number: view.first + line.row,
      picking: Preview.Row.line(selecting: view.hits[line.row].place.word))
  }
}
