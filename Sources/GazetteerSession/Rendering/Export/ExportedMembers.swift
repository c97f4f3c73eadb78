import GazetteerIndex

/// A place as named values, for JSON and tables: the columns that other programs know, then every field under its
/// `FavoriteKey`, then the extras that came from a file of the same form.
struct ExportedMembers {
  /// Texts and numbers; several values are a list.
  let plain: [Plain]
  /// The values of each key, escaped.
  private(set) var own: [Own] = []
  /// Their names are not used in `plain` and `own`.
  private(set) var extras: [Extra] = []
  /// Those of the extras that are attributes of the place.
  private(set) var attributes: [Untrusted] = []

  /// The names of `attributes`, escaped and joined by semicolons.
  var columns: String {
    attributes.map { EscapedText.oneLine($0, and: [UInt8(ascii: ";")]) }.joined(separator: ";")
  }

  // Not tuples, which are slow in arrays.
  struct Plain {
    let name: String
    let value: Datum
  }
  struct Own {
    let key: FavoriteKey
    let name: Untrusted
    var values: [String]
  }
  struct Extra {
    let name: Untrusted
    let value: Untrusted
  }

  /// - Parameters:
  ///   - prefix: the prefix of extras that came from files of this form.
  ///   - escaped: other bytes to escape in a value that is one of several.
  ///   - holds: whether a cell or a value of JSON has room for a text unchanged; then attributes have their own names.
  init(
    of exported: ExportedPlace, extrasOf prefix: String, escaping escaped: Set<UInt8> = [],
    holds: (Untrusted) -> Bool
  ) {
    plain = ExportedMembers.plainMembers(of: exported)
    let names = exported.place.attributes.map(\.key)
    for entry in exported.entries {
      if entry.key == FavoriteField.attributes.keys[0], let name = entry.name, name.isPlain,
        ExportedMembers.isFree(name.text), holds(entry.value), names.count(where: { $0 == name }) == 1
      {
        extras.append(Extra(name: name, value: entry.value))
        attributes.append(name)
      } else {
        add(entry, escaping: escaped)
      }
    }
    for extra in exported.extras {
      let name = Untrusted(bytes: extra.key.bytes.dropFirst(prefix.utf8.count))
      if extra.key.bytes.starts(with: prefix.utf8), ExportedMembers.isFree(name.text), name.isPlain,
        holds(extra.value),
        !extras.contains(where: { $0.name == name })
      {
        extras.append(Extra(name: name, value: extra.value))
      } else {
        add(FavoriteEntry(.extra, name: extra.key, extra.value), escaping: escaped)
      }
    }
  }

  private mutating func add(_ entry: FavoriteEntry, escaping escaped: Set<UInt8>) {
    let value = entry.key.isRepeated ? EscapedText.oneLine(entry.value, and: escaped) : entry.writtenValue
    let name = entry.writtenKey
    if let index = own.indices.first(where: { own[$0].name == name }) {
      own[index].values.append(value)
    } else {
      own.append(Own(key: entry.key, name: name, values: [value]))
    }
  }

  /// Whether the cell of a raw table, which is not read if it is blank, gives back a text.
  static func isRawCell(_ text: Untrusted) -> Bool {
    text.bytes.contains { $0 > UInt8(ascii: " ") }
      && (text.isPrintableASCII || text.text.utf8.elementsEqual(text.bytes))
  }

  /// The same for a table whose texts, in lines, must not act on a terminal.
  static func isSafeCell(_ text: Untrusted) -> Bool {
    if text.isPrintableASCII { return isRawCell(text) }
    let lines = text.bytes.split(separator: UInt8(ascii: "\n"))
    return isRawCell(text) && lines.allSatisfy { Untrusted(bytes: $0).neutralised.utf8.elementsEqual($0) }
  }

  /// The columns that other programs know, in their order.
  static let plainNames = FavoriteField.tabular.flatMap(\.columns)

  private static func plainMembers(of exported: ExportedPlace) -> [Plain] {
    var values = exported.values
    var members: [Plain] = []
    for field in exported.favorite == nil ? FavoriteField.tabularOfPlaces : FavoriteField.tabular {
      func add(_ value: Datum, column: Int = 0) { members.append(Plain(name: field.columns[column], value: value)) }
      switch field.value(in: &values) {
      case nil:
        // Other programs expect what there is in the place of the code.
        let country = exported.place.region.shortCountry
        if field == .country, !country.isEmpty { add(.text(country)) }
      case .position(let position)?:
        add(.decimal(position.latitude))
        add(.decimal(position.longitude), column: 1)
      case .text(let name)? where field == .name && name.bytes.allSatisfy({ $0 <= UInt8(ascii: " ") }):
        // Readers treat a name of blanks as missing.
        add(.own(EscapedText.oneLine(name)))
      case let value?: add(value.datum)
      }
    }
    return members
  }

  /// Whether the name has no meaning for readers, and is not one that this program writes itself.
  private static func isFree(_ name: String) -> Bool {
    !name.isEmpty && !known.contains(name.lowercased()) && !name.hasPrefix(FavoriteKey.prefix)
  }

  /// The names that have a meaning for programs that read places or favorites.
  private static let known: Set<String> = Set(
    FieldNames.all + FavoriteField.all.flatMap { $0.columns + $0.columnSynonyms })
}

extension Untrusted {
  /// Whether it can be written unchanged: it needs no escapes, and no spreadsheet would read it as a formula.
  fileprivate var isPlain: Bool {
    !isEmpty && EscapedText.oneLine(self).utf8.elementsEqual(bytes) && !SpreadsheetText.isFormula(text)
  }
}
