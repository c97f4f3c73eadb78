import GazetteerIndex
import Glibc

/// Where a provider is, and how it is asked. Each question is one address.
package struct ProviderSite: Sendable {
  let provider: PlacesRequest.Provider
  /// The address before the question, without a slash at its end.
  private let base: String
  private let key: Secret?

  /// The most places of an answer of Overpass, and of Nominatim.
  static let most = 100
  private static let mostOfNominatim = 40
  /// The most places that a text may mean.
  private static let mostOfGeocoding = 5

  package init(_ provider: PlacesRequest.Provider, base: String? = nil, key: Secret? = nil) {
    self.provider = provider
    let base = base ?? Self.publicBase(of: provider)
    self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
    self.key = key
  }

  private static func publicBase(of provider: PlacesRequest.Provider) -> String {
    switch provider {
    case .overpass: "https://overpass-api.de/api"
    case .nominatim: "https://nominatim.openstreetmap.org"
    case .yelp: "https://api.yelp.com/v3"
    }
  }

  /// The variable with the key of a provider that needs one.
  package static let keyVariable = "GAZ_YELP_KEY"
  /// The variable with the address of a provider's own server.
  package static func baseVariable(of provider: PlacesRequest.Provider) -> String {
    "GAZ_\(provider.rawValue.uppercased())_URL"
  }

  /// The variable with the key; nil if the provider needs none.
  var variableOfKey: String? { provider == .yelp ? Self.keyVariable : nil }

  /// The questions whose answers together are the answer to a request.
  func questions(for request: PlacesRequest) throws(ProviderError) -> [WebRequest] {
    var questions: [WebRequest] = []
    for question in self.questions(request) {
      do throws(WebError) {
        questions.append(WebRequest(try WebAddress(Untrusted(base + question))))
      } catch {
        throw error == .noLibrary ? .web(error) : .badAddress(variable: Self.baseVariable(of: provider), error)
      }
    }
    for index in questions.indices {
      questions[index].limit = 8 << 20
      guard let variable = variableOfKey else { continue }
      guard let key else { throw .noKey(variable: variable) }
      questions[index].headers = [
        WebRequest.Header("Authorization", .secret(Secret(Array("Bearer ".utf8) + key.bytes)))
      ]
    }
    return questions
  }

  private func questions(_ request: PlacesRequest) -> [String] {
    let words = Self.encoded(request.term.onOneLine.text)
    guard let area = request.area else { return [Self.nominatim("q=" + words, limit: Self.mostOfGeocoding)] }
    switch provider {
    case .overpass:
      return ["/interpreter?data=" + Self.encoded(Self.overpass(request, in: area, within: radius(of: area)))]
    case .nominatim:
      let wanted = request.term.isEmpty ? Self.foodAmenities.map { "amenity=" + $0 } : ["q=" + words]
      return Self.boxes(around: area).flatMap { box in
        let corners = Self.encoded(box.map { Self.decimal($0) }.joined(separator: ","))
        return wanted.map { Self.nominatim($0, limit: Self.mostOfNominatim, in: "&viewbox=\(corners)&bounded=1") }
      }
    case .yelp:
      let fields = [
        "term=" + (request.term.isEmpty ? "food" : words), "latitude=" + Self.decimal(area.origin.latitude),
        "longitude=" + Self.decimal(area.origin.longitude),
        "radius=\(radius(of: area))", "limit=50", "offset=0", "sort_by=best_match",
      ]
      return ["/businesses/search?" + fields.joined(separator: "&")]
    }
  }

  /// The greatest radius that a provider is asked for, in metres; nil: any.
  private var greatestRadius: Double? {
    switch provider {
    case .overpass: 100_000
    case .nominatim: nil
    case .yelp: 40_000
    }
  }

  /// In whole metres.
  private func radius(of area: PlacesRequest.Area) -> Int {
    Int(min(greatestRadius ?? 20_100_000, max(1, area.radius.metres.rounded())))
  }

  /// The radius that is asked for, if it is less than the one that is wanted.
  func reach(of request: PlacesRequest) -> Distance? {
    guard let radius = request.area?.radius else { return nil }
    return greatestRadius.flatMap { $0 < radius.metres ? .metres($0) : nil }
  }

  /// Whether a place of an answer is what was asked for: providers look in squares, and for words of any kind of place.
  func isWanted(_ place: Place, by request: PlacesRequest) -> Bool {
    if let point = place.coordinate, let area = request.area, point.distance(to: area.origin) > area.radius {
      return false
    }
    guard request.isFood, provider == .nominatim else { return true }
    return place.categories.contains { Self.foodAmenities.contains($0.text) }
  }

  /// That the provider has more places than in an answer; nil if it has not.
  func cut(_ answer: ProviderAnswer, to request: PlacesRequest) -> ProvidedPlaces.Cut? {
    // Of the places that a text may mean, nobody wants to know all.
    if request.area == nil { return nil }
    if let total = answer.total, total > answer.entries { return .known(total: total) }
    switch provider {
    case .overpass: return answer.entries >= Self.most ? .likely : nil
    case .nominatim: return answer.entries >= Self.mostOfNominatim ? .likely : nil
    case .yelp: return answer.entries > ProviderAnswer.mostEntries ? .likely : nil
    }
  }

  /// Where one can eat, in the words of OpenStreetMap.
  private static let foodAmenities = ["restaurant", "fast_food", "cafe"]

  /// The question in the language of Overpass.
  private static func overpass(_ request: PlacesRequest, in area: PlacesRequest.Area, within radius: Int) -> String {
    let around = "nwr(around:\(radius),\(decimal(area.origin.latitude)),\(decimal(area.origin.longitude)))"
    let food = "[amenity~\"^(\(foodAmenities.joined(separator: "|")))$\"]"
    let term = pattern(request.term)
    let parts: [String]
    switch (request.isFood, term.isEmpty) {
    case (true, true): parts = [food]
    case (true, false): parts = ["name", "cuisine", "amenity"].map { "\(food)[\($0)~\"\(term)\",i]" }
    case (false, _):
      parts = ["name", "amenity", "shop", "tourism", "leisure", "cuisine"].map { "[name][\($0)~\"\(term)\",i]" }
    }
    return "[out:json][timeout:25];(" + parts.map { around + $0 + ";" }.joined() + ");out center tags \(most);"
  }

  /// The question to Nominatim for what is `wanted`.
  private static func nominatim(_ wanted: String, limit: Int, in box: String = "") -> String {
    "/search?\(wanted)&format=jsonv2&limit=\(limit)\(box)&addressdetails=1&extratags=1"
  }

  /// A text as a pattern that only matches its letters and digits. A blank also matches an underscore, and everything
  /// else any character, so that nothing in it has a meaning of its own.
  private static func pattern(_ text: Untrusted) -> String {
    String(
      text.trimmed.text.prefix(80).map { character in
        character.isLetter || character.isNumber ? String(character) : character == " " ? "[ _]" : "."
      }.joined())
  }

  /// West, north, east and south of the square around the circle; two of them if it crosses the meridian of 180°.
  private static func boxes(around area: PlacesRequest.Area) -> [[Double]] {
    let degrees = 180 / Double.pi
    let angle = area.radius.metres / (111_195 * degrees)
    let (latitude, longitude) = (area.origin.latitude, area.origin.longitude)
    let (south, north) = (latitude - angle * degrees, latitude + angle * degrees)
    // A circle around a pole has every longitude.
    guard south > -90, north < 90 else { return [[-180, min(90, north), 180, max(-90, south)]] }
    let width = asin(min(1, sin(angle) / cos(latitude / degrees))) * degrees
    let (west, east) = (longitude - width, longitude + width)
    if west < -180 { return [[west + 360, north, 180, south], [-180, north, east, south]] }
    if east > 180 { return [[west, north, 180, south], [-180, north, east - 360, south]] }
    return [[west, north, east, south]]
  }

  private static func decimal(_ degrees: Double) -> String { Numeral.fixed(degrees, decimals: 6) }

  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      let character = Character(UnicodeScalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || "-._~".contains(character) {
        encoded.append(character)
      } else {
        encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}
