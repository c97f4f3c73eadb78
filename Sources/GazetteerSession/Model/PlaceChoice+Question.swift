import GazetteerIndex

extension PlaceChoice {
  /// Asks which place is meant; the answer is its number.
  package var question: Question {
    var question = Question(
      "which \(cut: name)", power: nil, words: .number(upTo: places.count), no: "nothing was chosen")
    question.details = places.enumerated().map { "\(own: String($0 + 1))  \(cut: $1.label)" }
    if let rest { question.details.append(rest) }
    return question
  }
}
