import GazetteerIndex

extension Catalog {
  /// The category that a text names, apart from case and accents: that of this name, else the first whose name begins with
  /// the text, else one with a later word that does, else one whose words are the text in the singular or plural, else
  /// one with one typing error, if these are wanted. O(categories).
  func category(
    called text: Untrusted, mayHaveTypo: Bool = true, _ cancellation: Cancellation
  ) throws(Cancelled) -> Untrusted? {
    let wanted = CategoryText(text)
    var best: (name: Untrusted, fit: CategoryText.Fit)?
    for dataset in datasets {
      for (number, entry) in dataset.categoryWords.entries.enumerated() {
        try cancellation.check(every: number)
        guard let fit = wanted.fit(entry.key), fit < best?.fit ?? .worst, mayHaveTypo || fit < .typo else { continue }
        best = (entry.name, fit)
      }
    }
    return best?.name
  }
}

/// A text that may be the name of a category.
private struct CategoryText {
  /// How it fits a name; the best first.
  enum Fit: Int, Comparable {
    case name, beginning, laterBeginning, otherNumber, typo, worst

    static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
  }

  /// Shorter texts are only whole names.
  private static let leastLetters = 3
  /// Shorter texts have no typing errors.
  private static let leastWithTypo = 4

  private let key: [UInt8]
  private let letters: [Unicode.Scalar]
  /// In the singular, or in the plural if more than its end differs.
  private let otherNumbers: [[UInt8]]

  init(_ text: Untrusted) {
    let folded = Fold.fold(text.text)
    key = Array(folded.utf8)
    letters = Array(folded.unicodeScalars)
    let endings = [("ies", "y"), ("es", ""), ("s", ""), ("y", "ies")]
    otherNumbers = endings.filter { folded.hasSuffix($0.0) && folded.utf8.count - $0.0.utf8.count >= Self.leastLetters }
      .map { Array(folded.utf8.dropLast($0.0.utf8.count)) + Array($0.1.utf8) }
  }

  /// How it fits the folded name of a category; nil if it does not.
  func fit(_ name: [UInt8]) -> Fit? {
    guard name != key else { return .name }
    guard letters.count >= Self.leastLetters, !name.isEmpty else { return nil }
    if name.starts(with: key) { return .beginning }
    let words = [name[...]] + name.indices.filter { name[$0] == UInt8(ascii: " ") }.map { name[($0 + 1)...] }
    if words.contains(where: { $0.starts(with: key) }) { return .laterBeginning }
    let isOtherNumber = otherNumbers.contains { form in
      words.contains { $0.starts(with: form) && ($0.count == form.count || $0.dropFirst(form.count).first == 0x20) }
    }
    if isOtherNumber { return .otherNumber }
    guard letters.count >= Self.leastWithTypo, abs(name.count - key.count) <= Self.mostBytesOfTypo else { return nil }
    let others = Array(String(decoding: name, as: UTF8.self).unicodeScalars)
    return abs(others.count - letters.count) < 2 && Spelling.distance(letters, others) == 1 ? .typo : nil
  }

  /// A letter has at most this many bytes.
  private static let mostBytesOfTypo = 4
}
