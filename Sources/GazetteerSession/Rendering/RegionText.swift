import GazetteerIndex

extension Place {
  /// In one line: `Munich, Bavaria, DE`.
  var title: Untrusted {
    [name, region.short].joined(separator: ", ")
  }
}

extension Region {
  /// For a row: `Bavaria, DE`; as much of it as there is.
  package var short: Untrusted {
    [admin1Name.isEmpty ? admin1 : admin1Name, country.isEmpty ? countryName : country].joined(separator: ", ")
  }

  /// For a page: `Bavaria, Germany (DE)`.
  package var long: Untrusted {
    let code = country.isEmpty || countryName.isEmpty ? country : Untrusted("(\(country.text))")
    let country = [countryName, code].joined(separator: " ")
    return [admin1Name.isEmpty ? admin1 : admin1Name, country].joined(separator: ", ")
  }
}
