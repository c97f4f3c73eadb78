/// Regions that follow each other and lie in the same country.
struct CountryRegions {
  /// What the source calls the country, and its English names and codes, folded.
  let names: Set<String>
  let regions: Range<Int>

  /// Those of a dataset. O(regions).
  static func all(of dataset: Dataset) -> [CountryRegions] {
    let places = dataset.places
    var all: [CountryRegions] = []
    var start = 0
    for end in 1..<max(1, dataset.regionIndex.regionCount + 1) {
      let region = places.region(start)
      if end < dataset.regionIndex.regionCount {
        let next = places.region(end)
        if next.country == region.country, next.countryName == region.countryName { continue }
      }
      all.append(CountryRegions(names: names(of: region), regions: start..<end))
      start = end
    }
    return all
  }

  private static func names(of region: Region) -> Set<String> {
    let own = [region.country.text, region.countryName.text].map(Fold.fold).filter { !$0.isEmpty }
    if let facts = CountryTable.facts(of: region.country.text) { return Set(own + facts.names.map(Fold.fold)) }
    return own.reduce(into: Set(own)) { $0.formUnion(CountryTable.names(ofCountries: $1)) }
  }
}
