/// A shell for which gaz can print a script that completes its command lines.
package enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
