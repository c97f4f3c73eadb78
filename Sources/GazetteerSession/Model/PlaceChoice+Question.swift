import GazetteerIndex

extension [PlaceChoice.Option] {
  /// - Parameter word: what the command takes for a place.
  init(_ places: [Place], word: (Place) -> Untrusted) {
    let twins = Twins(places)
    self = places.enumerated().map { index, place in
      let (title, word, words) = (place.title.neutralised, word(place), twins.words(index))
      // An id and a point say themselves what differs.
      let isSaid = words == word.neutralised || twins.differ(byPosition: index) && word.text == place.coordinate?.word
      let further = words.flatMap { isSaid ? nil : $0 + ", " } ?? ""
      return PlaceChoice.Option(
        title: place.title, label: words.map { Untrusted("\(title) (\($0))") } ?? place.title,
        entry: Untrusted("\(title) (\(further)\(word.neutralised))"), word: word)
    }
  }
}

extension PlaceChoice {
  /// Asks which place is meant; the answer is its number.
  package var question: Question {
    var question = Question(
      isMisspelt ? "nothing is called \(quoted: name); which is meant" : "which \(cut: name)", power: nil,
      words: .number(upTo: places.count), no: "nothing was chosen")
    question.details = places.enumerated().map { "\(own: String($0 + 1))  \(cut: $1.label)" }
    if let rest { question.details.append(rest) }
    return question
  }
}
