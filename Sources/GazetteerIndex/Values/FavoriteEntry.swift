/// One entry of a favorite in a file of this program: a key and a value, unescaped.
package struct FavoriteEntry: Equatable, Sendable {
  package let key: FavoriteKey
  /// The name of an attribute or an extra.
  package let name: Untrusted?
  package let value: Untrusted

  package init(_ key: FavoriteKey, name: Untrusted? = nil, _ value: Untrusted) {
    self.key = key
    self.name = name
    self.value = value
  }

  /// An entry of a file, in which its name and its value are escaped.
  package init(escaped key: FavoriteKey, name: Untrusted?, _ value: some Collection<UInt8>) {
    self.init(key, name: name.map { EscapedText.unescaped($0.bytes) }, EscapedText.unescaped(value))
  }

  /// The value as it is written into a file.
  package var writtenValue: String { EscapedText.oneLine(value) }
  /// The key as it is written into a file: `gaz:rating`, `gaz:attribute:cuisine`.
  package var writtenKey: Untrusted {
    name.map { Untrusted(bytes: key.written.bytes + ":".utf8 + EscapedText.oneLine($0).utf8) } ?? key.written
  }
}

extension Favorite {
  /// The whole favorite as entries, in the order of `FavoriteKey.all`.
  package var entries: [FavoriteEntry] {
    [FavoriteEntry(.id, Untrusted(id.text))] + entries(of: FavoriteField.all)
  }

  /// Some fields as entries.
  package func entries(of fields: [FavoriteField]) -> [FavoriteEntry] {
    var entries: [FavoriteEntry] = []
    var favorite = self
    for field in fields {
      if let value = field.value(in: &favorite) { value.write(to: &entries, under: field.keys[...]) }
    }
    return entries
  }
}

extension FieldValue {
  /// Appends the entries of the value; `keys` are those of its field.
  fileprivate func write(to entries: inout [FavoriteEntry], under keys: ArraySlice<FavoriteKey>) {
    func add(_ part: FavoriteKey.Part, _ text: String) {
      if let key = keys.first(where: { $0.part == part }) { entries.append(FavoriteEntry(key, Untrusted(text))) }
    }
    func add(_ id: PlaceID) {
      add(.dataset, id.dataset)
      switch id.id {
      case .text(let text): add(.textID, text)
      case .number(let number): add(.numberID, String(number))
      }
    }
    func add(_ position: Coordinate) {
      add(.latitude, Numeral.plain(position.latitude))
      add(.longitude, Numeral.plain(position.longitude))
    }
    guard let key = keys.first else { return }
    switch self {
    case .text(let text): entries.append(FavoriteEntry(key, text))
    case .texts(let texts): for text in texts { entries.append(FavoriteEntry(key, text)) }
    case .count(let count): add(.whole, String(count))
    case .stars(let stars): add(.whole, String(stars))
    case .day(let day): add(.whole, day.text)
    case .moment(let seconds): add(.whole, String(seconds))
    case .identity(let id): add(id)
    case .position(let position): add(position)
    case .station(let station):
      add(station.id)
      if let key = keys.first(where: { $0.part == .name }) { entries.append(FavoriteEntry(key, station.name)) }
      if let position = station.coordinate { add(position) }
      if let distance = station.distance { add(.distance, Numeral.plain(distance.metres)) }
    case .attributes(let attributes):
      for attribute in attributes { entries.append(FavoriteEntry(key, name: attribute.key, attribute.value)) }
    }
  }
}
