import GazetteerIndex

extension Preview {
  /// The places of which Enter would ask which one is meant, in the order of the question.
  ///
  /// - Parameter option: what was left out of the command because it may be incomplete.
  init(of choice: PlaceChoice, rows: Int, _ style: Style, without option: String? = nil) {
    heading = choice.doubt.neutralised
    self.rows = zip(choice.places, choice.question.details).prefix(rows).enumerated().map { index, row in
      let text = row.1.neutralised
      let cut = style.width.map { Width.fit(text, cells: $0, ascii: style.isASCII) } ?? text
      // A place of data that are not open can only be named by its position.
      let isPoint = AnglePair(row.0.word.text) != nil
      return Row(
        text: cut, matches: choice.letters(in: cut), number: index + 1,
        picking: isPoint ? nil : Row.line(selecting: row.0.word))
    }
    let count = choice.rest?.neutralised ?? Numeral.places(choice.total)
    summary = Preview.leavingOut(option) + count + "; Enter asks which is meant"
    isCounted = true
  }

  /// The first thing in the line below the rows, which may be cut.
  static func leavingOut(_ option: String?) -> String { option.map { "without the unfinished \($0): " } ?? "" }
}

extension PlaceChoice {
  /// The letters of a row of the question that the name matches: what follows its number.
  fileprivate func letters(in row: String) -> [Range<Int>] {
    let start = row.utf8.prefix { $0 != UInt8(ascii: " ") }.count + 2
    let label = String(decoding: row.utf8.dropFirst(start), as: UTF8.self)
    let runs = MatchedLetters(name)?.runs(in: label, tier: isMisspelt ? .typo : .region) ?? []
    return runs.map { $0.lowerBound + start..<$0.upperBound + start }
  }
}
