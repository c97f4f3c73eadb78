import GazetteerIndex

/// Everything that is known about a place.
package struct PlaceDetail: Equatable, Sendable {
  package let place: Place
  /// The local time there.
  package let localTime: LocalTime?
  /// Whom to credit.
  package let attribution: Untrusted?
  /// nil if it is not a favorite.
  package let favorite: FavoriteDetail?
  /// The user's language, such as `ja`; empty if it is not known.
  var language = ""
}

/// Everything that is known about some places.
package struct DetailsView: Equatable, Sendable {
  package let details: [PlaceDetail]
}

extension DetailsView: Presentable {
  static let fields: [Content.Field] =
    [
      .init("id", "its identity in its source"), .init("dataset", "the dataset it is in"), .init("name", "its name"),
      .init("country", "the code of its country, or its name"), .init("admin1", "its state, province or the like"),
      .init("category", "its categories"), .init("lat", "latitude in degrees"), .init("lon", "longitude in degrees"),
      .init("population", "how many people live there"), .init("country_name", "the name of its country"),
      .init("timezone", "its time zone"), .init("local_time", "the local time there now"),
      .init("alternates", "its other names"), .init("attributes", "everything else that its source says"),
      .init("attribution", "whom to credit"),
      .init("favorite", "true if it is a favorite, else absent"),
    ] + Favorite.fields

  var content: Content? {
    var credits: [Untrusted] = []
    for credit in details.compactMap(\.attribution) where !credits.contains(credit) { credits.append(credit) }
    return Content(
      "places", total: details.count, fields: DetailsView.fields, count: details.count, attribution: credits
    ) {
      details[$0].record
    }
  }

  var standsApart: Bool { true }

  var page: Page {
    Page(details.enumerated().flatMap { index, detail in (index > 0 ? [Page.Block.line("")] : []) + detail.blocks })
  }
}

extension PlaceDetail {
  fileprivate var record: Record {
    var record = Record()
    record.add("id", place.id.id.datum)
    record.add("dataset", .own(place.id.dataset))
    record.add(contentsOf: place)
    record.add("country_name", place.region.countryName)
    record.add("timezone", place.timeZone)
    record.add("local_time", localTime.map { .text(Untrusted($0.iso)) })
    record.add("alternates", place.alternates.isEmpty ? nil : .list(place.alternates.map { .text($0) }))
    record.add("attributes", place.attributesAsDatum)
    record.add("attribution", attribution)
    record.add("favorite", favorite == nil ? nil : .flag(true))
    if let favorite { record.add(contentsOf: favorite.favorite) }
    return record
  }

  fileprivate var blocks: [Page.Block] {
    let local = LocalNames(of: place, language: language)
    var pairs = [
      Page.Pair("locally", local.there.map(\.neutralised).joined(separator: ", ")),
      Page.Pair(
        local.isInLanguage ? "in your language" : "in your script",
        local.here.map(\.neutralised).joined(separator: ", ")),
      Page.Pair("region", place.region.long.neutralised),
      Page.Pair("local time", localTime?.text ?? ""),
      Page.Pair("map", place.coordinate.map { MapLink.openstreetmap.text($0, named: nil) } ?? ""),
      Page.Pair("position", place.coordinate?.word ?? "not known"),
      Page.Pair("categories", place.categories.map(\.neutralised).joined(separator: ", ")),
      Page.Pair("population", place.population > 0 ? Numeral.grouped(place.population) : ""),
      Page.Pair("time zone", place.timeZone?.neutralised ?? ""),
    ]
    pairs += place.attributes.filter { !isOtherName($0) }.map {
      Page.Pair($0.key.neutralised, Place.shown($0).neutralised)
    }
    pairs += favorite?.pairs ?? []
    pairs.append(Page.Pair("also called", alternates))
    pairs.append(Page.Pair("id", place.id.word.neutralised))
    pairs.append(Page.Pair("source", attribution?.neutralised ?? ""))
    let title = place.name.neutralised
    return [
      favorite == nil ? .line(title) : .marked(Style.heart, title),
      .pairs(pairs.filter { !$0.text.isEmpty || $0.label.isEmpty }),
    ]
  }

  private static let nameInLanguage = "name:"

  /// Whether an attribute such as `name:de` says what is told beside the names.
  private func isOtherName(_ attribute: Place.Attribute) -> Bool {
    attribute.key.text.hasPrefix(Self.nameInLanguage)
      && (attribute.value == place.name || place.alternates.contains(attribute.value))
  }

  /// Another name and the languages that attributes say: `Monaco (es, it)`.
  private func named(_ name: Untrusted) -> String {
    let languages = place.attributes.filter { $0.value == name && $0.key.text.hasPrefix(Self.nameInLanguage) }
      .map { Untrusted(String($0.key.text.dropFirst(Self.nameInLanguage.count))).neutralised }
    return languages.isEmpty ? name.neutralised : "\(name.neutralised) (\(languages.joined(separator: ", ")))"
  }

  /// Some of its other names, and how many more it has.
  private var alternates: String {
    let most = 12
    let names = place.alternates.prefix(most).map(named).joined(separator: ", ")
    let others = place.alternates.count - most
    return others > 0 ? "\(names) and \(Numeral.grouped(others)) more (all: show N --json)" : names
  }
}

extension LocalTime {
  /// `2024-05-01T14:03+02:00`.
  fileprivate var iso: String { "\(date)T\(clock)\(difference)" }

  /// `2024-05-01 14:03 CEST (UTC+02:00)`.
  fileprivate var text: String { "\(date) \(clock) \(abbreviation) (UTC\(difference))" }

  private var date: String { "\(year)-\(LocalTime.digits(month))-\(LocalTime.digits(day))" }
  private var clock: String { LocalTime.digits(hour) + ":" + LocalTime.digits(minute) }

  private var difference: String {
    let minutes = abs(offsetSeconds) / 60
    return (offsetSeconds < 0 ? "-" : "+") + LocalTime.digits(minutes / 60) + ":" + LocalTime.digits(minutes % 60)
  }

  private static func digits(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }
}
