/// What is meant by a word that is not the name of a command.
extension CommandTable {
  /// The most commands that an error message names.
  private static let mostNamed = 3

  /// What the user may have meant: commands that have the word as a synonym, otherwise those whose names begin with it,
  /// otherwise those with a similar spelling. Synonyms with a similar spelling do not count, because too many names of
  /// places are similar to one.
  func meant(by word: String) -> [String] {
    for found in [synonymous(word), beginning(with: word)] where !found.isEmpty {
      return Array(found.prefix(Self.mostNamed))
    }
    let nearest = Spelling.nearest(to: word, among: spellings.map(\.word).filter { $0.count > 2 })
    // An alias with more letters than it has is a better guess than one with other letters.
    let longer = nearest.filter { word.lowercased().hasPrefix($0) }
    return named(longer.isEmpty ? nearest : longer)
  }

  /// The commands that have the word as a synonym.
  func synonymous(_ word: String) -> [String] {
    commands.filter { $0.synonyms.contains(word.lowercased()) }.map(\.name)
  }

  /// The commands with a name or alias that begins with the word, which has two letters or more.
  func beginning(with word: String) -> [String] {
    guard word.count > 1 else { return [] }
    return named(spellings.map(\.word).filter { $0.hasPrefix(word.lowercased()) })
  }

  /// Whether the name or alias of a command is one letter away from the word.
  ///
  /// Words of fewer than three letters are no mistakes. A name of three letters is meant only if the word has a letter
  /// more or two of them swapped: `sett` and `ste` mean `set`, `sea` and `usa` mean no command.
  func isOneLetterAway(from word: String) -> Bool {
    let word = Array(word.lowercased().unicodeScalars.prefix(64))
    guard word.count > 2 else { return false }
    return spellings.contains { spelling in
      let letters = Array(spelling.word.unicodeScalars)
      guard letters.count > 2, abs(letters.count - word.count) < 2, Spelling.distance(word, letters) == 1 else {
        return false
      }
      return letters.count > 3 || word.count > 3 || word.sorted() == letters.sorted()
    }
  }

  /// Every name and alias, in the order of the help.
  private var spellings: [(word: String, command: String)] {
    commands.flatMap { command in ([command.name] + command.aliases).map { ($0, command.name) } }
  }

  /// The canonical names of commands, each once.
  private func named(_ words: [String]) -> [String] {
    var names: [String] = []
    for word in words {
      if let name = command(called: word)?.name, !names.contains(name) { names.append(name) }
    }
    return names
  }
}
