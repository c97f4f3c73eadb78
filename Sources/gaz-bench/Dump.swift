import GazetteerIndex

/// Writes the places for the programs that gaz is compared with. They are folded, so that all search the same text.
struct Dump {
  private let dataset: Dataset

  init(_ dataset: Dataset) { self.dataset = dataset }

  func write() {
    for row in 0..<dataset.count {
      let place = dataset.place(row)
      let alternates = place.alternates.map { Fold.fold($0.text) }.filter { !$0.isEmpty }
      let fields = [
        place.id.id.text, Fold.fold(place.name.text), alternates.joined(separator: ";"), place.region.country.text,
        region(place.region), String(place.population),
        place.coordinate.map { "\($0.latitude)" } ?? "nan", place.coordinate.map { "\($0.longitude)" } ?? "nan",
        place.name.text,
      ]
      print(fields.map(cell).joined(separator: "\t"))
    }
  }

  /// The country's code and name, the division's code and name, and the country's other names, separated by ";".
  private func region(_ region: Region) -> String {
    let facts = CountryTable.facts(of: region.country.text)
    let aliases = facts?.aliases.description.split(separator: ";").map(String.init) ?? []
    let names = [region.country, region.countryName, region.admin1, region.admin1Name].map(\.text)
    return (names + [facts?.alpha3.description ?? ""] + aliases).map(Fold.fold).joined(separator: ";")
  }

  /// A text in which tabs and line ends are replaced by spaces.
  private func cell(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\t" || $0 == "\n" || $0 == "\r" ? " " : $0 }))
  }
}
