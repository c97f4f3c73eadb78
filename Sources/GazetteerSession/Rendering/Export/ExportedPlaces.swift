import GazetteerIndex

/// Places on their way into a file for other programs, with all that is known of them.
package struct Export {
  /// What they are together: `12 favorites`.
  package let title: String
  let places: [ExportedPlace]
  /// When it is made, in seconds since 1970-01-01 00:00 UTC.
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

  /// Whether nobody waits for the file any more. Writers then skip the rest, and `text(in:map:)` throws.
  var isCancelled: Bool { cancellation.isCancelled }

  /// All who are to be credited, each once.
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

/// One place of an export.
package struct ExportedPlace {
  let place: Place
  /// What is kept of it; nil where it is no favorite.
  let favorite: Favorite?
  /// Whom to credit.
  let attribution: Untrusted?

  package init(_ favorite: Favorite) {
    place = favorite.place
    self.favorite = favorite
    attribution = favorite.attribution
  }

  package init(_ place: Place, attribution: Untrusted?) {
    self.place = place
    favorite = nil
    self.attribution = attribution
  }

  /// All that is known of it, in the order of `FavoriteKey`; extras aside, which the formats write in their own ways.
  var fields: [FavoriteField] {
    if let favorite { return favorite.fileFields.filter { $0.key != .extra } }
    var stranger = Favorite(id: FavoriteID(milliseconds: 0, counter: 0, random: 0), place: place, created: 0)
    stranger.attribution = attribution
    return stranger.fileFields.filter { ![.id, .created, .changed].contains($0.key) }
  }

  var extras: [Place.Attribute] { favorite?.extras ?? [] }
  var lists: [Untrusted] { favorite?.lists ?? [] }
  var note: Untrusted? { favorite?.note }

  /// The pages that its source names.
  var links: [Untrusted] {
    place.attributes.filter { ExportedPlace.linkKeys.contains($0.key.text.lowercased()) && $0.value.isWebAddress }
      .map(\.value)
  }

  private static let linkKeys: Set<String> = ["url", "website", "homepage", "link", "contact:website"]
}

extension Untrusted {
  /// Whether it is an address on the web that a link may lead to: nothing else is ever made a link.
  var isWebAddress: Bool {
    let start = String(decoding: bytes.prefix(8), as: UTF8.self).lowercased()
    guard start.hasPrefix("http://") || start.hasPrefix("https://") else { return false }
    return bytes.count <= 2000 && bytes.allSatisfy { 0x21..<0x7F ~= $0 && !"\"<>\\^`{|}".utf8.contains($0) }
  }
}

extension FavoriteField {
  /// The value as a file has it.
  var written: String { FavoriteField.written(value) }
  /// What it is called: `gaz:rating`, `gaz:attribute:cuisine`.
  var writtenKey: Untrusted { Untrusted(key.text + (name.map { ":" + FavoriteField.written($0) } ?? "")) }

  /// A text as all programs pass it on: escaped, in one line, without blanks at its ends and without anything that could
  /// act on a terminal.
  static func written(_ text: Untrusted, and others: Set<UInt8> = []) -> String {
    var bytes = Array(escaped(text, and: others.union([0x09, 0x0A])).utf8)
    let shown = Untrusted(bytes: bytes).neutralised
    if !shown.utf8.elementsEqual(bytes) { bytes = bytes.flatMap { $0 < 0x80 ? [$0] : escape(of: $0) } }
    if bytes.last == UInt8(ascii: " ") { bytes = bytes.dropLast() + escape(of: UInt8(ascii: " ")) }
    if bytes.first == UInt8(ascii: " ") { bytes = escape(of: UInt8(ascii: " ")) + bytes.dropFirst() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `\3b`.
  static func escape(of byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return [UInt8(ascii: "\\"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}
