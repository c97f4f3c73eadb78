import GazetteerIndex

extension Preview {
  /// The places of which Enter would ask which one is meant, in the order of the question.
  ///
  /// - Parameter option: what was left out of the command because it may be incomplete.
  init(of choice: PlaceChoice, rows: Int, _ style: Style, without option: String? = nil) {
    heading = choice.doubt.neutralised
    self.rows = zip(1..., choice.question.details).prefix(min(rows, choice.places.count)).map { number, detail in
      let text = detail.neutralised
      let cut = style.width.map { Width.fit(text, cells: $0, ascii: style.isASCII) } ?? text
      return Row(text: cut, matches: [], number: number, picking: nil)
    }
    let count = choice.rest?.neutralised ?? Numeral.places(choice.total)
    summary = Preview.leavingOut(option) + count + "; Enter asks which is meant"
    isCounted = true
  }

  /// The first thing in the line below the rows, which may be cut.
  static func leavingOut(_ option: String?) -> String { option.map { "without the unfinished \($0): " } ?? "" }
}
