import GazetteerIndex

/// How a view is printed.
package enum Format: Equatable, Sendable {
  case table, csv, tsv, json, jsonl, geojson, markdown, line
  /// `--json`: one object per command, on one line, with all fields of a row or only these.
  case object(fields: [String])

  /// Whether errors are printed as objects too.
  package var isObject: Bool { if case .object = self { true } else { false } }

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
  /// The format for `--json` (`list` is nil) or `--json=F1,F2`; nil for `--json=help`.
  package static func object(fields list: Untrusted?) throws(UsageError) -> Format? {
    guard let list else { return .object(fields: []) }
    guard list != Untrusted("help") else { return nil }
    let fields = list.text.split(separator: ",").map(String.init)
    for field in fields where !JSONShape.names.contains(field) {
      throw .unknownField(Untrusted(field), nearest: Spelling.nearest(to: field, among: JSONShape.names.sorted()))
    }
    return .object(fields: fields)
  }
}
