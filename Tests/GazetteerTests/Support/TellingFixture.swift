import GazetteerIndex

@testable import GazetteerSession

/// Things to tell a friend.
enum TellingFixture {
  static let key = "0198-key"
  static let sender = NamedMailAddress(name: Untrusted("Max Muster"), address: address("max@example.org"))
  static let anna = NamedMailAddress(name: Untrusted("Anna"), address: address("anna@example.net"))

  static func address(_ text: String) -> MailAddress {
    guard let address = MailAddress(Untrusted(text)) else { preconditionFailure("\(text) is an address") }
    return address
  }

  static func place(
    _ name: String, at point: (Double, Double)? = (48.13743, 11.57549), region: Region = Region(),
    _ attributes: [(String, String)] = []
  ) -> ExportedPlace {
    let place = Place(
      id: PlaceID(dataset: "test", id: .number(1)), name: Untrusted(name),
      coordinate: point.flatMap { Coordinate(latitude: $0.0, longitude: $0.1) }, region: region,
      attributes: attributes.map { Place.Attribute(key: Untrusted($0.0), value: Untrusted($0.1)) })
    return ExportedPlace(place, attribution: Untrusted("GeoNames, CC BY 4.0"))
  }

  static let bavaria = Region(
    country: Untrusted("DE"), countryName: Untrusted("Germany"), admin1Name: Untrusted("Bavaria"))

  static func telling(_ places: [ExportedPlace], note: String = "", subject: String? = nil) -> Telling {
    Telling(
      Export(title: "", places: places, time: 0), note: Untrusted(note), subject: subject.map { Untrusted($0) })
  }

  static func mail(
    _ telling: Telling, from sender: NamedMailAddress = sender, to recipient: NamedMailAddress = anna
  ) throws -> [UInt8] {
    try MailMessage(sender: sender, recipient: recipient, telling: telling, time: 1_769_860_800, key: key).bytes()
  }
}
