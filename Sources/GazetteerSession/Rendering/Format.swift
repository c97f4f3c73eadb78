import GazetteerIndex

/// How a view is printed.
package enum Format: Equatable, Sendable {
  case table, csv, tsv, json, jsonl, geojson, markdown, line
  /// `--json`: one object a line for each command, with all fields of a row or these only.
  case object(fields: [String])

  /// The formats by their names in `--format`.
  package static let named: [(name: String, format: Format)] = [
    ("table", .table), ("csv", .csv), ("tsv", .tsv), ("json", .json), ("jsonl", .jsonl), ("geojson", .geojson),
    ("markdown", .markdown), ("line", .line),
  ]

  /// The format of a name in `--format`.
  package init?(named name: String) {
    guard let format = Format.named.first(where: { $0.name == name })?.format else { return nil }
    self = format
  }
}

extension Format {
  /// What `--json` (nil) or `--json=F1,F2` asks for.
  static func object(fields list: Untrusted?) throws(UsageError) -> Format {
    guard let list else { return .object(fields: []) }
    return .object(fields: list.text.split(separator: ",").map(String.init))
  }
}
