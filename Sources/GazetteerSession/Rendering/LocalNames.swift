import GazetteerIndex

/// The other names of a place in the script that people write there, and in that of the user's language.
///
/// The data do not say of which language a name is. So names are chosen by their script only, those first that are most
/// like all others in it. There are none where people write Latin letters: the name itself is as good as any.
struct LocalNames {
  /// In the script of the place.
  let there: [Untrusted]
  /// In the script of the user, if that is another one.
  let here: [Untrusted]

  /// The most names of a kind.
  private static let most = 3
  /// The most names, and letters of a name, that are compared.
  private static let mostCompared = 40

  /// - Parameter language: that of the user, such as `ja`; empty if it is not known.
  init(of place: Place, language: String) {
    let name = Script(of: place.name)
    func names(in script: Script?) -> [Untrusted] {
      guard let script, script != name else { return [] }
      return Self.typical(Array(place.alternates.lazy.filter { Script(of: $0) == script }.prefix(Self.mostCompared)))
    }
    let local = Script.byCountry[place.region.country.text]
    let own = Script.byLanguage[language]
    there = names(in: local)
    here = own == local ? [] : names(in: own)
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
  static let byCountry = table([
    (.arabic, "AE AF BH DJ DZ EG IQ IR JO KW LB LY MA MR OM PK PS QA SA SD SY TN YE"), (.armenian, "AM"),
    (.bengali, "BD"), (.burmese, "MM"), (.cyrillic, "BG BY KG KZ MK MN RS RU TJ UA"), (.devanagari, "IN NP"),
    (.ethiopic, "ER ET"), (.georgian, "GE"), (.greek, "CY GR"), (.han, "CN HK JP MO TW"), (.hangul, "KP KR"),
    (.hebrew, "IL"), (.khmer, "KH"), (.lao, "LA"), (.sinhala, "LK"), (.thaana, "MV"), (.thai, "TH"),
    (.tibetan, "BT"),
  ])

  /// The script of a language that is not written in Latin letters, by its ISO 639 code.
  static let byLanguage = table([
    (.arabic, "ar fa ur ps ckb"), (.armenian, "hy"), (.bengali, "bn as"), (.burmese, "my"),
    (.cyrillic, "be bg kk ky mk mn ru sr tg uk"), (.devanagari, "hi mr ne sa"), (.ethiopic, "am ti"), (.georgian, "ka"),
    (.greek, "el"), (.han, "ja zh"), (.hangul, "ko"), (.hebrew, "he iw yi"), (.khmer, "km"), (.lao, "lo"),
    (.sinhala, "si"), (.thaana, "dv"), (.thai, "th"), (.tibetan, "bo dz"),
  ])

  private static func table(_ rows: [(Script, String)]) -> [String: Script] {
    var table: [String: Script] = [:]
    for (script, codes) in rows { for code in codes.split(separator: " ") { table[String(code)] = script } }
    return table
  }
}
