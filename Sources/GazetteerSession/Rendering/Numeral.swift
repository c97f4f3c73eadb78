import GazetteerIndex

/// How numbers are written. Pure digits: no locale.
package enum Numeral {
  /// With a comma between groups of three digits: `209,557`.
  package static func grouped(_ value: some BinaryInteger) -> String {
    let digits = Array(String(value.magnitude))
    var text = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }

  /// Rounded half away from zero, with exactly so many decimals. For magnitudes far below 2^63 / 10^decimals.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1) { power, _ in power * 10 }
    guard let scaled = Int(exactly: (value.magnitude * Double(scale)).rounded()) else { return plain(value) }
    let sign = value < 0 && scaled != 0 ? "-" : ""
    guard decimals > 0 else { return sign + String(scaled) }
    let fraction = String(scaled % scale)
    let zeros = String(repeating: "0", count: decimals - fraction.utf8.count)
    return sign + String(scaled / scale) + "." + zeros + fraction
  }

  /// The shortest digits that read back as the same number, without an exponent: `0.00001`, `13.5`, `7`.
  package static func plain(_ value: Double) -> String {
    let text = "\(value)"
    let parts = text.split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]) else {
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    let sign = value < 0 ? "-" : ""
    let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".")
    let whole = String(mantissa[0])
    let fraction = mantissa.count > 1 && mantissa[1] != "0" ? String(mantissa[1]) : ""
    if exponent < 0 { return sign + "0." + String(repeating: "0", count: -exponent - 1) + whole + fraction }
    return sign + whole + fraction + String(repeating: "0", count: exponent - fraction.utf8.count)
  }
}

extension Numeral {
  /// A length as a person says it: `812 m`, `12.3 km`, `1,234 km`.
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
}
