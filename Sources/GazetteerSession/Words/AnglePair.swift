/// Two angles as people write positions: `48.1,11.5`, `48.1, 11.5`, `48.1N 11.5E`, `N 48.1° E 11.5°`,
/// `48°8′15″N, 11°34′30″E`, `48° 8.25' N 11° 34.5' E`.
///
/// Without letters, the first is the latitude. Only a comma, a point or the sign of degrees shows that two numbers with a
/// blank between them are angles. Seconds are `″`, `"` or `''`.
struct AnglePair: Equatable {
  /// In degrees; perhaps not on the globe.
  let latitude: Double
  let longitude: Double

  /// nil if the text has another form. O(length).
  init?(_ text: some StringProtocol) {
    guard text.utf8.count <= AnglePair.longest else { return nil }
    var scanner = Scanner(rest: Substring(text))
    guard let first = scanner.angle() else { return nil }
    scanner.skipBlanks()
    let hasComma = scanner.skip(",")
    guard let second = scanner.angle() else { return nil }
    scanner.skipBlanks()
    guard scanner.rest.isEmpty, hasComma || first.isClear || second.isClear else { return nil }
    switch (first.axis, second.axis) {
    case (nil, nil), (.latitude, .longitude): (latitude, longitude) = (first.degrees, second.degrees)
    case (.longitude, .latitude): (latitude, longitude) = (second.degrees, first.degrees)
    default: return nil
    }
  }

  private static let longest = 100

  private enum Axis {
    case latitude, longitude
  }

  private struct Angle {
    var degrees: Double
    /// nil without a letter.
    var axis: Axis?
    /// Whether it cannot be a plain whole number.
    var isClear: Bool
  }

  private struct Scanner {
    var rest: Substring

    mutating func skipBlanks() { rest = rest.drop { $0 == " " } }

    mutating func skip(_ signs: String...) -> Bool {
      guard let sign = signs.first(where: rest.hasPrefix) else { return false }
      rest = rest.dropFirst(sign.count)
      return true
    }

    /// `N`, `s`; the sign of the angle and its axis.
    private mutating func letter() -> (sign: Double, axis: Axis)? {
      skipBlanks()
      let found: (Double, Axis)? =
        switch rest.first {
        case "N", "n": (1, .latitude)
        case "S", "s": (-1, .latitude)
        case "E", "e": (1, .longitude)
        case "W", "w": (-1, .longitude)
        default: nil
        }
      if found != nil { rest = rest.dropFirst() }
      return found
    }

    /// A plain decimal number, perhaps with a sign.
    private mutating func number() -> (value: Double, text: Substring)? {
      skipBlanks()
      let sign = rest.prefix { $0 == "-" || $0 == "+" }.prefix(1)
      let digits = rest.dropFirst(sign.count).prefix { "0123456789.".contains($0) }
      let text = rest.prefix(sign.count + digits.count)
      guard let value = Double(text) else { return nil }
      rest = rest.dropFirst(text.count)
      return (value, text)
    }

    /// A number below 60 with one of these signs behind it; nil, and nothing is read, if there is none.
    private mutating func part(_ signs: String...) -> Double? {
      let before = rest
      if let (value, text) = number(), text.first?.isNumber == true, value < 60 {
        skipBlanks()
        if let sign = signs.first(where: rest.hasPrefix) {
          rest = rest.dropFirst(sign.count)
          return value
        }
      }
      rest = before
      return nil
    }

    mutating func angle() -> Angle? {
      let before = letter()
      guard let (value, text) = number() else { return nil }
      var size = value.magnitude
      var isClear = text.contains(".")
      let hasSign = text.first?.isNumber != true
      skipBlanks()
      if skip("°", "º") {
        isClear = true
        if let minutes = part("′", "’", "'") {
          size += minutes / 60 + (part("″", "”", "\"", "''", "′′") ?? 0) / 3600
        }
      }
      let letter = before ?? letter()
      guard let letter else { return Angle(degrees: text.first == "-" ? -size : size, axis: nil, isClear: isClear) }
      guard !hasSign else { return nil }
      return Angle(degrees: letter.sign * size, axis: letter.axis, isClear: true)
    }
  }
}
