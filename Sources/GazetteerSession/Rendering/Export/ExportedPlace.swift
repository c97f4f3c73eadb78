import GazetteerIndex

/// Places to export to a file for other programs, with everything that is known about them.
package struct Export: Sendable {
  /// What is exported: `12 favorites`.
  package let title: String
  let places: [ExportedPlace]
  /// When it was made, in seconds since 1970-01-01 00:00 UTC.
  let time: Int64
  private let cancellation: Cancellation

  package init(
    title: String, places: [ExportedPlace], time: Int64, cancellation: Cancellation = Cancellation()
  ) {
    self.title = title
    self.places = places
    self.time = time
    self.cancellation = cancellation
  }

  /// The same, made into a text until it is cancelled.
  func ended(by cancellation: Cancellation) -> Export {
    Export(title: title, places: places, time: time, cancellation: cancellation)
  }

  /// Whether the export was cancelled. Writers then skip the rest, and `text` throws.
  var isCancelled: Bool { cancellation.isCancelled }

  /// Whom to credit, each once.
  var credits: [Untrusted] {
    var credited: Set<Untrusted> = []
    return places.compactMap(\.attribution).filter { !$0.isEmpty && credited.insert($0).inserted }
  }

  /// The same without the places that have no position.
  var placed: Export {
    let placed = places.filter { $0.place.coordinate != nil }
    let title = placed.count < places.count ? "\(Numeral.grouped(placed.count)) of \(title)" : title
    return Export(title: title, places: placed, time: time, cancellation: cancellation)
  }
}

extension Export: Equatable {
  package static func == (left: Export, right: Export) -> Bool {
    (left.title, left.time) == (right.title, right.time) && left.places == right.places
  }
}

/// One place of an export.
package struct ExportedPlace: Equatable, Sendable {
  let place: Place
  /// nil if it is not a favorite.
  let favorite: Favorite?
  /// Whom to credit.
  let attribution: Untrusted?
  /// What the list is around in which it was, and how far away that is; nil if it is a favorite, which has its own.
  private let station: Favorite.Station?

  package init(_ favorite: Favorite) {
    place = favorite.place
    self.favorite = favorite
    attribution = favorite.attribution
    station = nil
  }

  package init(_ place: Place, attribution: Untrusted?, station: Favorite.Station? = nil) {
    self.place = place
    favorite = nil
    self.attribution = attribution
    self.station = station
  }

  /// Everything that is known about it, except the extras, which each format writes in its own way.
  var entries: [FavoriteEntry] {
    if let favorite { return favorite.entries.filter { $0.key != .extra } }
    return values.entries(of: FavoriteField.ofPlaces)
  }

  /// Its fields: those of the favorite; if it is not a favorite, what is known about the place.
  var values: Favorite {
    if let favorite { return favorite }
    var values = Favorite.empty
    values.place = place
    values.attribution = attribution
    values.station = station
    return values
  }

  var extras: [Place.Attribute] { favorite?.extras ?? [] }
  var lists: [Untrusted] { favorite?.lists ?? [] }
  var note: Untrusted? { favorite?.note }

  /// The addresses of web pages that its source names.
  var links: [Untrusted] {
    place.attributes.filter { ExportedPlace.linkKeys.contains($0.key.text.lowercased()) && $0.value.isWebAddress }
      .map(\.value)
  }

  private static let linkKeys: Set<String> = ["url", "website", "homepage", "link", "contact:website"]
}

extension Untrusted {
  /// Whether it is a web address. Only web addresses become links.
  var isWebAddress: Bool {
    let start = String(decoding: bytes.prefix(8), as: UTF8.self).lowercased()
    guard start.hasPrefix("http://") || start.hasPrefix("https://") else { return false }
    return bytes.count <= 2000 && bytes.allSatisfy { 0x21..<0x7F ~= $0 && !"\"<>\\^`{|}".utf8.contains($0) }
  }
}
