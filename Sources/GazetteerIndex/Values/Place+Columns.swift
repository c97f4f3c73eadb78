/// The columns of a place as a value, see `PlaceSource.columnNames`.
extension Place {
  /// The value of a column; nil if it has none.
  ///
  /// - Parameter name: as its source writes it, see `PlaceSource.columnName`.
  package func value(ofColumn name: Untrusted) -> Datum? {
    func text(_ text: Untrusted) -> Datum? { text.isEmpty ? nil : .text(text) }
    switch name.text {
    case "name": return text(self.name)
    case "id":
      switch id.id {
      case .number(let number): return .integer(number)
      case .text(let id): return text(Untrusted(id))
      }
    case "country": return text(region.shortCountry)
    case "region": return text(region.admin1Name.isEmpty ? region.admin1 : region.admin1Name)
    case "category": return Datum.one(categories)
    case "population": return population == 0 ? nil : .integer(population)
    case "latitude": return coordinate.map { .decimal($0.latitude) }
    case "longitude": return coordinate.map { .decimal($0.longitude) }
    case "timezone": return timeZone.flatMap(text)
    default: return (attributes.first { $0.key == name }?.value).flatMap(text)
    }
  }

  /// The same as a text. Numbers are written without separators.
  package func text(ofColumn name: Untrusted) -> Untrusted? {
    value(ofColumn: name).map { value in
      switch value {
      case .text(let text): text
      case .joined(let texts): texts.joined(separator: ", ")
      default: Untrusted(JSONWriter.text(of: value))
      }
    }
  }
}
