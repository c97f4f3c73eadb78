import GazetteerIndex

extension Place {
  /// `Munich, Bavaria, DE`.
  var title: Untrusted {
    [name, region.short].joined(separator: ", ")
  }
}

extension Region {
  /// `Bavaria, DE`, without parts that are not known; for rows.
  package var short: Untrusted {
    [admin1Name.isEmpty ? admin1 : admin1Name, shortCountry].joined(separator: ", ")
  }

  /// `Bavaria, Germany (DE)`; for pages.
  package var long: Untrusted {
    let code = country.isEmpty || countryName.isEmpty ? country : Untrusted("(\(country.text))")
    let country = [countryName, code].joined(separator: " ")
    return [admin1Name.isEmpty ? admin1 : admin1Name, country].joined(separator: ", ")
  }
}
