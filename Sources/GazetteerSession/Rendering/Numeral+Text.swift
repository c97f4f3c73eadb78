import GazetteerIndex

extension Numeral {
  /// A length in a form for people: `812 m`, `12.3 km`, `1,234 km`.
  package static func text(_ distance: Distance) -> String {
    switch distance.metres {
    case ..<999.5: fixed(distance.metres, decimals: 0) + " m"
    case ..<99_950: fixed(distance.metres / 1000, decimals: 1) + " km"
    case ..<1e15: grouped(Int((distance.metres / 1000).rounded())) + " km"
    default: plain(distance.metres / 1000) + " km"
    }
  }

  /// The same in miles: `0.27 mi`, `69.1 mi`, `12,437 mi`.
  package static func miles(_ distance: Distance) -> String {
    switch distance.miles {
    case ..<9.995: fixed(distance.miles, decimals: 2) + " mi"
    case ..<99.95: fixed(distance.miles, decimals: 1) + " mi"
    case ..<1e15: grouped(Int(distance.miles.rounded())) + " mi"
    default: plain(distance.miles) + " mi"
    }
  }

  /// `1 place`, `209,557 places`.
  static func places(_ count: Int) -> String { count == 1 ? "1 place" : "\(grouped(count)) places" }

  /// `209,557 places`, or `at least 209,557 places`.
  static func places(_ total: Total) -> String { (total.isExact ? "" : "at least ") + places(total.count) }

  /// `209,557`, or `at least 209,557`.
  static func grouped(_ total: Total) -> String { (total.isExact ? "" : "at least ") + grouped(total.count) }

  /// `1 line`, `1,024 lines`.
  package static func lines(_ count: Int) -> String { count == 1 ? "1 line" : "\(grouped(count)) lines" }

  /// A time that has passed, in its largest unit: `3 minutes`, `1 day`.
  static func age(seconds: Int64) -> String {
    let units: [(name: String, seconds: Int64)] = [
      ("year", 31_556_952), ("day", 86_400), ("hour", 3600), ("minute", 60),
    ]
    for unit in units where seconds >= unit.seconds {
      let count = seconds / unit.seconds
      return count == 1 ? "1 \(unit.name)" : "\(grouped(count)) \(unit.name)s"
    }
    return "less than a minute"
  }

  /// `1 row`, `1,024 rows`.
  static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(grouped(count)) rows" }
}
