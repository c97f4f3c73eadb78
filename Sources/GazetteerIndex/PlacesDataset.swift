extension Dataset {
  /// A dataset of places that are there already, each under an identity that it has in this dataset. O(n log n).
  package convenience init(name: String, about: DatasetAbout, places: [(id: SourceID, place: Place)]) {
    var builder = DatasetBuilder()
    for (id, place) in places { builder.keep(place, as: id) }
    self.init(name: name, about: about, builder: builder)
  }
}

extension DatasetBuilder {
  /// Adds a whole place as the next row.
  fileprivate mutating func keep(_ place: Place, as id: SourceID) {
    set(id: id)
    place.name.bytes.withUnsafeBufferPointer { set(name: $0) }
    for name in place.alternates { name.bytes.withUnsafeBufferPointer { add(alternate: $0) } }
    for name in place.categories { name.bytes.withUnsafeBufferPointer { add(category: $0) } }
    if let coordinate = place.coordinate {
      set(latitude: coordinate.latitude)
      set(longitude: coordinate.longitude)
    }
    place.region.country.bytes.withUnsafeBufferPointer { set(country: $0) }
    place.region.countryName.bytes.withUnsafeBufferPointer { set(countryName: $0) }
    place.region.admin1.bytes.withUnsafeBufferPointer { set(admin1: $0) }
    place.region.admin1Name.bytes.withUnsafeBufferPointer { set(admin1Name: $0) }
    set(population: place.population)
    place.timeZone?.bytes.withUnsafeBufferPointer { set(timeZone: $0) }
    for attribute in place.attributes {
      attribute.key.bytes.withUnsafeBufferPointer { key in
        attribute.value.bytes.withUnsafeBufferPointer { add(attribute: key, value: $0) }
      }
    }
    keep()
  }
}
