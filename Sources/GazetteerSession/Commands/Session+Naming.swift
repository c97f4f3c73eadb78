import GazetteerIndex

/// A command whose places are named by identity, whatever names were typed.
struct NamedArguments {
  var arguments: Arguments
  /// What the names meant.
  var remarks: [Message] = []
}

/// A place that a search finds for a name.
struct NamedPlace {
  let place: Place
  let tier: Tier
  let importance: Int
  /// How many typing errors the name has.
  var typos = 0
  /// The text that the name means, if that is not the place's own name.
  var matched: Untrusted?
}

extension [NamedPlace] {
  /// Without those that an earlier dataset has too: of a dataset that is open twice, or a favorite and its source. Those
  /// of one dataset all stay: two shops of one name may be in one building.
  var eachOnce: [NamedPlace] {
    enumerated().filter { index, next in
      let alike = self[..<index].filter { $0.looksLike(next) }.map(\.place.id.dataset)
      // The second of its dataset is the same as the second of another one.
      let before = alike.count { $0 == next.place.id.dataset }
      return !alike.contains { dataset in
        dataset != next.place.id.dataset && alike.count { $0 == dataset } > before
      }
    }.map(\.element)
  }

  /// Without those that have the name and the position of an earlier one, for a command that takes nothing else.
  var lookingDifferent: [NamedPlace] {
    reduce(into: []) { found, next in if !found.contains(where: next.looksLike) { found.append(next) } }
  }

  /// Whether a command that needs only a position may take any of them. What it tells others has the name too.
  fileprivate func areOnePoint(for command: Command) -> Bool {
    guard command.family != .tell else { return lookingDifferent.count == 1 }
    return allSatisfy { $0.place.coordinate == first?.place.coordinate }
  }
}

extension NamedPlace {
  fileprivate func looksLike(_ other: NamedPlace) -> Bool {
    place.title == other.place.title && place.coordinate == other.place.coordinate
  }
}

extension Session {
  /// Replaces the names of places in the words of a command by what they mean: `near munich`, `note "new york" …`.
  ///
  /// - Throws: if a name means nothing, or may mean several places. A command that keeps or changes something takes no
  ///   first result of several.
  func naming(_ arguments: Arguments, _ context: Context) throws -> NamedArguments {
    var named = NamedArguments(arguments: arguments)
    let command = arguments.command
    var (titles, misspelt): ([Message], [Misspelt]) = ([], [])
    try named.arguments.replaceNames { name, use throws in
      if let word = context.chosen[name] { return word }
      let found = try place(named: name, for: use, of: command, context)
      let option = use.option.map { "--\($0) " } ?? ""
      let other: Message = found.misspelt?.matched.map { ", as \(cut: $0)" } ?? ""
      titles.append("\(own: option)\(cut: found.option.title)\(other)")
      misspelt += [found.misspelt].compactMap(\.self)
      return found.option.word
    }
    if !titles.isEmpty {
      let taken: Message = titles.dropFirst().reduce("\(own: command.name) \(titles[0])") { "\($0) and \($1)" }
      named.remarks = [misspelt.remark.map { "\($0) \(taken)" } ?? taken]
    }
    return named
  }

  /// The place that a name means. Where a place is called so, no other is taken for a name with typing errors.
  private func place(
    named name: Untrusted, for use: NameUse, of command: Command, _ context: Context
  ) throws -> (option: PlaceChoice.Option, misspelt: Misspelt?) {
    var (found, totals): ([NamedPlace], [Tier: Int]) = ([], [:])
    for catalog in catalogs(for: use, context) where found.first.map({ $0.tier == .typo }) ?? true {
      let here = try placesAndTotals(named: name, in: catalog, havingPosition: use.isPoint, context)
      if found.isEmpty || here.places.first.map({ $0.tier < .typo }) == true { (found, totals) = here }
    }
    let isExact = found.first.map { $0.tier < .typo } ?? false
    if !isExact, let category = try catalog.category(called: name, mayHaveTypo: false, context.cancellation) {
      throw Failure(
        "no place is called \(quoted: name)", why: "a category is called \(cut: category)",
        try: "search --category \(asWord: category)")
    }
    guard let first = found.first else {
      throw Failure(
        "no place is called \(quoted: name)", why: nameReach(context), try: "search \(name), or another spelling")
    }
    let likely = found.prefix(Self.mostChoices).filter {
      command.changesPlaces || 2 * $0.importance >= first.importance
    }
    let isMisspelt = first.tier == .typo
    guard isMisspelt && command.needsName || likely.count > 1 && !(use.isPoint && likely.areOnePoint(for: command))
    else {
      return (
        options([first.place])[0], isMisspelt ? Misspelt(name: name, typos: first.typos, matched: first.matched) : nil
      )
    }
    // Whoever has to choose may mean any place with the very name.
    let rest = found.dropFirst(likely.count).filter { first.tier == .name && $0.tier == .name }
    let choices = likely + rest
    let others = totals[first.tier, default: 0] - choices.count { $0.tier == first.tier }
    throw PlaceChoice(
      name: name, option: use.option, isMisspelt: isMisspelt, places: options(choices.map(\.place)),
      total: choices.count + max(0, others)
    ).failure(of: command.name)
  }

