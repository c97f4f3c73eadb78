import GazetteerIndex

/// Texts without repeats, and the number of each, in the order in which they were added.
struct NumberedTexts {
  private(set) var texts: [Untrusted] = []
  private var numbers: [Untrusted: Int] = [:]

  /// The number of a text, which is added if it is not there.
  @discardableResult mutating func number(of text: Untrusted) -> Int {
    if let number = numbers[text] { return number }
    texts.append(text)
    numbers[text] = texts.count - 1
    return texts.count - 1
  }

  /// The number of a text; nil if it is not there.
  subscript(text: Untrusted) -> Int? { numbers[text] }
}
