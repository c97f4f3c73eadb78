import GazetteerIndex

/// The other names of a place that people use there, and those in the user's language.
///
/// Most data do not say of which language a name is. The built-in table does for many cities, and columns such as
/// `name:de` do. Other names are chosen by their script only, those first that are most like all others in it; none of
/// them is in Latin letters.
package struct LocalNames {
  /// The language whose names are also those of Chinese.
  private static let traditionalChinese = "zh-hant"

  /// The language of a locale such as `ja_JP.UTF-8`: `ja`, or `zh-hant` for traditional Chinese; empty if it says none.
  package static func language(ofLocale locale: String) -> String {
    let parts = locale.split(omittingEmptySubsequences: false) { !$0.isLetter }
    let language = parts[0].lowercased()
    let isTraditional = language == "zh" && parts.contains { ["Hant", "HK", "MO", "TW"].contains($0) }
    return isTraditional ? traditionalChinese : language
  }

  /// Those of the place, the one of the table first.
  let there: [Untrusted]
  /// In the user's language, if that is known; else in its script, if that is another one.
  let here: [Untrusted]
  /// Whether it is certain that `here` is in the user's language.
  let isInLanguage: Bool

  /// The most names of a kind.
  private static let most = 3
  /// The most names, and letters of a name, that are compared.
  private static let mostCompared = 40

  /// - Parameter language: that of the user, such as `ja`; empty if it is not known.
  init(of place: Place, language: String) {
    let languages = language == Self.traditionalChinese ? [language, "zh"] : [language]
    let name = Script(of: place.name)
    func names(in script: Script?) -> [Untrusted] {
      guard let script, script != name else { return [] }
      return Self.typical(Array(place.alternates.lazy.filter { Script(of: $0) == script }.prefix(Self.mostCompared)))
    }
    let country = place.region.country.text
    let local = Script.byCountry[country]
    let own = languages.lazy.compactMap { Script.byLanguage[$0] }.first
    let known = Script.languages[country].flatMap { Self.name(of: place, in: $0) }
    let there = Array(([known].compactMap(\.self) + names(in: local).filter { $0 != known }).prefix(Self.most))
    let named = languages.lazy.compactMap { Self.name(of: place, in: $0) ?? Self.column(of: place, in: $0) }.first
    let wanted = named.flatMap { there.contains($0) ? nil : $0 }
    self.there = there
    isInLanguage = wanted != nil
    here = wanted.map { [$0] } ?? (own == local ? [] : names(in: own))
  }

  /// What the table calls a place. Its numbers are those of GeoNames; in other data, the same number is that of another
  /// place, which does not have the name.
  private static func name(of place: Place, in language: String) -> Untrusted? {
    guard case .number(let id) = place.id.id, let name = CityNameTable.name(of: id, in: language),
      place.alternates.contains(name)
    else { return nil }
    return name
  }

  /// What a column such as `name:de` or `NAME_DE` calls the place; nil if that is its name.
  private static func column(of place: Place, in language: String) -> Untrusted? {
    guard !language.isEmpty else { return nil }
    let keys = ["name:" + language, "name_" + language]
    let name = place.attributes.first { keys.contains($0.key.text.lowercased()) }?.value
    return name == place.name || name?.trimmed.isEmpty == true ? nil : name
  }

  /// The names that differ least from all the others; of equal ones, the first. O(names² · letters²).
  private static func typical(_ names: [Untrusted]) -> [Untrusted] {
    let letters = names.map { Array($0.text.unicodeScalars.prefix(mostCompared)) }
    let costs = letters.map { one in letters.reduce(0) { $0 + Spelling.distance(one, $1) } }
    let order = names.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }
    return order.prefix(most).map { names[$0] }
  }
}

/// A script that names may have, besides Latin.
private enum Script {
  case arabic, armenian, bengali, burmese, cyrillic, devanagari, ethiopic, georgian, greek, han, hangul, hebrew, khmer
  case lao, sinhala, thaana, thai, tibetan

