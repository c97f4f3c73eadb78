import GazetteerIndex

extension Coordinate {
  /// The point of a `geo:` URI, or of a link of OpenStreetMap, Google, Apple or Organic Maps; nil for other words.
  ///
  /// - Throws: `Failure` for a link that has no position, or one that is not on the globe.
  init?(link: String) throws(Failure) {
    if let pair = try GeoURI.pair(in: link) {
      try self.init(word: pair)
      return
    }
    guard let parts = LinkParts(link) else { return nil }
    guard let service = MapSite(parts) else {
      throw Failure(
        "\(quoted: Untrusted(link)) is not a place", why: "it is no link of a known map",
        try: "a link of OpenStreetMap, Google, Apple or Organic Maps, or LAT,LON", code: .usage)
    }
    if let code = service.code(in: parts) {
      self = code
      return
    }
    for text in service.candidates(in: parts) {
      guard let point = try Coordinate(word: text) else { continue }
      self = point
      return
    }
    throw Failure(
      "the link \(quoted: Untrusted(link)) has no position", why: "it names its place in another way",
      try: "open it in a browser, then copy the address from there", code: .usage)
  }
}

/// The URI of RFC 5870, as phones write it: `geo:48.1,11.5?q=48.1,11.5(Munich)`.
private enum GeoURI {
  /// The numbers in it, as `LAT,LON`; nil if the text is no such URI.
  static func pair(in text: String) throws(Failure) -> String? {
    guard text.prefix(4).lowercased() == "geo:" else { return nil }
    let rest = text.dropFirst(4)
    let parts = rest.prefix { !";?&".contains($0) }.split(separator: ",", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.allSatisfy({ Double($0) != nil }) else { return nil }
    let parameters = rest.prefix { $0 != "?" }.lowercased().split(separator: ";").dropFirst()
    if let system = parameters.first(where: { $0.hasPrefix("crs=") }), system != "crs=wgs84" {
      throw Failure(
        "\(quoted: Untrusted(text)) has no usable position", why: "its numbers are not latitude and longitude",
        code: .usage)
    }
    // With coordinates in the query, those are the place, and the others only the part of the map around it.
    let query = rest.drop { $0 != "?" }.dropFirst()
    let marked = LinkParts.pairs(query).first { $0.name == "q" }.flatMap { MapSite.pair(at: $0.value[...]) }
    return marked ?? "\(parts[0]),\(parts[1])"
  }
}

/// A site or a program whose links name positions.
private enum MapSite {
  case openStreetMap, google, apple, organicMaps

  init?(_ parts: LinkParts) {
    let host = parts.host.lowercased()
    switch parts.scheme {
    case "om", "ge0", "cm": self = .organicMaps
    case "http", "https":
      if ["openstreetmap.org", "osm.org"].contains(where: { host == $0 || host.hasSuffix("." + $0) }) {
        self = .openStreetMap
      } else if host == "maps.apple.com" || host == "maps.apple" {
        self = .apple
      } else if ["omaps.app", "ge0.me", "comaps.at"].contains(host) {
        self = .organicMaps
      } else if Self.isGoogle(host) || host == "goo.gl" || host == "maps.app.goo.gl" {
        self = .google
      } else {
        return nil
      }
    default: return nil
    }
  }

  /// `google.com`, `www.google.co.uk`, but not `google.example.com`.
  private static func isGoogle(_ host: String) -> Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard let index = labels.lastIndex(of: "google") else { return false }
    let end = labels[(index + 1)...]
    return end.count == 1 && end.first.map { $0 == "com" || $0.count == 2 } == true
      || end.count == 2 && ["co", "com"].contains(end.first) && end.last?.count == 2
  }

  /// The point of a short link that has a code of letters.
  func code(in parts: LinkParts) -> Coordinate? {
    switch self {
    case .openStreetMap:
      parts.path.first == "go" ? parts.path.dropFirst().first.flatMap(PointCode.point(ofOpenStreetMap:)) : nil
    case .organicMaps:
      // Programs have the code where links have a host.
      PointCode.point(ofOrganicMaps: parts.scheme.hasPrefix("http") ? parts.path.first ?? "" : parts.host)
    case .google, .apple: nil
    }
  }

  /// The texts that may be `LAT,LON`, the place itself before the part of the map that is shown.
  func candidates(in parts: LinkParts) -> [String] {
    let texts: [String?]
    switch self {
    case .openStreetMap:
      let marker: [String?] = zip(parts.value("mlat"), parts.value("mlon")).map { "\($0),\($1)" }
      // map=17/48.1/11.5
      let map = LinkParts.pairs(parts.fragment[...]).first { $0.name == "map" }?.value.split(separator: "/")
      texts = marker + [map.flatMap { $0.count == 3 ? "\($0[1]),\($0[2])" : nil }]
    case .google:
      let pin = parts.path.compactMap(Self.pin).last
      let named = parts.value("query", "q", "destination", "daddr", "ll", "center").map { Self.pair(at: $0[...]) }
      let inPath = parts.path.filter { !$0.hasPrefix("@") }.map { Self.pair(at: $0[...]) }
      let shown = parts.path.filter { $0.hasPrefix("@") }.map { Self.pair(at: $0.dropFirst()) }
      texts = [pin] + named + inPath.reversed() + shown
    case .apple:
      texts = parts.value("coordinate", "ll", "daddr", "q", "address", "center", "sll").map { Self.pair(at: $0[...]) }
    case .organicMaps:
      texts = (parts.value("ll", "cll") + parts.path).map { Self.pair(at: $0[...]) }
    }
    return texts.compactMap(\.self)
  }

  /// `LAT,LON` at the start of a text, perhaps after `loc:` and with a name or a zoom behind it.
  static func pair(at text: Substring) -> String? {
    let text = text.hasPrefix("loc:") ? text.dropFirst(4) : text
    let numbers = text.prefix { "+-.0123456789, ".contains($0) }.split(separator: ",", maxSplits: 2)
    guard numbers.count >= 2 else { return nil }
    let (first, second) = (numbers[0].filter { $0 != " " }, numbers[1].filter { $0 != " " })
    guard Double(first) != nil, Double(second) != nil else { return nil }
    return "\(first),\(second)"
  }

  /// The pin in the data of a Google link: `…!3d48.1!4d11.5`. If there are several, the last one is the place.
  private static func pin(_ data: String) -> String? {
    let fields = data.split(separator: "!")
    guard let latitude = fields.last(where: { $0.hasPrefix("3d") }),
      let longitude = fields.last(where: { $0.hasPrefix("4d") })
    else { return nil }
    return "\(latitude.dropFirst(2)),\(longitude.dropFirst(2))"
  }
}
