@testable import GazetteerIndex

extension Dataset {
  /// The dataset of `places`, in their order.
  convenience init(_ places: [ScannedPlace], named name: String = "test") {
    var builder = DatasetBuilder()
    for place in places {
      builder.set(id: place.id)
      place.name.withBytes { builder.set(name: $0) }
      for alternate in place.alternates { alternate.withBytes { builder.add(alternate: $0) } }
      place.country.withBytes { builder.set(country: $0) }
      place.admin1.withBytes { builder.set(admin1: $0) }
      place.admin1Name.withBytes { builder.set(admin1Name: $0) }
      builder.set(population: place.population)
      builder.set(latitude: place.latitude)
      builder.set(longitude: place.longitude)
      for category in place.categories { category.withBytes { builder.add(category: $0) } }
      builder.addDraft()
    }
    self.init(name: name, about: DatasetAbout(format: "test"), builder: builder)
  }
}

extension String {
  /// Calls `body` with the text's UTF-8.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    var text = self
    return try text.withUTF8(body)
  }
}
