import GazetteerIndex
import Glibc

/// Where a provider is, and how it is asked. Each of its questions is one address.
package struct ProviderSite: Sendable {
  let provider: PlacesRequest.Provider
  /// The address before the question, without a slash at its end.
  private let base: String
  private let key: Secret?

  /// The most places of an answer.
  static let most = 100

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

  func webRequest(for request: PlacesRequest) throws(ProviderError) -> WebRequest {
    var web: WebRequest
    do throws(WebError) {
      web = WebRequest(try WebAddress(Untrusted(base + question(request))))
    } catch {
      throw .web(error)
    }
    web.limit = 8 << 20
    if provider == .yelp {
      guard let key else { throw .noKey(variable: Self.keyVariable) }
      web.headers = [WebRequest.Header("Authorization", .secret(Secret(Array("Bearer ".utf8) + key.bytes)))]
    }
    return web
  }

  private func question(_ request: PlacesRequest) -> String {
    switch provider {
    case .overpass: return "/interpreter?data=" + Self.encoded(Self.overpass(request))
    case .nominatim:
      let box = Self.box(request).map { Self.decimal($0) }.joined(separator: ",")
      let wanted =
        request.term.isEmpty ? "amenity=restaurant" : "q=" + Self.encoded(request.term.onOneLine.text)
      return "/search?\(wanted)&format=jsonv2&limit=40&viewbox=\(Self.encoded(box))&bounded=1&addressdetails=1"
        + "&extratags=1"
    case .yelp:
      let term = request.term.isEmpty ? "food" : request.term.onOneLine.text
      let fields = [
        "term=" + Self.encoded(term), "latitude=" + Self.decimal(request.origin.latitude),
        "longitude=" + Self.decimal(request.origin.longitude),
        "radius=\(Int(min(40_000, max(1, request.radius.metres.rounded()))))", "limit=50", "offset=0",
        "sort_by=best_match",
      ]
      return "/businesses/search?" + fields.joined(separator: "&")
    }
  }

  /// The question in the language of Overpass.
  private static func overpass(_ request: PlacesRequest) -> String {
    let radius = Int(min(100_000, max(1, request.radius.metres.rounded())))
    let around = "nwr(around:\(radius),\(decimal(request.origin.latitude)),\(decimal(request.origin.longitude)))"
    let food = "[amenity~\"^(restaurant|fast_food|cafe)$\"]"
    let term = pattern(request.term)
    let parts: [String]
    switch (request.isFood, term.isEmpty) {
    case (true, true): parts = [food]
    case (true, false): parts = ["name", "cuisine"].map { "\(food)[\($0)~\"\(term)\",i]" }
    case (false, _):
      parts = ["name", "amenity", "shop", "tourism", "leisure", "cuisine"].map { "[name][\($0)~\"\(term)\",i]" }
    }
    return "[out:json][timeout:25];(" + parts.map { around + $0 + ";" }.joined() + ");out center tags \(most);"
  }

  /// A text as a pattern that only matches its letters and digits. A blank also matches an underscore, and everything
  /// else any character, so that nothing in it has a meaning of its own.
  private static func pattern(_ text: Untrusted) -> String {
    String(
      text.trimmed.text.prefix(80).map { character in
        character.isLetter || character.isNumber ? String(character) : character == " " ? "[ _]" : "."
      }.joined())
  }

  /// West, north, east and south of the square around the circle.
  private static func box(_ request: PlacesRequest) -> [Double] {
    let latitude = request.radius.metres / 111_195
    let longitude = latitude / max(0.01, cos(request.origin.latitude * .pi / 180))
    return [
      request.origin.longitude - longitude, request.origin.latitude + latitude,
      request.origin.longitude + longitude, request.origin.latitude - latitude,
    ]
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
