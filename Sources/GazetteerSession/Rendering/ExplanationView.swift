import GazetteerIndex

/// Why the last search did or did not find a place.
package struct ExplanationView: Equatable, Sendable {
  package let explanation: Explanation
  package let place: Place
  /// The order that was asked for instead of relevance; nil if none was.
  package let sorting: String?
}

extension ExplanationView: Presentable {
  static let fields: [Content.Field] = [
    .init("query", "the query"), .init("folded_query", "in the form that is compared"),
    .init("id", "the place's identity"), .init("dataset", "the dataset it is in"), .init("name", "its name"),
    .init("folded_name", "in the form that is compared"), .init("tier", "how it matches; absent if it does not"),
    .init("matched", "what matches, if that is not the name"),
    .init("name_words", "in the tier region, the words that match a name"),
    .init("region_words", "in the tier region, the words that match the region"),
    .init("left_out", "in the tier relaxed, the words that were left out"),
    .init("typos", "how many typos"), .init("weight", "how much the match counts, in the tiers name to region"),
    .init("importance", "what full matches are sorted by: (population + 1) * weight"),
    .init("distance", "metres from the point that was given"),
    .init("population", "decides in the tiers without weights"), .init("country", "decides after the name"),
  ]

  var content: Content? {
    let hit = explanation.hit
    var record = Record()
    record.add("query", .text(explanation.query))
    record.add("folded_query", .text(explanation.foldedQuery))
    record.add("id", place.id.id.datum)
    record.add("dataset", .own(place.id.dataset))
    record.add("name", place.name)
    record.add("folded_name", .text(explanation.foldedName))
    record.add("tier", hit?.tier.map { .own($0.label) })
    record.add("matched", hit?.matched)
    record.add("name_words", explanation.regionMatch?.name)
    record.add("region_words", explanation.regionMatch?.region)
    record.add("typos", hit.flatMap { $0.typos > 0 ? .integer($0.typos) : nil })
    record.add("left_out", hit == nil ? nil : explanation.relaxation?.leftOut)
    record.add("weight", hit?.weight.map { .integer($0) })
    record.add("importance", importance.map { .integer($0) })
    record.add("distance", hit?.distance.map { .decimal($0.inCentimetres) })
    record.add("population", place.population > 0 ? .integer(place.population) : nil)
    record.add("country", place.region.country)
    return Content(fields: ExplanationView.fields, record)
  }

  var page: Page {
    let hit = explanation.hit
    let pairs = [
      Page.Pair("query", "\(explanation.query.neutralised) (compared as \"\(explanation.foldedQuery.neutralised)\")"),
      Page.Pair("name", "\(place.name.neutralised) (compared as \"\(explanation.foldedName.neutralised)\")"),
      Page.Pair("matches", hit.map(verdict) ?? "no: it is not among the results"),
      Page.Pair("matched", hit?.matched?.neutralised ?? ""),
      Page.Pair("weight", sorting == nil ? hit?.weight.map(Numeral.grouped) ?? "" : ""),
      Page.Pair("importance", sorting == nil ? importanceText : ""),
      Page.Pair("distance", hit?.distance.map(Numeral.text) ?? ""),
      Page.Pair("then by", hit == nil || sorting != nil ? "" : order),
      Page.Pair("sorted by", sorting ?? ""),
    ]
    return Page([.line(place.name.neutralised), .pairs(pairs.filter { !$0.text.isEmpty })])
  }

  private var importance: Int? { explanation.hit.flatMap { $0.weight == nil ? nil : $0.importance(place.population) } }

  /// How the importance is computed.
  private var importanceText: String {
    guard let importance, let weight = explanation.hit?.weight else { return "" }
    let people = Numeral.grouped(place.population)
    return "(\(people) people + 1) * \(Numeral.grouped(weight)) = \(Numeral.grouped(importance))"
  }

  private func verdict(_ hit: Hit) -> String {
    guard let tier = hit.tier else { return "every place matches an empty query" }
    let typos = hit.typos == 0 ? "" : hit.typos == 1 ? ", one typo" : ", \(hit.typos) typos"
    let rule = explanation.relaxation.map { "it matches without \"\($0.leftOut.neutralised)\"" } ?? tier.rule
    return "tier \(tier.rawValue), \(tier.label)\(typos): \(explanation.regionMatch.map(split) ?? rule)"
  }

  /// Which words of the query match the name, and which the region.
  private func split(_ match: Explanation.RegionMatch) -> String {
    let region = "\"\(match.region.neutralised)\""
    guard let name = match.name?.neutralised else { return "\(region) matches its region" }
    return "\"\(name)\" matches \(explanation.hit?.matched == nil ? "the name" : "another name"), \(region) its region"
  }

  /// What decides the order of places that are equally important.
  private var order: String {
    let people = place.population > 0 ? Numeral.grouped(place.population) : "not known"
    let population = explanation.hit?.weight == nil ? "population \(people), " : ""
    let country = place.region.country.isEmpty ? "none" : place.region.country.neutralised
    let name = explanation.foldedName.neutralised
    return "\(population)name \"\(name)\", country \(country), id \(place.id.word.neutralised)"
  }
}

extension Tier {
  /// When a place is in this tier.
  fileprivate var rule: String {
    switch self {
    case .name: "the name is the query"
    case .alternate: "another name is the query"
    case .prefix: "the name begins with the query"
    case .words: "the query's words begin words of the name, in order"
    case .alternatePrefix: "another name, or words of it, begin with the query, or a code is the query"
    case .region: "part of the query matches a name and the rest its region, or all of it the region"
    case .inside: "the name contains the query"
    case .typo: "the beginning of a name is the query, apart from typos"
    case .relaxed: "a part of the query matches"
    }
  }
}