  /// The script of the letters; nil for Latin, and if there are several scripts.
  init?(of text: Untrusted) {
    let scripts = Set(text.text.unicodeScalars.lazy.filter(\.properties.isAlphabetic).map(Script.init))
    guard scripts.count == 1, let script = scripts.first, let script else { return nil }
    self = script
  }

  /// Kana count as Han: both are how Japanese is written.
  private init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F: self = .cyrillic
    case 0x531...0x58A: self = .armenian
    case 0x591...0x5F4: self = .hebrew
    case 0x600...0x6FF, 0x750...0x77F, 0xFB50...0xFDFF: self = .arabic
    case 0x780...0x7BF: self = .thaana
    case 0x900...0x97F: self = .devanagari
    case 0x980...0x9FF: self = .bengali
    case 0xD80...0xDFF: self = .sinhala
    case 0xE00...0xE7F: self = .thai
    case 0xE80...0xEFF: self = .lao
    case 0xF00...0xFFF: self = .tibetan
    case 0x1000...0x109F: self = .burmese
    case 0x10A0...0x10FF: self = .georgian
    case 0x1200...0x139F: self = .ethiopic
    case 0x1780...0x17FF: self = .khmer
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x2FA1F: self = .han
    case 0x1100...0x11FF, 0xAC00...0xD7AF: self = .hangul
    default: return nil
    }
  }

  /// The script of the names in most countries where it is not Latin, by the code of the country.
  static let byCountry: [String: Script] = table([
    (.arabic, "AE AF BH DJ DZ EG IQ IR JO KW LB LY MA MR OM PK PS QA SA SD SY TN YE"), (.armenian, "AM"),
    (.bengali, "BD"), (.burmese, "MM"), (.cyrillic, "BG BY KG KZ MK MN RS RU TJ UA"), (.devanagari, "IN NP"),
    (.ethiopic, "ER ET"), (.georgian, "GE"), (.greek, "CY GR"), (.han, "CN HK JP MO TW"), (.hangul, "KP KR"),
    (.hebrew, "IL"), (.khmer, "KH"), (.lao, "LA"), (.sinhala, "LK"), (.thaana, "MV"), (.thai, "TH"),
    (.tibetan, "BT"),
  ])

  /// The script of a language that is not written in Latin letters, by its ISO 639 code.
  static let byLanguage: [String: Script] = table([
    (.arabic, "ar fa ur ps ckb"), (.armenian, "hy"), (.bengali, "bn as"), (.burmese, "my"),
    (.cyrillic, "be bg kk ky mk mn ru sr tg uk"), (.devanagari, "hi mr ne sa"), (.ethiopic, "am ti"), (.georgian, "ka"),
    (.greek, "el"), (.han, "ja zh"), (.hangul, "ko"), (.hebrew, "he iw yi"), (.khmer, "km"), (.lao, "lo"),
    (.sinhala, "si"), (.thaana, "dv"), (.thai, "th"), (.tibetan, "bo dz"),
  ])

  /// The language of most people in a country, by its code, where that is one of the table of names.
  static let languages: [String: String] = table([
    ("ar", "AE BH DZ EG IQ JO KW LB LY MA OM PS QA SA SD SY TN YE"), ("bn", "BD"), ("de", "AT DE LI"), ("el", "CY GR"),
    ("es", "AR BO CL CO CR CU DO EC ES GT HN MX NI PA PE PY SV UY VE"), ("fa", "IR"), ("fr", "FR MC"), ("he", "IL"),
    ("hu", "HU"), ("id", "ID"), ("it", "IT SM VA"), ("ja", "JP"), ("ko", "KP KR"), ("nl", "NL"), ("pl", "PL"),
    ("pt", "AO BR MZ PT"), ("ru", "RU"), ("sv", "SE"), ("tr", "TR"), ("uk", "UA"), ("ur", "PK"), ("vi", "VN"),
    ("zh", "CN"),
  ])

  private static func table<Value>(_ rows: [(Value, String)]) -> [String: Value] {
    var table: [String: Value] = [:]
    for (value, codes) in rows { for code in codes.split(separator: " ") { table[String(code)] = value } }
    return table
  }
}
