import GazetteerIndex

/// Reads an angle as people write it: `48.137`, `48,137`, `48.137°`, `48°8'13"N`, `48 08 13 N`, `W 11.5`,
/// `48 deg 8' 13.2" N`.
enum Degrees {
  /// The angle in degrees, south and west negative; nil if the text is no angle. A single comma is a decimal comma.
  /// O(length).
  static func parse(_ text: TextPiece) -> Double? {
    guard text.count <= 64 else { return nil }
    if let number = JSONNumber.value(of: text) { return number }
    // Metres of a map projection: `5.334.760,38`, `5,334,760.38`.
    if text.contains(UInt8(ascii: ".")), text.contains(UInt8(ascii: ",")) {
      return Notation.decimalComma.number(text.trimmed) ?? Notation.grouped.number(text.trimmed)
    }
    var parts: [String] = []
    var part = ""
    var sign = 1.0
    var hasHemisphere = false
    for scalar in String(decoding: text.trimmed, as: UTF8.self).replacing(" deg ", with: "° ").unicodeScalars {
      switch scalar {
      case "0"..."9", ".", "+", "-": part.unicodeScalars.append(scalar)
      case "−": part += "-"
      case ",":
        if part.contains(".") { return nil }
        part += "."
      case " ", "\u{A0}", "°", "º", "'", "′", "’", "\"", "″", "”", ":":
        if !part.isEmpty { parts.append(part) }
        part = ""
      // `O` is east in German and west in French, so it is not read.
      case "N", "E", "S", "W":
        if hasHemisphere { return nil }
        hasHemisphere = true
        if scalar == "S" || scalar == "W" { sign = -1 }
        if !part.isEmpty { parts.append(part) }
        part = ""
      default: return nil
      }
    }
    if !part.isEmpty { parts.append(part) }
    guard (1...3).contains(parts.count) else { return nil }
    var angle = 0.0
    for (index, part) in parts.enumerated() {
      guard !part.hasSuffix("."), let number = Double(part) else { return nil }
      if index > 0, !(0..<60).contains(number) { return nil }
      if index == 0, part.hasPrefix("-") {
        if hasHemisphere { return nil }
        sign = -1
      }
      angle += abs(number) / [1, 60, 3600][index]
    }
    return sign * angle
  }

  /// Which angle a letter says it is: `N` and `S` a latitude, `E` and `W` a longitude; nil if there is no letter, and for
  /// `1.5E1`. O(length).
  static func axis(of text: TextPiece) -> RecordField.Role? {
    guard JSONNumber.value(of: text) == nil else { return nil }
    if text.contains(where: { $0 == UInt8(ascii: "N") || $0 == UInt8(ascii: "S") }) { return .latitude }
    return text.contains { $0 == UInt8(ascii: "E") || $0 == UInt8(ascii: "W") } ? .longitude : nil
  }
}
