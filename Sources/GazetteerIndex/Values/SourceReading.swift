/// What the user says about how a source of places is read. Whatever is not said is detected.
package struct SourceReading: Hashable, Sendable {
  /// What can be said. The raw values are the options of `open`, in the order of its help.
  package enum Aspect: String, CaseIterable, Sendable {
    /// The columns with the names of places, their positions in one or two columns, their categories and ids.
    case name, lat, lon, geometry, category, id
    /// How the bytes are texts, and what separates the columns of a table.
    case encoding, delimiter
    /// The coordinate reference system of the positions.
    case crs
    /// The table of a database.
    case table

    /// Whether its value is the name of a column.
    package var isColumn: Bool { ![.encoding, .delimiter, .crs, .table].contains(self) }
  }

  private var values: [Aspect: Untrusted] = [:]

  package init() {}

  package subscript(aspect: Aspect) -> Untrusted? {
    get { values[aspect] }
    set { values[aspect] = newValue }
  }

  package var isEmpty: Bool { values.isEmpty }

  /// What was said, in the order of the help.
  package var given: [(aspect: Aspect, value: Untrusted)] {
    values.isEmpty ? [] : Aspect.allCases.compactMap { aspect in values[aspect].map { (aspect, $0) } }
  }

  /// The columns that were named.
  package var columns: [(aspect: Aspect, value: Untrusted)] { given.filter(\.aspect.isColumn) }

  /// Whether it says which columns have the positions.
  package var placesRecords: Bool { values[.lat] != nil || values[.lon] != nil || values[.geometry] != nil }

  /// nil if it is not said, or no encoding that is known.
  package var encoding: Encoding? { values[.encoding].flatMap { Encoding($0) } }

  /// nil if it is not said, or no delimiter.
  package var delimiter: Delimiter? { values[.delimiter].flatMap { Delimiter($0) } }

  /// nil if it is not said, or no code of a system.
  package var system: System? { values[.crs].flatMap { System($0) } }
}

extension SourceReading {
  /// How bytes are texts. The raw values are the names for `open --encoding`.
  package enum Encoding: String, CaseIterable, Sendable {
    case utf8 = "utf-8"
    /// The byte order mark decides; without one, the zeros beside the first letter.
    case utf16 = "utf-16"
    case utf16LittleEndian = "utf-16le"
    case utf16BigEndian = "utf-16be"
    /// ISO-8859-1.
    case latin1 = "latin-1"
    case windows1252 = "windows-1252"

    /// The encoding with this name, ignoring case, dashes and underscores; `cp1252`, `iso-8859-1` and the like too.
    package init?(_ name: Untrusted) {
      let letters = name.text.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
      switch letters {
      case "utf8", "ascii", "usascii": self = .utf8
      case "utf16", "ucs2", "unicode": self = .utf16
      case "utf16le", "ucs2le": self = .utf16LittleEndian
      case "utf16be", "ucs2be": self = .utf16BigEndian
      case "latin1", "iso88591", "l1": self = .latin1
      case "windows1252", "cp1252", "ansi", "win1252": self = .windows1252
      default: return nil
      }
    }
  }

  /// What separates the columns of a table: one sign of ASCII that no number or word has.
  package struct Delimiter: Equatable, Sendable {
    package let byte: UInt8

    /// A sign, or its name: `tab`, `comma`, `semicolon`, `bar`.
    package init?(_ word: Untrusted) {
      switch word.text.lowercased() {
      case "tab", "\\t", "\t": byte = 0x09
      case "comma": byte = UInt8(ascii: ",")
      case "semicolon": byte = UInt8(ascii: ";")
      case "bar", "pipe": byte = UInt8(ascii: "|")
      default:
        guard word.bytes.count == 1, ",;|:^~!$%&*/=@_".utf8.contains(word.bytes[0]) else { return nil }
        byte = word.bytes[0]
      }
    }
  }

  /// A coordinate reference system, such as a map projection in metres, by its code.
  package struct System: Hashable, Sendable {
    /// `EPSG:32632`.
    package let code: String

    /// `EPSG:3857`, `3857`, `ESRI:102100`, or a zone of UTM: `utm:32N`.
    package init?(_ word: Untrusted) {
      let word = word.text.uppercased()
      let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      switch (parts.first, parts.last) {
      case (_, let number?) where parts.count == 1 && Self.isNumber(number): code = "EPSG:" + number
      case ("EPSG"?, let number?), ("ESRI"?, let number?):
        guard parts.count == 2, Self.isNumber(number) else { return nil }
        code = word
      case ("UTM"?, let zone?):
        guard parts.count == 2, let number = Int(zone.dropLast()), (1...60).contains(number),
          zone.hasSuffix("N") || zone.hasSuffix("S")
        else { return nil }
        code = "EPSG:\((zone.hasSuffix("N") ? 32_600 : 32_700) + number)"
      default: return nil
      }
    }

    private static func isNumber(_ text: String) -> Bool {
      (1...6).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
  }
}
