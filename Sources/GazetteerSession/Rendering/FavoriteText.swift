import GazetteerIndex

/// What is kept of a place, for a page of it.
package struct KeptDetail: Equatable, Sendable {
  package let favorite: Favorite
  /// Whether the place is the favorite itself, not the one in its source.
  let isListed: Bool
  /// What has become of the place in its source, where it is not there as it was.
  let fate: String?
}

extension Favorite {
  static let fields: [Content.Field] = [
    .init("lists", "the lists that the favorite is on"), .init("tags", "its tags"),
    .init("own_rating", "how many stars you gave it, from 1 to 5"),
    .init("rating", "how many its source gives it"), .init("note", "what you noted"),
    .init("visited", "the day when you were there last"),
    .init("station", "the station that it belongs to: id, name, lat and lon"),
    .init("kept_from", "its identity in the dataset that it comes from"),
    .init("added", "when it became a favorite, in UTC"), .init("changed", "when it was changed last, in UTC"),
  ]

  static let columns: [Table.Column] = [
    .init(title: "lists", least: 8, rank: 4), .init(title: "tags", least: 8, rank: 6),
    .init(title: "yours", alignment: .right, rank: 3), .init(title: "rating", alignment: .right, rank: 6),
    .init(title: "visited", rank: 5), .init(title: "note", least: 12, rank: 4),
  ]

  /// Appends what stands in `columns`.
  func addCells(to cells: inout [String]) {
    cells.append(Favorite.text(lists))
    cells.append(Favorite.text(tags))
    cells.append(rating.map(String.init) ?? "")
    cells.append(providerRating?.neutralised ?? "")
    cells.append(visited?.text ?? "")
    cells.append(note.map { Untrusted(bytes: $0.lines.joined(separator: " ".utf8)).neutralised } ?? "")
  }

  fileprivate static func text(_ names: [Untrusted]) -> String { names.map(\.neutralised).joined(separator: ", ") }

  /// What its source rates it, as it says so.
  var providerRating: Untrusted? {
    place.attributes.first { ["rating", "stars"].contains($0.key.text) }?.value
  }
}

extension Record {
  /// The fields of a favorite that other places do not have.
  mutating func add(contentsOf favorite: Favorite) {
    add("lists", favorite.lists.isEmpty ? nil : .list(favorite.lists.map { .text($0) }))
    add("tags", favorite.tags.isEmpty ? nil : .list(favorite.tags.map { .text($0) }))
    add("own_rating", favorite.rating.map { .integer($0) })
    add("rating", favorite.providerRating?.number)
    add("note", favorite.note)
    add("visited", favorite.visited.map { .own($0.text) })
    add("station", favorite.station?.datum)
    add("kept_from", favorite.source?.word)
    add("added", .own(UTC.iso(favorite.created)))
    add("changed", .own(UTC.iso(favorite.changed)))
  }
}

extension Favorite {
  /// Where it comes from; nil where it was added by hand.
  var source: PlaceID? { place.id.dataset == Favorite.dataset ? nil : place.id }
}

extension Favorite.Station {
  fileprivate var datum: Datum {
    let texts = [("id", id.word), ("name", name)].map { Datum.Member(key: Untrusted($0), value: .text($1)) }
    let point = coordinate.map { [("lat", $0.latitude), ("lon", $0.longitude)] } ?? []
    return .object(texts + point.map { Datum.Member(key: Untrusted($0), value: .decimal($1)) })
  }

  /// Its name, what it is called, and how far it is.
  fileprivate func text(from place: Coordinate?) -> String {
    let distance = coordinate.flatMap { station in place.map { Numeral.text($0.distance(to: station)) } }
    return "\(name.neutralised) (\(id.word.neutralised))" + (distance.map { ", \($0) away" } ?? "")
  }
}

extension KeptDetail {
  var pairs: [Page.Pair] {
    let note = favorite.note?.lines ?? []
    var pairs = [
      Page.Pair("lists", Favorite.text(favorite.lists)), Page.Pair("tags", Favorite.text(favorite.tags)),
      Page.Pair("your rating", favorite.rating.map { "\($0) of 5" } ?? ""),
    ]
    pairs += note.enumerated().map { Page.Pair($0 == 0 ? "note" : "", Untrusted(bytes: $1).neutralised) }
    pairs += [
      Page.Pair("visited", favorite.visited?.text ?? ""),
      Page.Pair("station", favorite.station?.text(from: favorite.place.coordinate) ?? ""),
      Page.Pair("added", UTC.text(favorite.created)),
      Page.Pair("changed", favorite.changed == favorite.created ? "" : UTC.text(favorite.changed)),
      Page.Pair("kept from", isListed ? source : ""),
    ]
    return pairs.filter { !$0.text.isEmpty || $0.label.isEmpty }
  }

  private var source: String {
    guard let source = favorite.source?.word.neutralised else { return "" }
    return [source, fate].compactMap(\.self).joined(separator: ", ")
  }
}

extension Untrusted {
  /// As a number where it is one.
  fileprivate var number: Datum {
    guard let number = Double(text), number.isFinite else { return .text(self) }
    return .decimal(number)
  }

  /// Its lines, without what ends them.
  var lines: [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
  }

  /// With a blank in place of each end of a line.
  var onOneLine: Untrusted { Untrusted(bytes: lines.joined(separator: " ".utf8).map { $0 == 0x0D ? 0x20 : $0 }) }
}

/// Moments as favorites tell them.
enum UTC {
  /// `2026-01-31 12:00 UTC`.
  static func text(_ seconds: Int64) -> String { parts(seconds).map { "\($0) \($1.prefix(5)) UTC" } ?? "" }

  /// `2026-01-31T12:00:00Z`.
  static func iso(_ seconds: Int64) -> String { parts(seconds).map { "\($0)T\($1)Z" } ?? "" }

  private static func parts(_ seconds: Int64) -> (date: String, clock: String)? {
    guard let time = LocalTime(secondsSinceEpoch: seconds, offsetSeconds: 0, abbreviation: "UTC") else { return nil }
    let date = CalendarDay(year: time.year, month: time.month, day: time.day)?.text
    let clock = [time.hour, time.minute, time.second].map { $0 < 10 ? "0\($0)" : String($0) }.joined(separator: ":")
    return date.map { ($0, clock) }
  }
}
