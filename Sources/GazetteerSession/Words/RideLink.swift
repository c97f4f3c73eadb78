import GazetteerIndex

/// The link that asks for a ride, from where the telephone is.
enum RideLink {
  /// The longest name of a destination, in characters. The code of a longer link fits fewer windows.
  private static let longestName = 30

  static func text(to point: Coordinate, named name: Untrusted?) -> String {
    // The service shows a destination by its name.
    let name = name ?? Untrusted(point.word)
    let fields = [
      ("latitude", MapLink.degrees(point.latitude)), ("longitude", MapLink.degrees(point.longitude)),
      ("nickname", MapLink.encoded(name, atMost: longestName)),
    ]
    return "https://m.uber.com/ul/?action=setPickup&pickup=my_location"
      + fields.map { "&dropoff%5B\($0.0)%5D=\($0.1)" }.joined()
  }
}
