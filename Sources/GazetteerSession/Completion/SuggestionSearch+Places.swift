import GazetteerIndex

/// Suggestions for references to places.
extension SuggestionSearch {
  /// The most places of the list to compare with a name.
  private static let mostNames = 500

  /// Numbers of the last list, and `.`. For a name, the numbers of listed places with that name. If there are none, the
  /// ids of the best places whose names start with it.
  func places(isPoint: Bool, amongFavorites: Bool) -> Suggestions {
    if typed.isEmpty { return numbers(after: "") }
    let last = typed.lastIndex { !$0.isASCII || !$0.isNumber }
    let head = String(typed[..<(last.map { typed.index(after: $0) } ?? typed.startIndex)])
    if isHeadOfNumbers(head, isPoint: isPoint) { return numbers(after: head) }
    if let colon = typed.firstIndex(of: ":"), DatasetName.isWellFormed(String(typed[..<colon])) { return identities() }
    guard typed.first?.isLetter == true else { return Suggestions() }
    let kept: [any PlaceSource] = session.hasFavorites ? [session.favorites.dataset] : []
    let datasets = (session.open + kept).filter { $0.name.hasPrefix(typed) }.map {
      Suggestion($0.name + ":", detail: Untrusted(Numeral.places($0.size)), endsWord: false)
    }
    if !datasets.isEmpty { return matching(datasets) }
    let listed = listedPlaces()
    return listed.isEmpty ? bestPlaces(of: amongFavorites ? kept : session.catalog.datasets) : Suggestions(listed)
  }

  /// Whether a number of the list can follow `head`: it is empty, or like `1-3,` where several places can be named.
  private func isHeadOfNumbers(_ head: String, isPoint: Bool) -> Bool {
    if head.isEmpty { return true }
    guard !isPoint, "-,".contains(head.last ?? " ") else { return false }
    return head.first?.isNumber == true && head.allSatisfy { $0.isASCII && ($0.isNumber || "-,".contains($0)) }
  }

  /// The numbers that start with the digits typed after `head`, ascending.
  private func numbers(after head: String) -> Suggestions {
    let digits = typed.dropFirst(head.count)
    var runs = [1...max(1, session.filtered.count)]
    if let number = Int(digits) {
      runs = []
      var (first, last) = (number, number)
      while digits.first != "0", first <= session.filtered.count {
        runs.append(first...min(last, session.filtered.count))
        (first, last) = (first * 10, last * 10 + 9)
      }
    } else if !digits.isEmpty || session.filtered.isEmpty {
      runs = []
    }
    var listed: [Suggestion] = []
    if typed.isEmpty, let current = session.current { listed.append(Suggestion(".", detail: title(of: current))) }
    let total = runs.reduce(listed.count) { $0 + $1.count }
    for number in runs.joined().prefix(context.limit - listed.count) {
      let place = session.filtered[number - 1]
      listed.append(Suggestion(head + String(number), label: Untrusted(String(number)), detail: title(of: place)))
    }
    var found = Suggestions(listed, total: total)
    found.isBeginning = true
    return found
  }

  /// The numbers of listed places with a word in their names that starts with the typed text.
  private func listedPlaces() -> [Suggestion] {
    let wanted = Array(Fold.fold(typed).utf8)
    guard !wanted.isEmpty else { return [] }
    return session.filtered.prefix(Self.mostNames).enumerated().compactMap { index, id in
      guard let place = session.found(id) else { return nil }
      let key = Array(Fold.fold(place.name.text).utf8)
      let meets = key.indices.contains { (index: Int) in
        (index == 0 || key[index - 1] == 0x20) && key[index...].starts(with: wanted)
      }
      return meets ? Suggestion(String(index + 1), detail: place.title) : nil
    }
  }

  /// The ids of places whose names start with the typed text.
  private func bestPlaces(of datasets: [any PlaceSource]) -> Suggestions {
    let places = Catalog(datasets).places(beginningWith: Beginning(typed, .folded).key, limit: context.limit)
    let options = [PlaceChoice.Option](places.compactMap(session.found), word: \.id.word)
    return Suggestions(options.map { Suggestion($0.word.text, label: $0.label, detail: $0.word) })
  }

  /// The ids of listed places, for a typed dataset.
  private func identities() -> Suggestions {
    let places = ([session.current].compactMap(\.self) + session.filtered.prefix(Self.mostNames))
    var seen: Set<PlaceID> = []
    return matching(
      places.filter { seen.insert($0).inserted }.map { Suggestion($0.word.text, detail: title(of: $0)) })
  }

  private func title(of id: PlaceID) -> Untrusted {
    session.found(id)?.title ?? Untrusted("")
  }
}
