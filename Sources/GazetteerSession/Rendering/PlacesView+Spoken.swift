import GazetteerIndex

/// The list for people who hear it: a place is a line of words, with the most important ones first.
extension PlacesView {
  /// `1. Munich, city in Bavaria, Germany, 1.5 million people, favorite`.
  func spoken(_ cancellation: Cancellation) throws(Cancelled) -> String? {
    guard !isTotalOnly, total > 0 else { return nil }
    var text = heading.map { $0.neutralised + "\n" } ?? ""
    let sorted = shown == nil ? try sortedColumn(cancellation) : nil
    let twins = Twins(isOfLocations ? [] : hits.indices.map(place))
    for index in hits.indices {
      try cancellation.checkWhileRendering(index)
      let cell = sorted.map { $0.cells[index] } ?? ""
      let value = cell.isEmpty ? "" : ", \(sorted?.column.title ?? "") \(cell)"
      text += "\(first + index). \(sentence(index, twins))\(value)\n"
    }
    return text + summary + "\n"
  }

  private func sentence(_ index: Int, _ twins: Twins) -> String {
    guard let place = place(index) else { return "not open any more" }
    if let shown { return sentence(index, showing: shown) }
    var parts = [place.name.neutralised]
    switch twins.differences[index] {
    case nil, .population: break
    case .remark(let text): parts.append(text)
    case .position(let text): parts.append("at \(text)")
    }
    if let matched = hits[index].matched { parts.append("also called \(matched.neutralised)") }
    let division = place.region.admin1Name.isEmpty ? place.region.admin1 : place.region.admin1Name
    let country = place.region.countryName.isEmpty ? place.region.country : place.region.countryName
    let region = [division, country].filter { !$0.isEmpty }.map(\.neutralised).joined(separator: ", ")
    let kinds = place.categories.filter { $0 != Untrusted("Default") }.map(\.neutralised).joined(separator: " and ")
    parts.append([kinds, region.isEmpty ? "" : "in " + region].filter { !$0.isEmpty }.joined(separator: " "))
    parts.append(hits[index].distance.map { "\(Numeral.text($0)) away" } ?? "")
    if let rating = source?.showsRatings == true ? place.rating : nil {
      parts.append("\(Numeral.plain(rating.value)) stars")
    }
    parts.append(Self.people(place.population))
    if isFavorite(index) { parts.append("favorite") }
    if let note = favorite(index)?.note { parts.append("note: \(note.neutralised)") }
    if checkedRows.contains(index) { parts.append("checked") }
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// `1.5 million people`; empty if the number is not known.
  private static func people(_ count: UInt32) -> String {
    switch count {
    case 0: ""
    case 1: "1 person"
    case ..<10_000: "\(Numeral.grouped(count)) people"
    case ..<1_000_000: "\(Numeral.grouped((count + 500) / 1000 * 1000)) people"
    default: "\(Numeral.fixed(Double(count) / 1e6, decimals: 1)) million people"
    }
  }
}
