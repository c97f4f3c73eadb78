import GazetteerIndex

/// What an input does with the name of a place.
struct NameUse {
  /// Whether only the position matters.
  let isPoint: Bool
  let isAmongFavorites: Bool
  /// The option that takes it; nil for a parameter.
  let option: String?
}

extension Arguments {
  /// Replaces each word that names a place by the word that `meaning` returns for it. The last parameter of a command
  /// takes all remaining words as one name; numbers, identities and points stay.
  mutating func replaceNames(_ meaning: (Untrusted, NameUse) throws -> Untrusted) throws {
    let inputs = command.inputs
    let parameters = inputs.filter(\.isParameter)
    for (index, input) in parameters.enumerated() where index < words.count {
      guard let use = input.nameUse else { continue }
      let end = index + 1 < parameters.count ? index + 1 : words.count
      let whole = Array(words[index..<end]).text
      guard !input.keywords.contains(whole.text) else { continue }
      if use.names(whole), use.names(words[index].text) {
        words.replaceSubrange(index..<end, with: [Word(try meaning(whole, use))])
      } else if use.isPoint, end > index + 1, AnglePair(whole.text) != nil {
        words.replaceSubrange(index..<end, with: [Word(whole)])
      }
    }
    for input in inputs where !input.isParameter {
      guard let use = input.nameUse, let values = options[input.name] else { continue }
      options[input.name] = try values.map { use.names($0) ? try meaning($0, use) : $0 }
    }
  }
}

extension InputDescription {
  fileprivate var nameUse: NameUse? {
    guard canBeNamed, case .place(let isPoint, let isAmongFavorites) = completes else { return nil }
    return NameUse(isPoint: isPoint, isAmongFavorites: isAmongFavorites, option: isParameter ? nil : name)
  }
}

extension NameUse {
  /// Whether a text is a name, not a reference of another form. A text without letters is none.
  fileprivate func names(_ text: Untrusted) -> Bool {
    do {
      if isPoint { _ = try PointReference(word: text) } else { _ = try PlaceReference(word: text) }
      return false
    } catch {
      return error is Malformed && text.text.contains(where: \.isLetter)
    }
  }
}
