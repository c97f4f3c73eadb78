import GazetteerIndex

/// Suggestions from the datasets: their names, categories and countries, and the names of places.
extension SuggestionSearch {
  /// The most words of a list to look at, so that a very long list costs no noticeable time.
  static let mostWords = 2000

  /// The datasets to suggest from: those in use, or the one that an option names.
  var catalog: Catalog {
    if slot.command?.isAboutFavorites == true { return session.catalog(of: [Favorite.dataset]) }
    let option = slot.command?.inputs.first { input in
      if case .dataset = input.completes { !input.isParameter } else { false }
    }
    let named = option.flatMap { slot.given[$0.name]?.last }.map { session.catalog(of: [$0.text]) }
    return named ?? session.catalog
  }

  func datasets(opening: Bool, besides: [Completes.Choice], given: [Untrusted]) -> Suggestions {
    var kept: [any PlaceSource] = opening ? [] : session.locations
    if session.hasFavorites, !opening { kept.append(session.favorites.dataset) }
    let open = (session.open + kept).map { dataset in
      let isInUse = session.inUse.contains(dataset.name) ? ", in use" : ""
      return Suggestion(dataset.name, detail: Untrusted(Numeral.places(dataset.size) + isInUse))
    }
    let openings = (opening ? session.openings : []).map { Suggestion($0, detail: Untrusted("being opened")) }
    let others = besides.map { Suggestion($0.word, detail: Untrusted($0.meaning)) }
    return matching((open + openings + (given.isEmpty ? others : [])).filter { !given.contains(Untrusted($0.text)) })
  }

  /// - Parameter given: the categories that are already on the line.
  func categories(_ state: Completes.CategoryState, given: [Untrusted]) -> Suggestions {
    if state == .selected {
      return matching(
        session.selectedCategories.filter { !given.contains($0) }.prefix(Self.mostWords).map { Suggestion($0.text) },
        .folded)
    }
    let given = Set(given.map { Fold.fold($0.text) })
    let selected = Set(session.selectedCategories)
    let draft = Set(session.draft ?? [])
    return suggestions(from: catalog.datasets.map(\.categoryWords)) { entries in
      entries.filter { entry in
        !(state == .unselected && selected.contains(entry.word))
          && !given.contains(String(decoding: entry.key, as: UTF8.self))
      }
      .map { entry in
        let mark = state == .drafted && draft.contains(entry.word) ? ", selected" : ""
        return Suggestion(entry.word.text, detail: Untrusted(Numeral.places(entry.places) + mark))
      }
    }
  }

  /// The lists or tags of the favorites.
  func labels(_ kind: LabelKind) -> Suggestions {
    let labels = session.favorites.labels[kind].prefix(Self.mostWords)
    return matching(
      labels.map { Suggestion($0.name.text, detail: Untrusted(Numeral.places($0.favorites))) }, .folded)
  }

  /// The countries of places by name. If no name matches, by a code or another name.
  func countries() -> Suggestions {
    suggestions(from: catalog.datasets.map(\.countryWords)) { entries in
      let named = Set(entries.filter { $0.word == $0.name }.map(\.name))
      var seen: Set<Untrusted> = []
      return entries.compactMap { entry in
        if entry.word == entry.name {
          return Suggestion(entry.word.text, detail: Untrusted(Numeral.places(entry.places)))
        }
        guard !named.contains(entry.name), seen.insert(entry.name).inserted else { return nil }
        return Suggestion(entry.word.text, detail: entry.name)
      }
    }
  }

  /// The words of lists that start with the typed text, each once. If there are none, those that contain it.
  private func suggestions(
    from lists: [WordList], _ suggestions: ([WordList.Entry]) -> [Suggestion]
  ) -> Suggestions {
    let beginning = Beginning(typed, .folded)
    guard beginning.isComparable else { return Suggestions() }
    var found = lists.flatMap { $0.entries(beginningWith: beginning.key).prefix(Self.mostWords) }
    let hasMore = lists.contains { $0.entries(beginningWith: beginning.key).count > Self.mostWords }
    if found.isEmpty { found = lists.flatMap { $0.entries.prefix(Self.mostWords) } }
    var counts: [Untrusted: Int] = [:]
    for entry in found { counts[entry.word, default: 0] += entry.places }
    let joined = lists.count == 1 ? found : found.filter { counts.removeValue(forKey: $0.word) != nil }
    var result = matching(suggestions(joined.sorted { $0.key.lexicographicallyPrecedes($1.key) }), .folded)
    result.hasMore = hasMore
    if hasMore { result.common = nil }
    return result
  }

  /// The names of places that start with the typed text. If it has accents, alternate names with the same accents are
  /// preferred to names without: `mün` is München, not Munich.
  private func names(beginningWith beginning: Beginning) -> NameSuggestions {
    let found = catalog.names(beginningWith: beginning.key, limit: context.limit)
    let typed = beginning.text.lowercased()
    func isSpelled(_ name: NameSuggestions.Name) -> Bool { name.text.text.lowercased().hasPrefix(typed) }
    guard !typed.utf8.allSatisfy({ $0 < 0x80 }), !found.names.contains(where: isSpelled) else { return found }
    var spelled = catalog.names(beginningWith: beginning.key, limit: context.limit, meeting: [.alternate])
    let hasMore = spelled.hasMore || spelled.total > spelled.names.count
    spelled.names.removeAll { !isSpelled($0) }
    (spelled.total, spelled.hasMore) = (spelled.names.count, hasMore)
    return spelled.names.isEmpty ? found : spelled
  }

  /// The names of places that can complete the typed text.
  ///
  /// - Parameter head: the part of the name before it.
  func names(of typed: String, after head: String = "") -> Suggestions {
    let whole = Beginning(head + typed, .folded)
    guard whole.isComparable else { return Suggestions() }
    let found = names(beginningWith: whole)
    let headBeginning = Beginning(head, .folded)
    guard head.isEmpty || found.meeting != .word else { return Suggestions() }
    let listed = found.names.map { name in
      Suggestion(String(headBeginning.rest(of: name.text.text)), label: name.text, detail: name.detail(found.meeting))
    }
    var result = Suggestions(listed, total: found.total, hasMore: found.hasMore)
    result.isBeginning = found.meeting != .word
    guard result.isBeginning, !listed.isEmpty else { return result }
    let beginning = Beginning(typed, .folded)
    if listed.count == found.total && !found.hasMore {
      result.common = Suggestions.common(of: listed.map(\.text), beginning: beginning)
    } else if found.common.count > whole.key.count {
      result.common = typed + String(decoding: found.common.dropFirst(whole.key.count), as: UTF8.self)
    }
    return result
  }
}

extension Command {
  /// Whether its parameter is the name of a favorite.
  fileprivate var isAboutFavorites: Bool { inputs.contains { $0.completes == .placeName(amongFavorites: true) } }
}

extension NameSuggestions.Name {
  /// The place of the name: `Bavaria, DE`; `Munich, Bavaria, DE` for an alternate name; `Illinois, US and 4 more`.
  fileprivate func detail(_ meeting: NameSuggestions.Meeting) -> Untrusted {
    let title = ((meeting == .alternate ? [placeName] : []) + [region.short]).joined(separator: ", ")
    let others = places > 1 ? "\(title.isEmpty ? "" : " and ")\(Numeral.grouped(places - 1)) more" : ""
    return Untrusted(bytes: title.bytes + others.utf8)
  }
}
