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

  /// The option that asks for it after a command.
  package var option: Untrusted {
    switch self {
    case .object(let fields): Untrusted(fields.isEmpty ? "--json" : "--json=\(fields.joined(separator: ","))")
    default: Untrusted("--format=\(word)")
    }
  }

  /// The format of a name in `--format`.
  package init?(named name: String) {
    guard let format = Format.named.first(where: { $0.name == name })?.format else { return nil }
    self = format
  }
}
