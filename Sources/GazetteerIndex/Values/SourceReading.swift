/// What the user says about how a source of places is read. Whatever is not said is detected.
package struct SourceReading: Hashable, Sendable {
  /// What can be said. The raw values are the options of `open`, in the order of its help.
  package enum Aspect: String, CaseIterable, Sendable {
    /// The columns with the names of places, their positions in one or two columns, their categories and ids.
    case name, lat, lon, geometry, category, id
    /// How the bytes are texts, and what separates the columns of a table.
    case encoding, delimiter
    /// The names of the columns, if the first line does not have them.
    case header
    /// The coordinate reference system of the positions.
    case crs
    /// The table of a database.
    case table

    /// Whether its value is the name of a column.
    package var isColumn: Bool { ![.encoding, .delimiter, .header, .crs, .table].contains(self) }
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

  /// nil if it is not said, or if it names no column.
  package var header: Header? { values[.header].flatMap { Header($0) } }

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
    case windows1250 = "windows-1250"
    case windows1251 = "windows-1251"
    case windows1253 = "windows-1253"
    case windows1254 = "windows-1254"
    case windows1255 = "windows-1255"
    case windows1256 = "windows-1256"
    case windows1257 = "windows-1257"
    case windows1258 = "windows-1258"
    case latin2 = "iso-8859-2"
    case cyrillic = "iso-8859-5"
    case greek = "iso-8859-7"
    case latin5 = "iso-8859-9"
    case latin7 = "iso-8859-13"
    case latin9 = "iso-8859-15"
    case latin10 = "iso-8859-16"
    case koi8r = "koi8-r"
    case koi8u = "koi8-u"
    case macRoman = "macintosh"
    case cp437 = "cp437"
    case cp850 = "cp850"
    case cp866 = "cp866"
    case shiftJIS = "shift_jis"
    case eucJP = "euc-jp"
    case gb18030 = "gb18030"
    case big5 = "big5"
    case eucKR = "euc-kr"

    /// The encoding with this name, ignoring case, dashes and underscores; `cp1252`, `iso-8859-1` and the like too.
    package init?(_ name: Untrusted) {
      var letters = Self.letters(of: name.text)
      // The number of a code page.
      if !letters.isEmpty, letters.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) { letters = "cp" + letters }
      if let known = Self.allCases.first(where: { Self.letters(of: $0.rawValue) == letters }) {
        self = known
        return
      }
      switch letters {
      case "ascii", "usascii": self = .utf8
      case "ucs2", "unicode": self = .utf16
      case "ucs2le": self = .utf16LittleEndian
      case "ucs2be": self = .utf16BigEndian
      case "iso88591", "l1": self = .latin1
      case "latin2", "l2": self = .latin2
      case "latin5", "l5": self = .latin5
      case "latin7", "l7": self = .latin7
      case "latin9", "l9": self = .latin9
      case "latin10", "l10": self = .latin10
      case "ansi": self = .windows1252
      case "mac", "macroman": self = .macRoman
      case "sjis", "cp932", "ms932", "windows31j": self = .shiftJIS
      case "gbk", "gb2312", "cp936": self = .gb18030
      case "cp950": self = .big5
      case "cp949", "uhc": self = .eucKR
      case let name:
        // `cp1251`, `win1251`, `ibm850`
        let number = name.drop { !$0.isASCII || !$0.isNumber }
        guard ["cp", "win", "ibm", "dos"].contains(name.dropLast(number.count)),
          let known = Self.allCases.first(where: {
            ["windows-\(number)", "cp\(number)"].contains($0.rawValue)
          })
        else { return nil }
        self = known
      }
    }

    private static func letters(of name: String) -> String {
      name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    }

    /// What the C library calls the encoding; nil if this program reads it itself.
    package var converter: String? {
      switch self {
      case .utf8, .utf16, .utf16LittleEndian, .utf16BigEndian, .latin1, .windows1252: nil
      case .windows1250, .windows1251, .windows1253, .windows1254, .windows1255, .windows1256, .windows1257,
        .windows1258:
        "CP" + rawValue.dropFirst("windows-".count)
      case .shiftJIS: "CP932"
      case .eucKR: "UHC"
      case .eucJP: "EUC-JP-MS"
      case .latin2, .cyrillic, .greek, .latin5, .latin7, .latin9, .latin10, .koi8r, .koi8u, .macRoman, .cp437, .cp850,
        .cp866, .gb18030, .big5:
        rawValue.uppercased()
      }
    }
  }

  /// What separates the columns of a table: a blank, 0x01 or one sign of ASCII that no number or word has.
  package struct Delimiter: Equatable, Sendable {
    package let byte: UInt8

    /// A sign, or its name: `tab`, `comma`, `semicolon`, `bar`, `blank`, `^A`.
    package init?(_ word: Untrusted) {
      switch word.text.lowercased() {
      case "tab", "\\t", "\t": byte = 0x09
      case "comma": byte = UInt8(ascii: ",")
      case "semicolon": byte = UInt8(ascii: ";")
      case "bar", "pipe": byte = UInt8(ascii: "|")
      case "blank", "space", " ": byte = 0x20
      case "^a", "\\x01", "\u{1}": byte = 0x01
      default:
        guard word.bytes.count == 1, ",;|:^~!$%&*/=@_".utf8.contains(word.bytes[0]) else { return nil }
        byte = word.bytes[0]
      }
    }
  }

  /// The names of the columns of a table whose first line is a place already.
  package struct Header: Equatable, Sendable {
    package let names: [Untrusted]

    /// `name,lat,lon`. Columns may be without a name, but not all of them.
    package init?(_ words: Untrusted) {
      guard !words.bytes.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") }) else { return nil }
      names = words.bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        .map { Untrusted(bytes: $0).trimmed }
      if names.allSatisfy(\.isEmpty) { return nil }
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
