/// A key of a favorite's field in files of other programs' formats. If a favorite is written with these keys, reading
/// the file gives the same favorite.
///
/// | format | a field | a field with a name |
/// |---|---|---|
/// | GPX | `<gaz:rating>4</gaz:rating>` in `extensions` | `<gaz:attribute name="cuisine">…</gaz:attribute>` |
/// | KML | `<Data name="gaz:rating"><value>4</value></Data>` | `<Data name="gaz:attribute:cuisine">…` |
/// | GeoJSON | `"gaz:rating": "4"`, a list if the field may have several values | `"gaz:attribute:cuisine": […]` |
/// | CSV | a column `gaz:rating`; several values are joined by `;` | a column `gaz:attribute:cuisine` |
///
/// In CSV, joined values end with `;` if one of them is empty.
///
/// Names and values are escaped (see `EscapedText`). In CSV, `;` inside joined values is escaped too, and values that a
/// spreadsheet would read as a formula. These fields have priority over the format's own fields, because they are
/// complete.
///
/// A class, so that the entries of thousands of places do not copy the keys.
package final class FavoriteKey: Sendable {
  /// `rating`.
  package let name: String
  /// The tag of its field; 0 for `id`, which is not a field.
  let tag: UInt8
  let part: Part
  /// Whether a favorite may have several values of it.
  package let isRepeated: Bool
  /// Whether each value has a name: `gaz:attribute:cuisine`.
  package let hasName: Bool
  /// `gaz:rating`.
  package let text: String
  /// The same, as it is written without a name.
  let written: Untrusted

  /// The part of the field's value that the key holds.
  enum Part: Sendable {
    case whole, dataset, textID, numberID, name, latitude, longitude
    /// In metres.
    case distance
  }

  private init(_ name: String, tag: UInt8, _ part: Part = .whole, isRepeated: Bool = false, hasName: Bool = false) {
    self.name = name
    self.tag = tag
    self.part = part
    self.isRepeated = isRepeated
    self.hasName = hasName
    text = FavoriteKey.prefix + name
    written = Untrusted(text)
  }

  /// The id of the favorite.
  package static let id = FavoriteKey("id", tag: 0)
  /// An extra that the format of the file cannot hold in its own way.
  package static let extra = FavoriteField.extras.keys[0]

  /// Every key, in the order of `FavoriteField.all`.
  package static let all = [id] + FavoriteField.all.flatMap(\.keys)
  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The key with this name; nil if there is none.
  package static func named(_ name: String) -> FavoriteKey? { byName[name] }

  /// The keys of a field.
  static func keys(of kind: FavoriteField.Kind, tag: UInt8, word: String) -> [FavoriteKey] {
    func identity(_ prefix: String, id: String) -> [FavoriteKey] {
      [
        FavoriteKey(prefix + "dataset", tag: tag, .dataset), FavoriteKey(id + "-id", tag: tag, .textID),
        FavoriteKey(id + "-number", tag: tag, .numberID),
      ]
    }
    func position(_ prefix: String) -> [FavoriteKey] {
      [
        FavoriteKey(prefix + "lat", tag: tag, .latitude), FavoriteKey(prefix + "lon", tag: tag, .longitude),
      ]
    }
    switch kind {
    case .identity: return identity("", id: word)
    case .position: return position("")
    case .station:
      return identity(word + "-", id: word) + [FavoriteKey(word + "-name", tag: tag, .name)] + position(word + "-")
        + [FavoriteKey(word + "-distance", tag: tag, .distance)]
    case .attributes: return [FavoriteKey(word, tag: tag, isRepeated: true, hasName: true)]
    case .texts, .labels: return [FavoriteKey(word, tag: tag, isRepeated: true)]
    default: return [FavoriteKey(word, tag: tag)]
    }
  }

  package static let prefix = "gaz:"
  /// The XML namespace of elements with the prefix `gaz`.
  package static let namespace = "urn:gaz:favorites:1"

  /// The key in `gaz:rating` or `gaz:attribute:cuisine`, and the name after it, still escaped; nil for other texts.
  package static func parse(_ text: Untrusted) -> (key: FavoriteKey, name: Untrusted?)? {
    let parts = text.bytes.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[0].elementsEqual(prefix.utf8.dropLast()),
      let key = FavoriteKey.named(String(decoding: parts[1], as: UTF8.self)), key.hasName == (parts.count == 3)
    else { return nil }
    return (key, key.hasName ? Untrusted(bytes: parts[2]) : nil)
  }
}

extension FavoriteKey: Hashable {
  /// Each key is made once.
  package static func == (left: FavoriteKey, right: FavoriteKey) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
