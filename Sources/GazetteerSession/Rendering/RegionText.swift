import GazetteerIndex

extension Place {
  /// In one line: `Munich, Bavaria, DE`.
  var title: Untrusted {
    Untrusted(bytes: [name, region.short].filter { !$0.isEmpty }.map(\.bytes).joined(separator: ", ".utf8))
  }
}

extension Region {
  /// For a row: `Bavaria, DE`; as much of it as there is.
  package var short: Untrusted {
    joined([admin1Name.isEmpty ? admin1 : admin1Name, country.isEmpty ? countryName : country])
  }

  /// For a page: `Bavaria, Germany (DE)`.
  package var long: Untrusted {
    let code = country.isEmpty || countryName.isEmpty ? country : Untrusted("(\(country.text))")
    let country = Untrusted(bytes: [countryName, code].filter { !$0.isEmpty }.map(\.bytes).joined(separator: " ".utf8))
    return joined([admin1Name.isEmpty ? admin1 : admin1Name, country])
  }

  private func joined(_ parts: [Untrusted]) -> Untrusted {
    Untrusted(bytes: parts.filter { !$0.isEmpty }.map(\.bytes).joined(separator: ", ".utf8))
  }
}
