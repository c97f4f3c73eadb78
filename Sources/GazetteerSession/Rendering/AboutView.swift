import GazetteerIndex

/// The names, countries and positions of places: enough to tell them apart.
package struct AboutView: Equatable, Sendable {
  package let places: [Place]
}

extension AboutView: Presentable {
  static let fields: [Content.Field] = [
    .init("id", "its identity in its source"), .init("dataset", "the dataset it is in"), .init("name", "its name"),
    .init("country", "the code of its country, or its name"), .init("country_name", "the name of its country"),
    .init("lat", "latitude in degrees"), .init("lon", "longitude in degrees"),
  ]

  var content: Content? {
    Content("places", total: places.count, fields: AboutView.fields, count: places.count) { index in
      let place = places[index]
      var record = Record()
      record.add("id", place.id.id.datum)
      record.add("dataset", .own(place.id.dataset))
      record.add("name", place.name)
      record.add("country", place.region.shortCountry)
      record.add("country_name", place.region.nameOfCountry)
      record.add("lat", place.coordinate.map { .decimal($0.latitude) })
      record.add("lon", place.coordinate.map { .decimal($0.longitude) })
      return record
    }
  }

  var page: Page {
    Page(
      places.enumerated().flatMap { index, place -> [Page.Block] in
        let region = place.region
        let parts = [
          region.nameOfCountry, region.country.isEmpty ? region.country : Untrusted("(\(region.country.text))"),
        ]
        let country = parts.filter { !$0.isEmpty }.map(\.neutralised).joined(separator: " ")
        let pairs = [
          Page.Pair("country", country.isEmpty ? "not known" : country),
          Page.Pair("coordinates", place.coordinate?.word ?? "not known"),
        ]
        return (index > 0 ? [.line("")] : []) + [.line(place.name.neutralised), .pairs(pairs)]
      })
  }
}

extension Region {
  /// The name of the country, from the data if it has one, otherwise in English.
  fileprivate var nameOfCountry: Untrusted {
    countryName.isEmpty
      ? Untrusted(CountryTable.facts(of: country.text)?.name.description ?? "") : countryName
  }
}
