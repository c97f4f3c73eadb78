extension ScreenRow {
  /// The row of a text of the program, with the sequences of `Style.isColored`: dim, bold, colors, and their end.
  init(sequences text: some StringProtocol) {
    self.init()
    var look = StyledText.Look.plain
    for (index, part) in text.split(separator: "\u{1b}", omittingEmptySubsequences: false).enumerated() {
      var words = part
      if index > 0, let end = part.firstIndex(of: "m") {
        look = StyledText.Look(parameters: part[part.index(after: part.startIndex)..<end])
        words = part[part.index(after: end)...]
      }
      if !words.isEmpty { append(StyledText(String(words), look)) }
    }
  }
}

extension StyledText.Look {
  /// `1;38;5;214`.
  fileprivate init(parameters: some StringProtocol) {
    let numbers = parameters.split(separator: ";").compactMap { UInt8($0) }
    if let index = numbers.firstIndex(of: 38), numbers.count > index + 2 {
      self = .color(numbers[index + 2], isBold: numbers.first == 1)
    } else if numbers.contains(1) {
      self = .bold
    } else {
      self = numbers.contains(2) ? .dim : .plain
    }
  }
}
