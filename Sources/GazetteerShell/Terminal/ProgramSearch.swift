import Glibc

extension Environment {
  /// Whether a program of this name is where programs are looked for.
  func finds(program name: String) -> Bool {
    (variable("PATH") ?? "").split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }
}
