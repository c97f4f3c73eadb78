/// Regions that follow each other and lie in the same country.
struct CountryRegions {
  /// All names of the country, folded.
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
    let known = CountryTable.facts(of: region.country.text)?.names ?? []
    return Set(([region.country.text, region.countryName.text] + known).map(Fold.fold))
  }
}