  private func options(_ places: [Place]) -> [PlaceChoice.Option] {
    [PlaceChoice.Option](places) { place in
      // A dataset that is not open has no identities that can be typed.
      let point = found(place.id) == nil ? place.coordinate.map { Untrusted($0.word) } : nil
      return point ?? place.id.word
    }
  }

  /// Where names are looked up, until one of them has the name: the favorites, for commands about these; the datasets in
  /// use; if only a position is needed, also the other datasets and the one that is always there.
  private func catalogs(for use: NameUse, _ context: Context) -> [Catalog] {
    let favorites = use.isAmongFavorites ? [catalog(of: [Favorite.dataset])] : []
    let others = use.isPoint ? [catalog(of: open.map(\.name)), Catalog(context.world().map { [$0] } ?? [])] : []
    return (favorites + [catalog] + others).filter { !$0.datasets.isEmpty }
  }

  /// The first places that a search finds for a name, without those that are the same as an earlier one.
  func places(
    named name: Untrusted, in catalog: Catalog, havingPosition: Bool, _ context: Context
  ) throws(Cancelled) -> [NamedPlace] {
    let found = try placesAndTotals(named: name, in: catalog, havingPosition: havingPosition, context).places
    return Array(found.prefix(Self.mostChoices))
  }

  /// The same, more of them, and how many places there are in each tier.
  private func placesAndTotals(
    named name: Untrusted, in catalog: Catalog, havingPosition: Bool, _ context: Context
  ) throws(Cancelled) -> (places: [NamedPlace], totals: [Tier: Int]) {
    let result = try catalog.search(Query(name), limit: Self.mostSameNames, cancellation: context.cancellation)
    let places = result.hits.compactMap { hit -> NamedPlace? in
      // A place that matches only some of the words is hardly meant.
      guard let tier = hit.tier, tier != .relaxed, let place = catalog.place(hit.place),
        !havingPosition || place.coordinate != nil
      else { return nil }
      return NamedPlace(
        place: place, tier: tier, importance: hit.importance(place.population), typos: hit.typos, matched: hit.matched)
    }.eachOnce
    return (places, result.totals)
  }

  /// Where a name was looked up.
  private func nameReach(_ context: Context) -> Message? {
    inUse.isEmpty ? nil : "in use: \(own: inUse.joined(separator: ", "))"
  }

  /// The most places that are offered for a name.
  private static let mostChoices = 5
  /// The most if they all have the very name.
  private static let mostSameNames = 20
}

extension Command {
  /// Whether it keeps or changes something about the places that it takes.
  fileprivate var changesPlaces: Bool { family == .keep || family == .account }

  /// Whether it takes no place for a name with typing errors: it keeps, changes or tells something.
  fileprivate var needsName: Bool { changesPlaces || family == .tell }
}

/// A name with typing errors, and what it was taken for.
private struct Misspelt {
  let name: Untrusted
  let typos: Int
  let matched: Untrusted?
}

extension [Misspelt] {
  /// That no place has these names; nil if there are none.
  fileprivate var remark: Message? {
    guard let first else { return nil }
    let names = dropFirst().reduce("\(quoted: first.name)" as Message) { "\($0) or \(quoted: $1.name)" }
    let errors: Message = contains { $0.typos > 1 } ? "within two typos" : "within one typo"
    return "nothing is called \(names); \(errors):"
  }
}
