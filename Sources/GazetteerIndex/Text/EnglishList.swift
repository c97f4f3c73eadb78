extension [String] {
  /// A list in English: `a, b or c`.
  package func listed(_ conjunction: StaticString) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }
}
