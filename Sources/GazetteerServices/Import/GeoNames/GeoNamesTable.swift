import GazetteerIndex

/// The columns of a dump of GeoNames: of places (https://download.geonames.org/export/dump/readme.txt) or of postal
/// codes (https://download.geonames.org/export/zip/readme.txt).
enum GeoNamesTable {
  case places, postalCodes

  /// What a column has.
  enum Meaning {
    case id, name
    /// Other names, separated by commas.
    case names
    case role(RecordField.Role)
    case fact
    /// A fact that places are also found by.
    case code
  }

  struct Column {
    let key: String
    let meaning: Meaning

    fileprivate init(_ key: String, _ meaning: Meaning = .fact) { (self.key, self.meaning) = (key, meaning) }
  }

  /// The table that the first line belongs to; nil for other texts.
  init?(of content: TextPiece) {
    guard let first = content.first, 48...57 ~= first || 65...90 ~= first else { return nil }
    let line = TextPiece(rebasing: content.prefix(Self.longestFirst).prefix { $0 != 0x0A })
    let fields = line.split(separator: 0x09, omittingEmptySubsequences: false).map { TextPiece(rebasing: $0) }
    switch fields.count {
    case Self.placeColumns.count where fields[0].isNumber && fields[6].count <= 1 && fields[8].isCountryOrEmpty:
      guard fields[4].isDegrees && fields[5].isDegrees else { return nil }
      self = .places
    case Self.postalColumns.count where !fields[0].isEmpty && fields[0].isCountryOrEmpty:
      guard fields[9].isDegrees, fields[10].isDegrees else { return nil }
      self = .postalCodes
    default: return nil
    }
  }

  /// No line of a dump has more bytes.
  private static let longestFirst = 1 << 16

  var columns: [Column] {
    switch self {
    case .places: Self.placeColumns
    case .postalCodes: Self.postalColumns
    }
  }

  private static let placeColumns: [Column] = [
    Column("id", .id), Column("name", .name), Column("ascii_name", .names), Column("names", .names),
    Column("latitude", .role(.latitude)), Column("longitude", .role(.longitude)), Column("feature_class"),
    Column("feature_code"), Column("country", .role(.country)), Column("cc2"), Column("admin1", .role(.admin1)),
    Column("admin2_code"), Column("admin3_code"), Column("admin4_code"), Column("population", .role(.population)),
    Column("elevation"), Column("dem"), Column("time_zone", .role(.timeZone)), Column("modified"),
  ]

  private static let postalColumns: [Column] = [
    Column("country", .role(.country)), Column("postal_code", .code), Column("name", .name),
    Column("admin1_name", .role(.admin1Name)), Column("admin1", .role(.admin1)), Column("admin2_name"),
    Column("admin2_code"), Column("admin3_name"), Column("admin3_code"), Column("latitude", .role(.latitude)),
    Column("longitude", .role(.longitude)), Column("accuracy"),
  ]

  /// `DE.02`; nil if the table has the name itself.
  func division(of fields: [TextPiece]) -> [UInt8]? {
    guard self == .places, !fields[8].isEmpty, !fields[10].isEmpty else { return nil }
    return fields[8] + [UInt8(ascii: ".")] + fields[10]
  }

  /// What a place is, in a word (https://www.geonames.org/export/codes.html).
  func category(of fields: [TextPiece]) -> String? {
    guard self == .places else { return "postal code" }
    let code = String(decoding: fields[7], as: UTF8.self)
    if let category = Self.categories[code] { return category }
    return fields[6].first.flatMap { Self.classes[$0] }
  }

  private static let classes: [UInt8: String] = [
    UInt8(ascii: "A"): "region", UInt8(ascii: "H"): "water", UInt8(ascii: "L"): "area", UInt8(ascii: "P"): "city",
    UInt8(ascii: "R"): "road", UInt8(ascii: "S"): "building", UInt8(ascii: "T"): "mountain",
    UInt8(ascii: "U"): "undersea", UInt8(ascii: "V"): "forest",
  ]

  /// Codes whose class says too little.
  private static let categories = [
    "AIRP": "airport", "AIRF": "airport", "AMUS": "amusement park", "ANS": "ancient site", "BAY": "bay", "BCH": "beach",
    "BDG": "bridge", "BUSTN": "bus station", "CAPE": "cape", "CAVE": "cave", "CH": "church", "CMTY": "cemetery",
    "CSTL": "castle", "CVNT": "convent", "DAM": "dam", "FRM": "farm", "FLLS": "waterfall", "GDN": "garden",
    "GRDN": "garden", "HBR": "harbor", "HSP": "hospital", "HTL": "hotel", "ISL": "island", "ISLS": "island",
    "ISLET": "island", "LIBR": "library", "LK": "lake", "LKS": "lake", "MALL": "mall", "MAR": "marina",
    "MKT": "market", "MNMT": "monument", "MSQE": "mosque", "MSTY": "monastery", "MTRO": "metro station",
    "MUS": "museum", "OCN": "ocean", "PAL": "palace", "PO": "post office", "PPLX": "section of a city", "PRK": "park",
    "PRT": "port", "RSTN": "station", "RSTP": "stop", "RUIN": "ruin", "SCH": "school", "SEA": "sea",
    "SPNG": "spring", "STDM": "stadium", "STM": "river", "THTR": "theater", "TMPL": "temple", "TOWR": "tower",
    "UNIV": "university", "VAL": "valley", "VLC": "volcano", "ZOO": "zoo",
  ]
}

extension TextPiece {
  fileprivate var isNumber: Bool { !isEmpty && allSatisfy { 48...57 ~= $0 } }
  fileprivate var isDegrees: Bool { JSONNumber.value(of: self) != nil }
  fileprivate var isCountryOrEmpty: Bool { isEmpty || count == 2 && allSatisfy { 65...90 ~= $0 } }
}
