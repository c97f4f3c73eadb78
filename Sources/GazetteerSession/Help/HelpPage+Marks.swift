import GazetteerIndex

extension HelpPage.Section {
  /// What is on a map; each mark also as it is drawn with ASCII.
  static var marks: HelpPage.Section {
    let kinds: [(Ink, String)] = [
      (.place, "A place"), (.restaurant, "A restaurant"), (.station, "A station"), (.favorite, "A favorite"),
      (.checked, "A checked place"), (.current, "The current place"), (.own, "Your own location"),
      (.point, "The point that the list is around"), (.label, "A large town, for orientation"),
    ]
    let marks = kinds.map { ink, meaning in
      HelpPage.Row(term: "\(ink.symbol(isASCII: false)) or \(ink.symbol(isASCII: true))", meaning: meaning + ".")
    }
    let numbers = [
      HelpPage.Row(term: "●3, 3●", meaning: "The place with the number 3 of the list."),
      HelpPage.Row(term: "(3)", meaning: "Three places that would cover or touch each other; zoom in to see them."),
    ]
    let lines = [
      HelpPage.Row(term: "# : + ~ .", meaning: "With ASCII: coasts, states, borders, water, degrees.")
    ]
    return HelpPage.Section(title: "on the map", rows: numbers + marks + lines)
  }
}
