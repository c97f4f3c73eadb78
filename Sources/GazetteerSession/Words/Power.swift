/// What a command may do besides reading and changing the session. The names are those of `--allow`.
package enum Power: String, CaseIterable, Sendable, Comparable {
  case favorites
  case writeFile = "write-file"
  case network, account, send, shell

  package static func < (left: Power, right: Power) -> Bool { left.rawValue < right.rawValue }
}

extension Set<Power> {
  /// As `--allow` takes them: `account,network`.
  package var list: String { sorted().map(\.rawValue).joined(separator: ",") }
}
