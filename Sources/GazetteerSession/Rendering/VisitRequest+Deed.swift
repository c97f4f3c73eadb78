import GazetteerIndex

extension VisitRequest {
  /// The fields of `--json`.
  static let fields: [Content.Field] = [.init("name", "the name of the place"), .init("url", "its link")]

  /// That the link was opened in the browser; otherwise the link itself.
  package func deed(isOpened: Bool) -> Deed {
    var record = Record()
    record.add("name", name)
    record.add("url", url)
    return Deed([isOpened ? "opened \(quoted: url)" : "\(url)"], record)
  }
}
